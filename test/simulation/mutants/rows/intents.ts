import type { Mutant } from "../mutant.ts";

const kind = "shared/kinds/vvp-deployment";

/** Defects in how effects of unknown outcome are written down, looked for and sent again (D6). */
export const intents: readonly Mutant[] = [
  {
    name: "no-intent",
    why: "Nothing is on record before an effect: whoever comes after a crash sends it again.",
    file: "shared/engine/pass.ts",
    find: "writeMemory(ports.cluster, names, key, read.object, claim)",
    replace: "Promise.resolve(read.object)",
    killedBy: ["S1", "S2", "L1", "L2"],
  },
  {
    name: "no-look-up",
    why: "After doubt nobody looks for the savepoint by its mark.",
    file: `${kind}/gather.ts`,
    find: "pick(await appManager.savepoints(caller, namespace, id, signal))",
    replace: "undefined",
    killedBy: ["S2", "L1", "L2"],
  },
  {
    name: "accepted-and-forgotten",
    why: "A request is accepted and never carried out.",
    file: `${kind}/decide-savepoint.ts`,
    find: "if (!isResendable(view, due)) return undefined;",
    replace: "return undefined;",
    killedBy: ["L1", "L2"],
  },
  {
    name: "settled-before-sent",
    why: "The request goes off the record before it is sent: a crash loses it.",
    file: `${kind}/decide-savepoint.ts`,
    find: "intents: withIntent(afterVerdicts(record, view).intents, sent),",
    replace: 'intents: afterVerdicts(record, view).intents.filter(({ key }) => key !== "savepoint"),',
    killedBy: ["L2"],
  },
  {
    name: "local-clock",
    why: "The quarantine is counted by the clock of the pod, which may be minutes off.",
    file: "shared/engine/pass.ts",
    find: "kind.look({ ...read, ports,",
    replace: "kind.look({ ...read, now: clock.now(), ports,",
    killedBy: ["S1", "S2", "S8", "L1", "L2"],
  },
  {
    name: "quarantine-zero",
    why: "Nothing is waited for after doubt: what was not found at the next look is sent again (Q = 0).",
    file: "shared/engine/pass.ts",
    find: "ports, settings, signal, unrecorded: tries.sent",
    replace: "ports, settings: { ...settings, quarantineMs: 0 }, signal, unrecorded: tries.sent",
    killedBy: ["S2"],
  },
  {
    name: "quarantine-twice",
    why: "A creation in doubt is waited for twice as long as it may still be applied.",
    file: `${kind}/creation.ts`,
    find: "Math.max(0, intent.at + settings.quarantineMs - now)",
    replace: "Math.max(0, intent.at + 2 * settings.quarantineMs - now)",
    killedBy: ["L1"],
  },
];
