import type { Schedule, Setting } from "../schedule.ts";
import { peaceful } from "../settings.ts";
import { brokenRules } from "./broken-rules.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { hiddenNamespaces } from "./hidden-namespaces.ts";
import { lostJobs } from "./lost-jobs.ts";
import { oldReads } from "./old-reads.ts";
import type { Regression } from "./regression.ts";
import { rollouts } from "./rollouts.ts";

const kind = "shared/kinds/vvp-deployment";
const putCure = {
  cure: "A full definition goes on record before it is sent, and a deletion waits for one in doubt",
  commit: "f031c2f5125d9ab5da1042f7892b390130c8c992",
};

const stopCure = {
  cure: "A restart by way of the state stops the job once, however many pods look at it at once",
  commit: "f031c2f5125d9ab5da1042f7892b390130c8c992",
};

/** One pod of each function, quick ticks, and events. */
const ticking: Setting = { ...peaceful, tickMs: 15_000, follows: false };

/** Pods that look at once at a restart that is asked for right behind an edit which leaves it to the state. */
function racing(seed: number, asksAt: number): Schedule {
  return {
    seed,
    setting: { ...ticking, follows: true, mostPods: 3 },
    deeds: [
      { at: 3_000, deed: "neverUpgrade" },
      { at: asksAt, deed: "askRestart" },
    ],
    faults: { listed: [] },
    calmAt: 20_000,
    quietTicks: 1,
    past: "PATCH",
  };
}

