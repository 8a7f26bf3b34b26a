import { equals } from "../core/diff.ts";
import { isOperatorError } from "../core/error.ts";
import { ownRecord } from "../core/kind.ts";
import { finalizer, type Key, type KubeObject, keyOf } from "../core/object.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { Page } from "../ports/cluster.ts";
import type { Ports } from "../ports/ports.ts";
import { announce } from "./announce.ts";
import type { Budget } from "./budget.ts";
import { each } from "./each.ts";
import type { Engine, EngineKind, PassResult } from "./engine.ts";
import { isGivenUp } from "./given-up.ts";
import { hasCode } from "./has-code.ts";
import { type SweepPosition, type WalkOptions, type WalkReport, walk } from "./walk.ts";
import { statusPatch, writeStatus } from "./write.ts";

/** What a sweep needs besides the engine. */
export interface SweepOptions extends Omit<WalkOptions, "engine" | "visit"> {
  readonly engine: Engine;
  /** Ports for one page, whose backend reads are made in bulk (D10). */
  readonly portsForPage: () => Ports;
  /** A full pass over one resource, one at a time per resource. */
  readonly pass: (key: Key, signal: AbortSignal) => Promise<PassResult>;
  /**
   * Told of every resource that this sweep set in motion or saw change. What is quiet, and what waits for a fault to
   * pass, has the next tick: following a whole page of them would hammer a platform that is down.
   */
  readonly follow: (result: Pick<PassResult, "key" | "end" | "revisitAfterMs">) => void;
  /** How many full passes of a page run at once. */
  readonly concurrency: number;
}

/** What a sweep did, and where to go on if its budget ran out. */
export interface SweepReport extends WalkReport {
  readonly seen: number;
  /** Resources with nothing to do and nothing to write. */
  readonly quiet: number;
  readonly statusWrites: number;
  readonly passes: number;
  readonly failed: number;
}

type Tally = { -readonly [Field in keyof Omit<SweepReport, keyof WalkReport>]: number };

/**
 * Reconciles every resource of every kind, page by page (D2, D10).
 *
 * Guarantees: as `walk`; writes grow with changes; one bad object never stops a page.
 * Assumptions: the caller holds the sweep's lease.
 */
export async function sweep(
  options: SweepOptions,
  from: SweepPosition | undefined,
  signal: AbortSignal,
): Promise<SweepReport> {
  const tally: Tally = { seen: 0, quiet: 0, statusWrites: 0, passes: 0, failed: 0 };
  const visit: WalkOptions["visit"] = (kind, page, budget) => sweepPage(options, kind, page, tally, budget);
  const { pages, next } = await walk({ ...options, visit }, from, signal);
  return { pages, ...tally, next };
}

async function sweepPage(
  options: SweepOptions,
  kind: EngineKind,
  page: Page,
  tally: Tally,
  { signal, goesOn }: Budget,
): Promise<boolean> {
  const ports = options.portsForPage();
  let whole = true;
  await each(page.items, options.concurrency, async (object) => {
    if (!goesOn()) whole = false;
    if (!whole || !kind.inScope(object, options.engine.settings)) return;
    tally.seen += 1;
    try {
      await sweepOne(options, kind, ports, { object, now: page.now }, tally, signal);
      if (isGivenUp(signal)) whole = false;
    } catch (error) {
      tally.failed += 1;
      const message = isOperatorError(error) ? `${error.code}: ${error.message}` : String(error);
      options.engine.log.error(
        { ...keyOf(kind.names.kind, object), error: message },
        "a resource failed; the page goes on",
      );
    }
  });
  return whole;
}

async function sweepOne(
  { engine, follow, pass }: SweepOptions,
  kind: EngineKind,
  ports: Ports,
  { object, now }: { object: KubeObject; now: number },
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const key = keyOf(kind.names.kind, object);
  const { plan, claim, conclude } = await kind.look({ object, now, ports, settings: engine.settings, signal });
  if (isGivenUp(signal)) return;
  const acts = plan.actions.length > 0 || plan.release === true || claim !== undefined;
  const conclusion = acts ? undefined : conclude([]);
  if (conclusion === undefined || !isRemembered(object, conclusion.record)) {
    tally.passes += 1;
    const result = await pass(key, signal);
    if (result.end === "moving") follow(result);
    return;
  }
  if (statusPatch(object, conclusion.status) === undefined) {
    tally.quiet += 1;
    return;
  }
  if (await writeUnlessRaced(engine, kind, object, conclusion.status)) {
    tally.statusWrites += 1;
    await announce(engine, key, conclusion.announcements?.afterStatus ?? [], signal);
  }
  if (conclusion.revisit === "moving") follow({ key, end: "moving", revisitAfterMs: conclusion.revisitAfterMs });
}

function isRemembered(object: KubeObject, record: OperatorRecord | undefined): boolean {
  if (record === undefined) return true;
  const { finalizers = [], deletionTimestamp } = object.metadata;
  return equals(record, ownRecord(object)) && (deletionTimestamp !== undefined || finalizers.includes(finalizer));
}

/** A status derived from a listed object may have been overtaken; whoever did it has written a newer one. */
async function writeUnlessRaced(
  engine: Engine,
  kind: EngineKind,
  object: KubeObject,
  status: Parameters<typeof writeStatus>[4],
) {
  try {
    return await writeStatus(engine, kind.names, keyOf(kind.names.kind, object), object, status);
  } catch (error) {
    if (hasCode(error, "Conflict") || hasCode(error, "Missing")) return false;
    throw error;
  }
}
