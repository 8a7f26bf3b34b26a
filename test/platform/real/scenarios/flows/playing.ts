import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { StoredChange } from "../../../../../cli/demo/platform.ts";
import { at, type JsonValue } from "../../../../../shared/core/json.ts";
import { findBroken } from "../../../../../simulators/app-manager/invariants.ts";
import { patienceMs } from "../../../../patience.ts";
import { type BothWays, step } from "../on-both-platforms.ts";
import type { Recorded } from "../play.ts";
import { Flow } from "./flow.ts";
import { callLine, isChange, linesOf } from "./notation.ts";

/**
 * What somebody does, and all that must come of it before the next step. An event is delivered after each, besides those of
 * the source: what comes twice changes nothing, and what nobody tells of is seen.
 */
export interface FlowStep {
  readonly when: string;
  readonly act: (flow: Flow) => unknown;
  /** Changes that AppManager was asked for, as `callLine` writes them; none if absent. */
  readonly calls?: readonly string[];
  /** `spec` of the last of them, all of it. */
  readonly sent?: JsonValue;
  /** Values of the deployment's `spec` on the platform, by dotted path; undefined: it has none. */
  readonly holds?: Readonly<Record<string, JsonValue | undefined>>;
  /** What the resource shows after each write that shows anything new, as `lineOf` writes it; `gone` at its end. */
  readonly shows: readonly string[];
  /** Fields of its status at the end of the step; undefined: it has none. */
  readonly status?: Readonly<Record<string, JsonValue | undefined>>;
}

/** What becomes of one resource, step by step. */
export interface FlowRow {
  readonly name: string;
  readonly why: string;
  /** The resource's name. */
  readonly subject: string;
  /** Rules of the platform that its calls break, by name; none if absent. */
  readonly violates?: readonly string[];
  readonly steps: readonly FlowStep[];
}

/** A scenario that plays rows in one world, one after the other. */
export function playing(rows: readonly FlowRow[]): BothWays {
  return async (play) => {
    let now = Date.now();
    const move = () => {
      now += 60_000;
    };
    // What a flow shows is not to hang on how busy this machine is; outages have scenarios of their own. Events have as long.
    const env = { WEIR_APPMANAGER_TIMEOUT: "20s" };
    const recorded = await play.world({ appManagerNow: () => now, env });
    const changes: StoredChange[] = [];
    const watch = await recorded.world.platform.watch((change) => void changes.push(change));
    try {
      for (const { name, subject, steps } of rows) {
        const flow = new Flow(recorded, subject, move);
        const own = () => changes.filter(({ object }) => object.metadata.name === subject);
        for (const one of steps) await step(`${name}: ${one.when}`, () => take(flow, one, own));
      }
      const broken = findBroken(recorded.world.appManager.admin.state()).map(({ rule }) => rule);
      expect(broken).toEqual(rows.flatMap(({ violates = [] }) => violates));
    } finally {
      await watch.close();
    }
  };
}

async function take(flow: Flow, { act, when, calls = [], shows, ...rest }: FlowStep, own: () => StoredChange[]) {
  const { stage } = flow.recorded;
  const marks = { changes: own().length, calls: callsOf(flow.recorded).length };
  const look = () => {
    const made = callsOf(flow.recorded).slice(marks.calls).filter(isChange);
    return { calls: made.map(callLine), shows: linesOf(own(), marks.changes) };
  };
  await act(flow);
  await flow.look();
  // What is missing at the end is said by the comparison below, which shows both.
  const isThere = () => isDeepStrictEqual(look(), { calls, shows });
  await stage.until(when, patienceMs, isThere, String).catch(() => undefined);
  await stage.quiet();
  const seen = look();
  // The report of a whole run keeps a message alone.
  expect(seen, JSON.stringify(seen)).toEqual({ calls, shows });
  if ("sent" in rest) expect(at(callsOf(flow.recorded).findLast(isChange)?.body, "spec")).toEqual(rest.sent);
  expectFields(own().at(-1)?.object.status, rest.status);
  expectFields(flow.deployment()?.spec, rest.holds);
}

function expectFields(found: unknown, wanted: Readonly<Record<string, JsonValue | undefined>> = {}) {
  const paths = Object.keys(wanted);
  expect(Object.fromEntries(paths.map((path) => [path, at(found, ...path.split("."))]))).toEqual(wanted);
}

function callsOf({ world }: Recorded) {
  return world.appManager.calls;
}
