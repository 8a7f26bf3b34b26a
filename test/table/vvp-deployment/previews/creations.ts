import { paused, putMode, type Row, toState } from "./parts.ts";

const adopting = { "metadata.annotations": { "weir.dev/adoption-policy": "Adopt" } };
const adopts =
  "or, where it exists and nobody manages it, takes it over as it is and then projects the spec, as an edit";

/** Previews of what has no deployment yet. */
export const creations: readonly Row[] = [
  {
    name: "a new resource",
    why: "F1",
    edit: {},
    says: ["creates deployment default/my-deployment in state CANCELLED"],
  },
  {
    name: "one that initFields start",
    why: "AMB-8: they win",
    edit: { "spec.initFields.spec.state": "RUNNING" },
    says: ["creates deployment default/my-deployment in state RUNNING"],
  },
  {
    name: "one in PUT mode with initFields",
    why: "R30: they are not sent",
    edit: { ...putMode, "spec.initFields.spec.state": "RUNNING" },
    says: ["creates deployment default/my-deployment in state CANCELLED"],
  },
  {
    name: "one without a state",
    why: "AMB-19: PATCH mode leaves it open",
    edit: toState(undefined),
    says: ["creates deployment default/my-deployment; the platform decides on its state"],
  },
  {
    name: "one without a state in PUT mode",
    why: "AMB-19",
    edit: { ...putMode, ...toState(undefined) },
    says: ["creates deployment default/my-deployment in state CANCELLED"],
  },
  {
    name: "one that may take over what is there",
    why: "R17 is given up by the user's own leave, so the user is told",
    edit: adopting,
    says: ["creates deployment default/my-deployment in state CANCELLED", adopts],
  },
  {
    name: "one that is given that leave later",
    why: "an annotation moves no generation, and yet it does something",
    before: {},
    edit: adopting,
    says: ["creates deployment default/my-deployment in state CANCELLED", adopts],
  },
  {
    name: "one with both nonces that starts",
    why: "AMB-4: they wait for the job",
    edit: { ...toState("RUNNING"), "spec.savepointNonce": 0, "spec.restartNonce": -1 },
    says: [
      "creates deployment default/my-deployment in state RUNNING",
      "takes a savepoint once the job runs (savepointNonce 0)",
      "restarts the job once the job runs (restartNonce -1)",
    ],
  },
  {
    name: "one with nonces that does not start",
    why: "R41: they do nothing",
    edit: { "spec.savepointNonce": 1, "spec.restartNonce": null },
    says: ["creates deployment default/my-deployment in state CANCELLED"],
  },
  {
    name: "a paused one",
    why: "R94",
    edit: paused,
    says: ["sends nothing to the platform. The annotation weir.dev/paused is set."],
  },
  {
    name: "one whose pause ends before it had a deployment",
    why: "R94: the creation comes with the end of the pause",
    before: paused,
    edit: {},
    says: ["creates deployment default/my-deployment in state CANCELLED"],
  },
  {
    name: "one whose initFields are corrected before it had a deployment",
    why: "they still count",
    before: { "spec.initFields.spec.state": "SUSPENDED" },
    edit: { "spec.initFields.spec.state": "RUNNING" },
    says: ["creates deployment default/my-deployment in state RUNNING"],
  },
];
