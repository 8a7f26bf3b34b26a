import type { Page } from "../ports/cluster.ts";
import type { Budget } from "./budget.ts";
import type { Engine, EngineKind } from "./engine.ts";
import { hasCode } from "./has-code.ts";

/** Where a walk is: kind and namespace (empty for all), and the continue token within it, empty at its start. */
export interface SweepPosition {
  readonly kind: string;
  readonly namespace: string;
  readonly continue: string;
}

/** What a walk needs. */
export interface WalkOptions {
  readonly engine: Pick<Engine, "kinds" | "settings" | "clock" | "log"> & {
    readonly ports: Pick<Engine["ports"], "cluster">;
  };
  /** What is done with a page; false where the budget ended before all of it had its turn. */
  readonly visit: (kind: EngineKind, page: Page, budget: Budget) => Promise<boolean>;
  /** Told of every page, after its resources had their turn; never rejects. */
  readonly afterPage?: ((kind: EngineKind, page: Page, budget: Budget) => Promise<void>) | undefined;
  readonly pageSize: number;
  /** After this many milliseconds no further resource is started; the walk ends where it is. */
  readonly budgetMs: number;
}

/** How far a walk came, and where to go on if its budget ran out. */
export interface WalkReport {
  readonly pages: number;
  readonly next: SweepPosition | undefined;
}

/**
 * Goes through every resource of every kind, page by page (D2, D10).
 *
 * Guarantees: reads grow with pages, memory with one page. Where an expired continue token cannot be replaced (see
 * `Cluster.list`), that list starts anew, so that what is done with a page must be idempotent.
 */
export async function walk(
  options: WalkOptions,
  from: SweepPosition | undefined,
  signal: AbortSignal,
): Promise<WalkReport> {
  const { clock } = options.engine;
  const endsAt = clock.monotonic() + options.budgetMs;
  const goesOn = () => !signal.aborted && clock.monotonic() < endsAt;
  let pages = 0;
  for (const { kind, namespace, token } of stretches(options.engine, from)) {
    let next = token;
    do {
      const here = { kind: kind.names.kind, namespace, continue: next };
      if (!goesOn()) return { pages, next: here };
      const page = await listPage(options, kind, namespace, next, signal);
      if (page === undefined) break;
      const budget = { signal, goesOn };
      pages += 1;
      const whole = await options.visit(kind, page, budget);
      // A page that takes more than a whole budget is left to the next tick, or the rest would never be reached.
      if (!whole && (signal.aborted || pages > 1)) return { pages, next: here };
      await options.afterPage?.(kind, page, budget);
      next = page.continue ?? "";
    } while (next !== "");
  }
  return { pages, next: undefined };
}

/** The lists that make up a whole walk, from the given position on. */
function stretches(engine: WalkOptions["engine"], from: SweepPosition | undefined) {
  const namespaces = engine.settings.namespaces.length === 0 ? [""] : engine.settings.namespaces;
  const all = engine.kinds.flatMap((kind) => namespaces.map((namespace) => ({ kind, namespace, token: "" })));
  const start = all.findIndex((one) => one.kind.names.kind === from?.kind && one.namespace === from.namespace);
  if (from === undefined || start === -1) return all;
  return all.slice(start).map((one, index) => (index === 0 ? { ...one, token: from.continue } : one));
}

/** Undefined where the kind is not installed, so that the others have their turn. */
async function listPage(
  { engine, pageSize }: WalkOptions,
  kind: EngineKind,
  namespace: string,
  token: string,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const query = { namespace, limit: pageSize };
  const { cluster } = engine.ports;
  const told = { kind: kind.names.kind, namespace };
  if (token !== "") {
    try {
      return await cluster.list(kind.names, { ...query, continue: token }, signal);
    } catch (error) {
      if (!hasCode(error, "Missing")) throw error;
      engine.log.warn(told, "the continue token expired; the list starts anew");
    }
  }
  try {
    return await cluster.list(kind.names, query, signal);
  } catch (error) {
    if (!hasCode(error, "Missing")) throw error;
    engine.log.warn(told, "the kind is not installed and is left out; WEIR_KINDS names those that are served");
    return undefined;
  }
}
