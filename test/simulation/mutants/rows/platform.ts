import type { Mutant } from "../mutant.ts";

const kind = "shared/kinds/vvp-deployment";

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
    name: "read-twice",
    why: "Each pass reads its resource once more than it has to.",
    file: "shared/engine/pass.ts",
    find: "const read = await engine.ports.cluster.get(kind.names, key, owesRecord(tries) ? undefined : signal);",
    replace:
      "await engine.ports.cluster.get(kind.names, key, owesRecord(tries) ? undefined : signal);\n    const read = await engine.ports.cluster.get(kind.names, key, owesRecord(tries) ? undefined : signal);",
    killedBy: ["L8"],
  },
  {
    name: "platform-read-twice",
    why: "Each look asks the platform for its deployment once more than it has to.",
    file: `${kind}/gather.ts`,
    find: "const first = await look(sought);",
    replace: "await look(sought);\n  const first = await look(sought);",
    killedBy: ["L8"],
  },
  {
    name: "token-repeated",
    why: "What the platform says goes into the status as it is, also where it repeats the token.",
    file: "shared/adapters/app-manager/translate-error.ts",
    find: "foreignText(said, doing.token)",
    replace: "foreignText(said, undefined)",
    killedBy: ["S7"],
  },
  {
    name: "scaling-crossed",
    why: "The state is projected while Autopilot has the job down in order to scale it.",
    file: `${kind}/decide.ts`,
    find: "if (!isScaling(view) || !hasStateDrift(view)) return undefined;",
    replace: "return undefined;",
    killedBy: ["platform"],
  },
  {
    name: "record-taken-for-new",
    why: "A deployment whose record is gone is linked anew, as if there had been none.",
    file: `${kind}/decide.ts`,
    find: `return record === undefined ? nothing("The operator's own record of this deployment is gone.") : undefined;`,
    replace: "return undefined;",
    killedBy: ["L1", "L3"],
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
