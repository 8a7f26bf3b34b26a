import { expect } from "vitest";
import { at, type JsonObject, type JsonValue } from "../../shared/core/json.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { vvpDeployment } from "../builders/vvp-deployment.ts";
import { apart, Notation, type Written } from "./notation.ts";
import { faultsOfStamps, progressOf } from "./progress.ts";
import { World } from "./world.ts";

/** One pass, what happened before it, and everything that may come of it; whatever is not written here must not be. */
export interface Step {
  /** What a user, the platform or time did. */
  readonly when: string;
  readonly act?: (world: World) => void;
  /** Milliseconds that pass before the pass. */
  readonly after?: number;
  readonly rule: string | undefined;
  readonly end: string;
  readonly calls: readonly Written[];
  /** `same`: not a byte differs from before; null: there is none. */
  readonly status: JsonValue;
  readonly record: JsonValue;
}

/** A row of a strict table. */
export interface Row {
  readonly name: string;
  readonly why: string;
  readonly settings?: Partial<Settings>;
  /** The example of a mode, created and settled; without it the world begins empty. */
  readonly given?: "PATCH" | "PUT";
  /** A merge patch over that example, before it is created. */
  readonly with?: JsonObject;
  readonly steps: readonly Step[];
}

/** The name of the object that a row is about. */
export const subject = "my-deployment";

/** A step's `when`, and what the platform's events are told behind its calls, as `deployment-1: triggered savepoint`. */
export type News = readonly [when: string, ...lines: string[]];

/**
 * Runs a row: each step is one pass, compared with everything it wrote, called and left behind; `told` is what all of
 * them tell the platform's events, in their order.
 */
export async function runRow(row: Row, told: readonly News[]): Promise<World> {
  const world = row.given === undefined ? new World(row.settings) : await settledWorld(row.given, row);
  const notation = new Notation(world);
  const left = () => {
    const object = world.cluster.find(subject);
    return { status: notation.status(object), record: notation.record(object) };
  };
  const news: News[] = [];
  let before = left();
  for (const step of row.steps) {
    step.act?.(world);
    notation.look();
    world.clock.skip(step.after ?? 0);
    world.trace.length = 0;
    const found = world.cluster.find(subject);
    const progress = notation.progress(found);
    const { rule, end } = await world.pass(subject);
    const after = left();
    const { when, calls } = step;
    const [made, announced] = apart(world.trace);
    if (announced.length > 0) news.push([when, ...notation.told(announced)]);
    expect({ when, rule, end, calls: notation.calls(made), ...after }).toEqual({
      when,
      rule: step.rule,
      end: step.end,
      calls,
      status: step.status === "same" ? before.status : step.status,
      record: step.record === "same" ? before.record : step.record,
    });
    const derived = step.status === "same" ? progress : progressOf({ ...step, ...circumstances(world) });
    const shown = notation.progress(world.cluster.find(subject));
    if (rule !== "unheld") expect({ when, shown }).toEqual({ when, shown: derived });
    expect(faultsOfStamps(found, world.cluster.find(subject)), when).toEqual([]);
    before = after;
  }
  expect(news).toEqual(told);
  expect(world.admin.violations()).toEqual([]);
  return world;
}

/** What progress follows from besides what rows state. */
function circumstances({ cluster, platform, settings }: World) {
  const object = cluster.find(subject);
  const row = platform.state.rows.get(String(at(object?.status, "deploymentId")));
  return {
    desired: at(row?.deployment, "spec", "state"),
    generation: object?.metadata.generation,
    informational: settings.informationalConditions,
  };
}

/** Brings a world to a deployment that was created and has settled, in the mode's example; a job takes two seconds. */
export async function settledWorld(
  mode: "PATCH" | "PUT",
  { settings, with: patch }: Pick<Row, "settings" | "with"> = {},
): Promise<World> {
  const world = new World(settings);
  world.cluster.create(vvpDeployment(mode, patch));
  if ((await world.pass(subject)).end === "moving") world.clock.skip(2_000);
  await world.pass(subject);
  world.trace.length = 0;
  return world;
}
