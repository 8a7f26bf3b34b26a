import type { Mutant } from "../mutant.ts";

/** Defects in how the platform is called. */
export const platform: readonly Mutant[] = [
  {
    name: "post-again",
    why: "A request that is not idempotent is repeated when its answer is lost.",
    file: "shared/adapters/repeat-reads.ts",
    find: 'request.method === "GET" && tries',
    replace: "tries",
    killedBy: ["S2"],
  },
  {
    name: "throttled-is-done",
    why: "An effect that the platform put off with 429 counts as carried out.",
    file: "shared/engine/perform.ts",
    find: "const fault = toFault(error);",
    replace:
      'const fault = toFault(error);\n    if (fault.code === "Throttled") return { action, result: "done", value: undefined };',
    killedBy: ["S8", "L1", "L2"],
  },
];
