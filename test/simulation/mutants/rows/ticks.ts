import type { Mutant } from "../mutant.ts";

/** Defects in how ticks, events and leases bring a resource its turn. */
export const ticks: readonly Mutant[] = [
  {
    name: "one-bad-stops-the-page",
    why: "A resource that fails keeps the rest of its page from its turn.",
    file: "shared/engine/sweep.ts",
    find: "tally.failed += 1;",
    replace: "tally.failed += 1;\n      throw error;",
    killedBy: ["L5"],
    suite: "test/unit/engine/sweep.test.ts",
  },
  {
    name: "same-token-again",
    why: "A continue token that has expired is sent again in place of a new list.",
    file: "shared/engine/sweep.ts",
    find: "return cluster.list(kind.names, query, signal);\n  }\n}",
    replace: "return cluster.list(kind.names, { ...query, continue: token }, signal);\n  }\n}",
    killedBy: ["L1"],
    suite: "test/unit/engine/sweep.test.ts",
  },
  {
    name: "lease-260-s",
    why: "The lease of a pod that died keeps ticks out for minutes.",
    file: "functions/refresh/handle.ts",
    find: "const leaseMs = 30_000;",
    replace: "const leaseMs = 260_000;",
    killedBy: ["L1", "L2", "L3"],
  },
  {
    name: "sweep-writes-only",
    why: "A sweep has no pass made where one is due.",
    file: "shared/engine/sweep.ts",
    find: "const result = await pass(key, signal);",
    replace: "return;",
    killedBy: ["L1", "L2"],
  },
];
