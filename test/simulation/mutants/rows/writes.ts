import type { Mutant } from "../mutant.ts";

/** Defects in how Weir reads and writes its resources. */
export const writes: readonly Mutant[] = [
  {
    name: "no-precondition-on-record",
    why: "A record is written over one that is newer.",
    file: "shared/engine/write.ts",
    find: "const metadata: JsonObject = { resourceVersion, annotations:",
    replace: "const metadata: JsonObject = { annotations:",
    killedBy: ["S1", "S2", "S5", "L1", "L2"],
  },
  {
    name: "blind-retry-on-conflict",
    why: "A status that lost the race is written over the newer one all the same.",
    file: "shared/engine/write.ts",
    find: '{ metadata: { resourceVersion: object.metadata.resourceVersion ?? "" }, status: patch },',
    replace: "{ metadata: {}, status: patch },",
    killedBy: ["S5"],
  },
  {
    name: "read-from-memory",
    why: "A pass acts on what it read the first time.",
    file: "shared/engine/pass.ts",
    find: "await engine.ports.cluster.get(kind.names, key, signal);",
    replace: "await ((engine as any).known ??= engine.ports.cluster.get(kind.names, key, signal));",
    killedBy: ["L1", "L3"],
  },
  {
    name: "status-each-time",
    why: "The status is written although it says the same.",
    file: "shared/engine/write.ts",
    find: "if (patch === undefined) return false;",
    replace: "",
    killedBy: ["L4"],
  },
  {
    name: "time-each-tick",
    why: "lastTransitionTime moves although the status does not.",
    file: "shared/core/condition.ts",
    find: "last?.status === status ? last.lastTransitionTime : now;",
    replace: "now;",
    killedBy: ["L4"],
  },
];
