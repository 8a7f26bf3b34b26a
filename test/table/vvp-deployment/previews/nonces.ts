import { recordAnnotation } from "../../../../shared/core/record.ts";
import type { Changes } from "../rule-rows.ts";
import { type Row, restore, running, seen, strategy, template, toState } from "./parts.ts";

/** A memory in which the values were decided on, the first of them as the last one. */
function remembering(...[observed = 0, ...burnt]: number[]): Changes {
  const memory = { observed, burnt };
  const nonces = { accepted: 1, savepoint: memory, restart: memory };
  const record = { v: 1, uid: "uid", generation: 1, input: "", id: "1", intents: [], nonces };
  return { "metadata.uid": "uid", "metadata.annotations": { [recordAnnotation]: JSON.stringify(record) } };
}

const asking = { ...running, "spec.savepointNonce": 3, "spec.restartNonce": 3 };
/** Previews of nonces. */
export const nonces: readonly Row[] = [
  {
    name: "another savepointNonce",
    why: "R34",
    before: asking,
    edit: { ...asking, "spec.savepointNonce": 4 },
    says: ["takes a savepoint (savepointNonce 3 → 4)"],
  },
  {
    name: "another restartNonce",
    why: "R35",
    before: { ...asking, ...strategy("STATEFUL") },
    edit: { ...asking, ...strategy("STATEFUL"), "spec.restartNonce": 4 },
    says: ["restarts the job through a savepoint (restartNonce 3 → 4)"],
  },
  {
    name: "a restart with another template",
    why: "AMB-25: one restart",
    before: { ...asking, ...strategy("STATEFUL") },
    edit: { ...asking, ...strategy("STATEFUL"), ...template, "spec.restartNonce": 4 },
    says: ["restarts the job through a savepoint (template changes, restartNonce 3 → 4, upgradeStrategy STATEFUL)"],
  },
  {
    name: "a restart with upgradeStrategy NONE",
    why: "AMB-32: by way of the state",
    before: { ...asking, ...strategy("NONE") },
    edit: { ...asking, ...strategy("NONE"), ...template, "spec.restartNonce": 4 },
    says: ["stops the job through a savepoint and starts it again (restartNonce 3 → 4)"],
  },
  {
    name: "a restart with upgradeStrategy and restoreStrategy NONE",
    why: "AMB-32: nobody would use the savepoint",
    before: { ...asking, ...strategy("NONE"), ...restore("NONE") },
    edit: { ...asking, ...strategy("NONE"), ...restore("NONE"), "spec.restartNonce": 4 },
    says: ["stops the job without a savepoint and starts it again (restartNonce 3 → 4)"],
  },
  {
    name: "a savepoint and a stop",
    why: "AMB-25: in this order",
    before: asking,
    edit: { ...asking, ...toState("CANCELLED"), "spec.savepointNonce": 4 },
    says: ["takes a savepoint (savepointNonce 3 → 4)", "stops the job without a savepoint (state RUNNING → CANCELLED)"],
  },
  {
    name: "both of a job that failed",
    why: "R41, R43: judged when the pass reads the state",
    before: { ...asking, ...seen("FAILED") },
    edit: { ...asking, "spec.savepointNonce": 4, "spec.restartNonce": 4 },
    says: [
      "takes a savepoint only if the job runs by then (savepointNonce 3 → 4); it was FAILED",
      "restarts the job as its upgradeStrategy on the platform says only if the job runs by then (restartNonce 3 → 4); it was FAILED",
    ],
  },
  {
    name: "a savepoint of a job that nobody has seen",
    why: "the status is not written yet",
    before: { ...asking, status: { deploymentId: "1" } },
    edit: { ...asking, "spec.savepointNonce": 4 },
    says: ["takes a savepoint only if the job runs by then (savepointNonce 3 → 4); its state is not known yet"],
  },
  {
    name: "a savepoint that may wait",
    why: "weir.dev/nonce-policy",
    before: { ...asking, ...seen("TRANSITIONING") },
    edit: { ...asking, "metadata.annotations": { "weir.dev/nonce-policy": "Wait" }, "spec.savepointNonce": 4 },
    says: ["takes a savepoint once the job runs (savepointNonce 3 → 4)"],
  },
  {
    name: "values that were used before",
    why: "AMB-1: observed and burnt values do nothing",
    before: { ...running, ...remembering(3, 4), "spec.savepointNonce": null },
    edit: { ...running, "spec.savepointNonce": 3, "spec.restartNonce": 4 },
    says: [
      "takes no savepoint, because that value was used before (savepointNonce 3)",
      "restarts nothing, because that value was used before (restartNonce 4)",
    ],
  },
  {
    name: "a value that was not used before",
    why: "AMB-1",
    before: { ...running, ...remembering(3, 4) },
    edit: { ...running, "spec.savepointNonce": 5 },
    says: ["takes a savepoint (savepointNonce 5)"],
  },
];