/** What the search found in what ships; the seeded defect of each takes its cure back. */
export const regressions: readonly Regression[] = [
  {
    name: "dead-sweep-keeps-lease",
    why: "A refresh pod that died in a sweep kept all ticks out for 260 s.",
    cure: "A sweep's lease is short and renewed: a pod that died keeps ticks out for 30 s instead of 260 s",
    commit: "fd112f2b5f7cb4be9f1fa5bab8fb8048a92834d8",
    file: "functions/sweeping.ts",
    find: "const leaseMs = 30_000;",
    replace: "const leaseMs = 260_000;",
    killedBy: ["L1"],
    schedule: {
      seed: 1,
      even: true,
      setting: { ...ticking, hears: false, leases: true },
      deeds: [{ at: 0, deed: "apply" }],
      // The first tick: its lease is taken, and the pod dies before it hears so.
      faults: { listed: [[2, "crash after"]] },
      calmAt: 16_000,
      quietTicks: 1,
    },
  },
  {
    name: "definition-after-its-deletion",
    why: "A PUT without an answer was applied after the DELETE and made the deployment anew, nobody's.",
    ...putCure,
    file: `${kind}/decide-deletion.ts`,
    find: "  awaitDoubtfulUpdate,\n  deleteDeployment,",
    replace: "  deleteDeployment,",
    killedBy: ["S8"],
    schedule: {
      seed: 1,
      even: true,
      setting: ticking,
      deeds: [
        { at: 0, deed: "applyPut" },
        { at: 3_000, deed: "scale" },
        { at: 10_000, deed: "remove" },
      ],
      // The PUT of the scaled definition: its caller gives up after 5 s, and it is applied 3 s later.
      faults: { listed: [[21, "late", 0.1]] },
      calmAt: 20_000,
      quietTicks: 1,
    },
  },
  {
    name: "definition-under-way",
    why: "The resource was deleted while its PUT was under way, before anybody could note that it was not answered.",
    ...putCure,
    file: `${kind}/remember.ts`,
    find: ": { at: now, creates: true };",
    replace: ": { at: now };",
    killedBy: ["S8"],
    schedule: {
      seed: 1,
      even: true,
      setting: { ...ticking, mostPods: 2 },
      deeds: [
        { at: 0, deed: "applyPut" },
        { at: 3_000, deed: "scale" },
        { at: 5_000, deed: "remove" },
      ],
      faults: { listed: [[21, "late", 0.1]] },
      calmAt: 20_000,
      quietTicks: 1,
    },
  },
  {
    name: "definition-of-an-old-read",
    why: "After a stale read a PUT went out without the mark of the last restart, and the job restarted once more.",
    ...putCure,
    file: `${kind}/body.ts`,
    find: 'return type === "app-manager/replace";',
    replace: "return false;",
    killedBy: ["S2"],
    schedule: {
      seed: 1,
      even: true,
      setting: { ...ticking, follows: true, mostPods: 2 },
      deeds: [
        { at: 0, deed: "applyPut" },
        { at: 3_000, deed: "run" },
        { at: 8_000, deed: "scale" },
        { at: 8_000, deed: "askRestart" },
        { at: 9_600, deed: "upgrade" },
      ],
      faults: { listed: [[47, "stale", 0.9]] },
      calmAt: 20_000,
      quietTicks: 1,
    },
  },
  {
    name: "update-after-the-next",
    why: "An update without an answer was applied after the one that followed it, and the older content stayed.",
    cure: "An update that is applied after the one that followed it is projected over, whatever the drift policy",
    commit: "1b237d1988e744f677b83178e0575fbb10ffd0a3",
    file: `${kind}/decide.ts`,
    find: "  repeatOvertaken,\n  decideRestart",
    replace: "  decideRestart",
    killedBy: ["L1"],
    schedule: {
      seed: 1,
      even: true,
      setting: { ...ticking, follows: true },
      deeds: [
        { at: 0, deed: "apply" },
        { at: 3_000, deed: "scale" },
        { at: 4_000, deed: "neverUpgrade" },
        { at: 9_000, deed: "upgrade" },
      ],
      // The PATCH of the first change of upgradeStrategy: it is applied when that of the second one has been.
      faults: { listed: [[28, "late", 0.5]] },
      calmAt: 20_000,
      quietTicks: 1,
    },
  },
  {
    name: "update-after-a-lost-race",
    why: "An update without an answer lost the race to note that, and was applied after the one of the pass's next attempt.",
    cure: "An update that nobody answered is in doubt also where the race to record it was lost",
    commit: "7fb7382fd6ddd789ceacb9803ef02f23dc7a014c",
    file: `${kind}/projection.ts`,
    find: "return isDoubtful ?",
    replace: "return false ?",
    killedBy: ["L1"],
    schedule: {
      seed: 2368,
      setting: { ...ticking, tickMs: 60_000 },
      deeds: [
        { at: 3_161, deed: "upgrade" },
        { at: 5_016, deed: "mendSpec" },
      ],
      faults: { listed: [[4, "late"]] },
      calmAt: 6_016,
      quietTicks: 1,
      past: "PATCH",
    },
  },
  ...oldReads,
  ...changedMeanwhile,
  ...hiddenNamespaces,
  ...brokenRules,
  ...rollouts,
  ...lostJobs,
  {
    name: "projection-over-a-stop",
    why: "A pod that repeated a projection started the job that another one had just stopped for a restart; it was stopped twice.",
    ...stopCure,
    file: `${kind}/body.ts`,
    find: "state === current || isScaling(view) || keepsState(view)",
    replace: "isScaling(view)",
    killedBy: ["S2"],
    schedule: racing(835467868, 3_040),
  },
  {
    name: "stop-after-the-start",
    why: "A pod saw the job wanted RUNNING behind the start of another one, took it for a stop that was lost, and repeated it.",
    ...stopCure,
    file: `${kind}/decide-restart.ts`,
    find: `recheck: "always", actions, revisit`,
    replace: "actions, revisit",
    killedBy: ["S2"],
    schedule: racing(981613578, 3_510),
  },
  {
    name: "refused-while-the-secret-is-out-of-reach",
    why: "A creation was answered 401 and the API server refused the Secret's new read, so that it was held for WEIR_REJECTED_RETRY.",
    cure: "A 401 stays one where the Secret cannot be read anew, so that a creation is tried again after the quarantine",
    commit: "aef6e911314f902e1ba6afb9a792c7f545c63809",
    file: "shared/adapters/app-manager/call.ts",
    find: ".renewed(call.caller, token).catch(() => token);",
    replace: ".renewed(call.caller, token);",
    killedBy: ["L3"],
    schedule: {
      seed: 505152,
      setting: peaceful,
      deeds: [
        { at: 0, deed: "applyPut" },
        { at: 0, deed: "run" },
        { at: 0, deed: "askSavepoint" },
      ],
      faults: {
        listed: [
          [8, "denied"],
          [9, "denied"],
        ],
      },
      calmAt: 5_772,
      quietTicks: 1,
    },
  },
];
