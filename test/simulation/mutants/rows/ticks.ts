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
    unseen: "once faults end nothing fails, and the next tick has the whole page again",
  },
  {
    name: "same-token-again",
    why: "A continue token that has expired is sent again in place of a new list.",
    file: "shared/engine/walk.ts",
    find: "return await cluster.list(kind.names, query, signal);",
    replace: 'return await cluster.list(kind.names, token === "" ? query : { ...query, continue: token }, signal);',
    killedBy: ["L1"],
    suite: "test/unit/engine/sweep.test.ts",
    unseen: "the next tick begins a new list, whose tokens are fresh",
  },
  {
    name: "lease-260-s",
    why: "The lease of a pod that died keeps ticks out for minutes.",
    file: "functions/sweeping.ts",
    find: "const leaseMs = 30_000;",
    replace: "const leaseMs = 260_000;",
    killedBy: ["L1", "L2", "L3"],
  },
  {
    name: "lease-by-local-clock",
    why: "The age of a lease is read off the pod's clock, which does not go as the API server's does.",
    file: "shared/adapters/kubernetes/lease.ts",
    find: "const now = Number.isNaN(answer.date) ? Date.now() : answer.date;",
    replace: "const now = Date.now();",
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
