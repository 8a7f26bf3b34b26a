import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { unheld } from "../../core/deletion-rules.ts";
import { at } from "../../core/json.ts";
import { pause } from "../../flink/held-rules.ts";
import { deletionChain } from "./decide-deletion.ts";
import { abandon, awaitJob, backOff, follow, trigger } from "./decide-trigger.ts";
import { toMemory } from "./memory.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

const rest: Rule = {
  name: "rest",
  why: "A resource stands for one snapshot: at its end nothing is to be done, whatever its spec says by then.",
  decide: ({ memory }) =>
    memory?.phase === "completed"
      ? nothing("The snapshot is complete.")
      : memory?.phase === "abandoned"
        ? nothing(`The snapshot is abandoned: ${memory.error ?? ""}`)
        : undefined,
};

const reportInvalid: Rule = {
  name: "report-invalid",
  why: "What slipped past admission is not acted on; what was sent before is followed to its end (4.3).",
  decide: ({ violations, memory }) => {
    const [first] = violations;
    if (first === undefined || memory?.phase === "in-progress") return undefined;
    return nothing(`The spec breaks a rule: ${first.path} ${first.message}`);
  },
};

const recordExisting: Rule = {
  name: "record-existing",
  why: "A savepoint that is there already needs nobody (FN-2).",
  decide: ({ wanted, memory, now }) => {
    if (wanted?.exists !== true || memory !== undefined) return undefined;
    const { target, path } = wanted;
    const done = { phase: "completed", attempt: 0, snapshot: "savepoint", failures: 0, at: now } as const;
    return {
      ...nothing("The savepoint exists already and is recorded."),
      memory: { done: toMemory({ ...done, ...(target && { target }), ...(path !== undefined && { path }) }) },
    };
  },
};

const ends = { COMPLETED: "completed", ABANDONED: "abandoned" } as const;

const adopt: Rule = {
  name: "adopt",
  why: "What another operator, or a backup, brought to its end is not taken once more; its path is shown and never disposed of.",
  decide: ({ object: { status }, wanted, memory, now }) => {
    const state = at(status, "state");
    if (memory !== undefined || wanted === undefined || (state !== "COMPLETED" && state !== "ABANDONED"))
      return undefined;
    const [path, error] = [at(status, "path"), at(status, "error")];
    const { snapshot, target } = wanted;
    const found = { phase: ends[state], attempt: 0, snapshot, failures: 0, at: now, guessed: true } as const;
    const told = {
      ...(target && { target }),
      ...(typeof path === "string" && { path }),
      ...(typeof error === "string" && { error }),
    };
    return {
      ...nothing("The snapshot was brought to its end by somebody else."),
      memory: { done: toMemory({ ...found, ...told }) },
    };
  },
};

/** How a pass over a FlinkStateSnapshot decides; the first rule that has something to say wins, so the order is behaviour. */
export const chain: readonly Rule[] = [
  unheld,
  ...deletionChain,
  rest,
  reportInvalid,
  pause,
  recordExisting,
  adopt,
  backOff,
  follow,
  abandon,
  awaitJob,
  trigger,
];
