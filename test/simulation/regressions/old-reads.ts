import type { Fault } from "../faults.ts";
import type { ListedFaults, Schedule } from "../schedule.ts";
import { peaceful } from "../settings.ts";
import type { Regression } from "./regression.ts";

const outlived = {
  cure: "What a pass sent and could not record outlives an outage, an API server that fails, and its caller",
  commit: "63619a91376e6e6094fbc727664585503ed00b31",
};

/** Savepoints whose answers are lost, and then an edit, behind which a pod reads what was so before. */
function behindAnEdit(faults: ListedFaults, calmAt: number): Schedule {
  return {
    seed: 512_676,
    setting: { ...peaceful, mostPods: 2 },
    deeds: [
      { at: 5_203, deed: "askSavepoint" },
      { at: 8_276, deed: "askSavepoint" },
      { at: 10_607, deed: "askSavepoint" },
      { at: 17_288, deed: "mendSpec" },
    ],
    faults: { listed: [...lostAnswers, ...oldReadsOfPod, ...faults] },
    calmAt,
    quietTicks: 1,
    past: "PATCH",
  };
}

const lostAnswers: ListedFaults = [
  [1, "silent before"],
  [9, "page after"],
  [13, "page after"],
  [24, "page after"],
  [30, "page after"],
  [33, "silent before"],
  [42, "page after"],
  [47, "page after"],
  [51, "silent before"],
];

const oldReadsOfPod: ListedFaults = [
  [54, "stale"],
  [69, "stale"],
  [74, "stale"],
];

/** An update that comes late, the note of whose doubt meets a fault, and then another edit. */
function unnoted(fault: Fault): Schedule {
  return {
    seed: 548_458_800,
    setting: peaceful,
    deeds: [
      { at: 32_225, deed: "scale" },
      { at: 49_426, deed: "mendSpec" },
    ],
    faults: {
      listed: [
        [4, "late"],
        [5, fault],
      ],
    },
    calmAt: 50_426,
    quietTicks: 1,
    past: "PATCH",
  };
}

/** Two restarts, the second one carried out by another pod than the one that then reads what was so between them. */
const behindARestart: Schedule = {
  seed: 2_063_712_536,
  setting: { ...peaceful, mostPods: 2 },
  deeds: [
    { at: 5_139, deed: "askBack" },
    { at: 6_872, deed: "askRestart" },
  ],
  faults: {
    listed: [
      [9, "refused"],
      [11, "jumped"],
      [12, "refused"],
      [15, "failed after"],
      [17, "refused"],
      [20, "stale"],
      [26, "refused"],
      [34, "refused"],
      [35, "silent before"],
      [49, "silent before"],
      [52, "failed after"],
      [56, "failed after"],
      [59, "stale"],
    ],
  },
  calmAt: 24_786,
  quietTicks: 1,
  past: "PUT",
};

/** What broke where a pass could not record what it had sent: mostly an old read, whose record lost the race to a newer one. */
export const oldReads: readonly Regression[] = [
  {
    name: "two-lost-races-with-an-update",
    why: "A pass twice projected an old read, lost both races to record it, and gave up: its update stayed over a newer one.",
    cure: "A pass goes on through lost races while an effect of its own is on no record",
    commit: "f65d3e9c348f94f193928087770c38a2331418a1",
    file: "shared/engine/pass.ts",
    find: "unrecorded: 5 }",
    replace: "unrecorded: 2 }",
    killedBy: ["L1"],
    schedule: behindAnEdit([], 19_259),
  },
  {
    name: "lost-race-before-an-outage",
    why: "After the race that it lost, a pass could not ask the platform, and nothing was left of what it had sent.",
    ...outlived,
    file: "shared/kinds/vvp-deployment/remember.ts",
    find: "cameToVerdict(finding) ? hasGap(view) : view.unrecorded",
    replace: "cameToVerdict(finding) && hasGap(view)",
    killedBy: ["L1"],
    schedule: behindAnEdit([[80, "page after"]], 20_230),
  },
  {
    name: "lost-race-before-a-failing-api-server",
    why: "After the race that it lost, a pass could not write to the API server, and nothing was left of what it had sent.",
    ...outlived,
    file: "shared/engine/pass.ts",
    find: "owesRecord(tries) && begun < mostOf(tries)",
    replace: "owesRecord(tries) && begun < 2",
    killedBy: ["L1"],
    schedule: behindAnEdit(
      [
        [80, "page after"],
        [81, "silent before"],
      ],
      20_230,
    ),
  },
  {
    name: "neither-the-update-nor-its-doubt-is-answered",
    why: "A pass ended at the record that it could not write, and the update that nobody had answered came after the next one.",
    cure: "A pass goes on until what it sent is on record, also where the first write of that fails",
    commit: "8e4dd55791e1cddf0178aea6508f126beb2f7fdf",
    file: "shared/engine/pass.ts",
    find: "owesRecord(tries) && begun < mostOf(tries)",
    replace: "owesRecord(tries) && begun > 1",
    killedBy: ["L1"],
    schedule: unnoted("late"),
  },
  {
    name: "the-doubt-of-an-update-is-throttled",
    why: "The API server answered the note that an update is in doubt with 429, the pass ended, and the update came after the next one.",
    cure: "What a pass owes to the record outlives any failure of the API server, a 429 and a 401 too",
    commit: "12eafba3f581f2130d554e98dab278e17134083a",
    file: "shared/engine/pass.ts",
    find: "isOperatorError(error) && owesRecord",
    replace: 'hasCode(error, "Unavailable") && owesRecord',
    killedBy: ["L1"],
    schedule: unnoted("throttled"),
  },
  {
    name: "an-earlier-restart-behind-a-later-one",
    why: "A pod read the first restart as open still, found the mark of the second one in the template, and sent both again.",
    cure: "Restarts: a mark that is on no record is that of a later restart, so that the resource is read again before an earlier one is sent",
    commit: "8c6d6077ba0d106c021bda0c5c209c1ae94bf3e0",
    file: "shared/kinds/vvp-deployment/decide-restart.ts",
    find: "mark !== undefined && mark !== record?.nonces?.restarted",
    replace: "mark !== undefined && record === undefined",
    killedBy: ["S2"],
    schedule: behindARestart,
  },
];
