import type { Mutant } from "../mutant.ts";

const unseen = "a tick does all over what an event would have led to (D2); only how soon it happens differs";

/** Defects in what an event is taken for, and in how it is answered. */
export const events: readonly Mutant[] = [
  {
    name: "body-believed",
    why: "A pass goes by the object in the event's body instead of a fresh read.",
    file: "functions/reconcile/handle.ts",
    find: "follower.add(await underFirst([signal, engine.clock.timeout(lookMs)], (first) => look(key, first)));",
    replace: `const { pass } = await import("../../shared/engine/pass.ts");
    const { ports } = engine as Engine;
    const get: typeof ports.cluster.get = async (...call) => {
      const read = await ports.cluster.get(...call);
      return read && data ? { ...read, object: data as KubeObject } : read;
    };
    const deceived = { ...(engine as Engine), ports: { ...ports, cluster: { ...ports.cluster, get } } };
    follower.add(await underFirst([signal, engine.clock.timeout(lookMs)], (first) => pass(deceived, kind, key, first)));`,
    killedBy: ["S1", "S2", "S5", "S8", "L1", "L2", "L3"],
  },
  {
    name: "answered-500",
    why: "An event that the API server kept from its turn is answered 500, which no source sends again.",
    file: "shared/adapters/knative/reply.ts",
    find: "return { status: 503,",
    replace: "return { status: 500,",
    killedBy: ["L1"],
    suite: "test/unit/functions/refresh.test.ts",
    unseen,
  },
  {
    name: "echo-of-any-generation",
    why: "An edit counts as the echo of a write of our own, since generations are not compared.",
    file: "shared/core/input.ts",
    find: "if (record.intents.length > 0 || record.generation !== metadata.generation) return false;",
    replace: "if (record.intents.length > 0) return false;",
    killedBy: ["L1"],
    suite: "test/property/core-record.test.ts",
    unseen,
  },
];
