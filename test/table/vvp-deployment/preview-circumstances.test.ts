import { describe, expect, it } from "vitest";
import { preview } from "../../../shared/kinds/vvp-deployment/preview.ts";
import { example, settings } from "./admission-rig.ts";
import { type Changes, changed } from "./rule-rows.ts";

const at = "spec.deployment.spec";
const toState = (state: string) => ({ [`${at}.state`]: state });
const running = toState("RUNNING");
const strategy = (kind: string) => ({ [`${at}.upgradeStrategy`]: { kind } });
const template = { [`${at}.template.spec.parallelism`]: 4 };

interface Row {
  readonly name: string;
  readonly why: string;
  readonly before: Changes;
  readonly edit: Changes;
  readonly says: readonly string[];
}

/** What the stored version says of its circumstances. */
function shows(type: string, reason: string, status = "False"): Changes {
  const condition = { type, status, reason, message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };
  return { status: { deploymentId: "1", actualState: "RUNNING", conditions: [condition] } };
}

const circumstances: readonly Row[] = [
  {
    name: "a parallelism that Autopilot overrides",
    why: "R113, R125: it is projected, and is what Autopilot starts from",
    before: { ...running, ...shows("ParallelismAligned", "AutopilotManaged"), ...strategy("STATEFUL") },
    edit: { ...running, ...strategy("STATEFUL"), ...template },
    says: [
      "restarts the job through a savepoint (template changes, upgradeStrategy STATEFUL)",
      "changes the parallelism that Autopilot starts from; it may go on running its own",
    ],
  },
  {
    name: "another field where Autopilot overrides the parallelism",
    why: "it is nothing to Autopilot",
    before: { ...running, ...shows("ParallelismAligned", "AutopilotManaged") },
    edit: { ...running, [`${at}.maxJobCreationAttempts`]: 2 },
    says: ["updates the deployment on the platform; that does not touch the job"],
  },
  {
    name: "a stop while Autopilot scales",
    why: "R115, AMB-17",
    before: { ...running, ...shows("SpecAligned", "StateProjectionSuppressedAutopilot") },
    edit: { ...running, ...toState("CANCELLED") },
    says: [
      "stops the job without a savepoint (state RUNNING → CANCELLED)",
      "leaves the state until Autopilot has ended its scaling",
    ],
  },
  {
    name: "an edit of what has drifted",
    why: "R23: an update carries all that the resource gives",
    before: { ...running, ...shows("DriftDetected", "ConfigDrifted", "True") },
    edit: { ...running, [`${at}.maxJobCreationAttempts`]: 2 },
    says: [
      "updates the deployment on the platform; that does not touch the job",
      "puts back what was changed on the platform",
    ],
  },
  {
    name: "a nonce next to drift",
    why: "it projects nothing",
    before: { ...running, ...shows("DriftDetected", "ConfigDrifted", "True") },
    edit: { ...running, "spec.savepointNonce": 1 },
    says: ["takes a savepoint (savepointNonce 1)"],
  },
];

const patch = changed(example("vvp-minimal-patch"), { "metadata.annotations": {} });

describe("a preview that knows the conditions of the stored version", () => {
  it.each(circumstances)("of $name ($why)", ({ before, edit, says }) => {
    expect(preview({ object: changed(patch, edit), oldObject: changed(patch, before), settings })).toEqual(says);
  });
});
