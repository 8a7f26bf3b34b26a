import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { preview } from "../../../shared/kinds/vvp-deployment/preview.ts";
import { anyJson, seeded } from "../../property/json-arbitrary.ts";
import { example, settings } from "./admission-rig.ts";
import { type Changes, changed } from "./rule-rows.ts";

const at = "spec.deployment.spec";
const job = `${at}.template.spec`;
const paused = { "metadata.annotations": { "weir.dev/paused": "true" } };
const adopting = { "metadata.annotations": { "weir.dev/adoption-policy": "Adopt" } };
const adopts =
  "or, where it exists and nobody manages it, takes it over as it is and then projects the spec, as an edit";
const observed = { "metadata.annotations": { "weir.dev/management-policy": "ObserveOnly" } };
const putMode = { "spec.syncingMode": "PUT" };
const strategy = (kind: string) => ({ [`${at}.upgradeStrategy`]: { kind } });
const restore = (kind: string) => ({ [`${at}.restoreStrategy`]: { kind } });
const template = { [`${job}.parallelism`]: 4 };
const toState = (state: string | undefined) => ({ [`${at}.state`]: state });
const seen = (actualState: string) => ({ status: { deploymentId: "1", actualState } });
const running = { ...seen("RUNNING"), ...toState("RUNNING") };
const suspended = { ...seen("SUSPENDED"), ...toState("SUSPENDED") };

/** A memory in which the values were decided on, the first of them as the last one. */
function remembering(...[observed = 0, ...burnt]: number[]): Changes {
  const memory = { observed, burnt };
  const nonces = { accepted: 1, savepoint: memory, restart: memory };
  const record = { v: 1, uid: "uid", generation: 1, input: "", id: "1", intents: [], nonces };
  return { "metadata.uid": "uid", "metadata.annotations": { [recordAnnotation]: JSON.stringify(record) } };
}

interface Row {
  readonly name: string;
  readonly why: string;
  /** What the stored version differs in from the example; absent at a creation. */
  readonly before?: Changes;
  /** What the edit, or the creation, changes. */
  readonly edit: Changes;
  readonly says: readonly string[];
}

const creations: readonly Row[] = [
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

const quiet: readonly Row[] = [
  { name: "the same again", why: "nothing happens", before: running, edit: running, says: [] },
  {
    name: "another label",
    why: "no pass acts on it",
    before: running,
    edit: { ...running, "metadata.labels.a": "b" },
    says: [],
  },
  { name: "the mode alone", why: "AMB-7: no call", before: running, edit: { ...running, ...putMode }, says: [] },
  {
    name: "initFields of what exists",
    why: "R29: only at creation",
    before: running,
    edit: { ...running, "spec.initFields.spec.state": "CANCELLED" },
    says: [],
  },
  {
    name: "a nonce taken back",
    why: "AMB-2: null asks for nothing",
    before: { ...running, "spec.savepointNonce": 1 },
    edit: { ...running, "spec.savepointNonce": null },
    says: [],
  },
  {
    name: "a change while it is paused",
    why: "R94",
    before: { ...running, ...paused },
    edit: { ...running, ...paused, ...template },
    says: ["sends nothing to the platform. The annotation weir.dev/paused is set."],
  },
  {
    name: "the end of looking only",
    why: "the deployment changes with it",
    before: { ...running, ...observed },
    edit: running,
    says: ["projects again, with all that was changed in the meantime"],
  },
  {
    name: "a change while it is only looked at",
    why: "weir.dev/management-policy",
    before: { ...running, ...observed },
    edit: { ...running, ...observed, ...template },
    says: ["sends nothing to the platform. The annotation weir.dev/management-policy is ObserveOnly."],
  },
  {
    name: "a label while it is paused",
    why: "nothing would happen without the pause either",
    before: { ...running, ...paused },
    edit: { ...running, ...paused, "metadata.labels.a": "b" },
    says: [],
  },
  {
    name: "the end of a pause",
    why: "what was held back is not in this edit",
    before: { ...running, ...paused },
    edit: running,
    says: ["projects again, with all that was changed in the meantime"],
  },
];

const states: readonly Row[] = [
  {
    name: "RUNNING → SUSPENDED",
    why: "F5",
    before: running,
    edit: { ...running, ...toState("SUSPENDED") },
    says: ["stops the job through a savepoint (state RUNNING → SUSPENDED)"],
  },
  {
    name: "RUNNING → CANCELLED",
    why: "the state of the job is not kept",
    before: running,
    edit: { ...running, ...toState("CANCELLED") },
    says: ["stops the job without a savepoint (state RUNNING → CANCELLED)"],
  },
  {
    name: "no state → CANCELLED, of a job that runs",
    why: "it is stopped all the same",
    before: { ...seen("RUNNING"), ...toState(undefined) },
    edit: toState("CANCELLED"),
    says: ["stops the job without a savepoint (state not given → CANCELLED)"],
  },
  {
    name: "RUNNING → CANCELLED, of a job that failed",
    why: "there is nothing to stop",
    before: { ...seen("FAILED"), ...toState("RUNNING") },
    edit: toState("CANCELLED"),
    says: ["wants the job stopped (state RUNNING → CANCELLED)"],
  },
  {
    name: "SUSPENDED → RUNNING",
    why: "where from is left to the platform",
    before: suspended,
    edit: toState("RUNNING"),
    says: ["starts the job (state SUSPENDED → RUNNING)"],
  },
  {
    name: "no state → RUNNING, of a job that runs",
    why: "it is not started",
    before: { ...seen("RUNNING"), ...toState(undefined) },
    edit: toState("RUNNING"),
    says: ["wants the job running (state not given → RUNNING)"],
  },
  ...[
    ["LATEST_STATE", " from its latest state"],
    ["LATEST_SAVEPOINT", " from its latest savepoint"],
    ["NONE", " without state"],
    ["NEW_KIND", ""],
  ].map(([kind = "", from]) => ({
    name: `SUSPENDED → RUNNING with restoreStrategy ${kind}`,
    why: "it says where from",
    before: { ...suspended, ...restore(kind) },
    edit: { ...toState("RUNNING"), ...restore(kind) },
    says: [`starts the job${from} (state SUSPENDED → RUNNING)`],
  })),
  {
    name: "SUSPENDED → CANCELLED with another template and a restart",
    why: "a stop leaves nothing to restart",
    before: suspended,
    edit: { ...toState("CANCELLED"), ...template, "spec.restartNonce": 1 },
    says: [
      "wants the job stopped (state SUSPENDED → CANCELLED)",
      "the changed template holds from the next start of the job",
      "restarts nothing, because the wanted state is CANCELLED (restartNonce 1)",
    ],
  },
  {
    name: "a start with another template",
    why: "one start with the new template",
    before: suspended,
    edit: { ...toState("RUNNING"), ...template },
    says: ["starts the job (state SUSPENDED → RUNNING)"],
  },
];

const templates: readonly Row[] = [
  ...[
    ["STATEFUL", " through a savepoint"],
    ["STATELESS", " without its state"],
    ["NEW_KIND", ""],
  ].map(([kind = "", way]) => ({
    name: `another template with upgradeStrategy ${kind}`,
    why: "the strategy says how",
    before: { ...running, ...strategy(kind) },
    edit: { ...running, ...strategy(kind), ...template },
    says: [`restarts the job${way} (template changes, upgradeStrategy ${kind})`],
  })),
  {
    name: "another template without a strategy",
    why: "PATCH mode leaves it to the platform",
    before: running,
    edit: { ...running, ...template },
    says: ["restarts the job as its upgradeStrategy on the platform says (template changes)"],
  },
  {
    name: "another template whose strategy is no longer given",
    why: "PATCH mode takes nothing away, so the platform still has it",
    before: { ...running, ...strategy("STATELESS") },
    edit: { ...running, ...template },
    says: [
      "restarts the job without its state (template changes, upgradeStrategy STATELESS)",
      "leaves on the platform what PATCH mode cannot take away: spec.deployment.spec.upgradeStrategy",
    ],
  },
  {
    name: "another template with upgradeStrategy NONE",
    why: "AMB-32: the platform leaves the job alone",
    before: { ...running, ...strategy("NONE") },
    edit: { ...running, ...strategy("NONE"), ...template },
    says: ["the changed template holds from the next start of the job (upgradeStrategy NONE)"],
  },
  {
    name: "another template of a job that failed",
    why: "what the platform makes of it is not known",
    before: { ...running, ...seen("FAILED") },
    edit: { ...running, ...template },
    says: ["sends the changed template; the job was FAILED"],
  },
  {
    name: "another template of a job that is stopped",
    why: "nothing is restarted",
    before: suspended,
    edit: { ...suspended, ...template },
    says: ["the changed template holds from the next start of the job"],
  },
  {
    name: "a field of the template removed in PATCH mode",
    why: "R23: nothing of it is sent, so nothing restarts",
    before: { ...running, ...template },
    edit: running,
    says: [`leaves on the platform what PATCH mode cannot take away: ${job}.parallelism`],
  },
  {
    name: "a field of the template removed in PUT mode",
    why: "R24: it is reset",
    before: { ...running, ...putMode, ...template },
    edit: { ...running, ...putMode },
    says: ["restarts the job as its upgradeStrategy on the platform says (template changes)"],
  },
  {
    name: "the mode together with a label of the deployment",
    why: "R24: the first full definition resets what is not in it",
    before: running,
    edit: { ...running, ...putMode, "spec.deployment.metadata.labels": { a: "b" } },
    says: [
      "replaces the whole definition: what is not given is reset (PATCH → PUT)",
      "updates the deployment on the platform; that does not touch the job",
    ],
  },
  {
    name: "the number of attempts",
    why: "no upgrade comes of it",
    before: running,
    edit: { ...running, [`${at}.maxJobCreationAttempts`]: 3 },
    says: ["updates the deployment on the platform; that does not touch the job"],
  },
];

const asking = { ...running, "spec.savepointNonce": 3, "spec.restartNonce": 3 };
const nonces: readonly Row[] = [
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

const patch = changed(example("vvp-minimal-patch"), { "metadata.annotations": {} });

describe("a preview", () => {
  it.each([...creations, ...quiet, ...states, ...templates, ...nonces])("of $name ($why)", ({ before, edit, says }) => {
    const object = changed(patch, edit);
    const oldObject = before === undefined ? undefined : changed(patch, before);
    expect(preview({ object, settings, ...(oldObject !== undefined && { oldObject }) })).toEqual(says);
  });

  it("of a resource in a namespace that is not watched says that nobody looks (R12)", () => {
    const review = { object: patch, settings: { ...settings, namespaces: ["other"] } };
    const why = "this operator does not watch namespace my-deploy-namespace";
    expect(preview(review)).toEqual([`sends nothing to the platform, because ${why}`]);
    expect(preview({ ...review, oldObject: patch })).toEqual([]);
    expect(preview({ ...review, settings: { ...settings, namespaces: ["my-deploy-namespace"] } })).toHaveLength(1);
  });

  it("is total on whatever is stored", () => {
    const version = fc.record({ metadata: fc.constant({}), spec: anyJson, status: anyJson });
    fc.assert(
      fc.property(version, version, (object, oldObject) => {
        const review = {
          object: object as unknown as KubeObject,
          oldObject: oldObject as unknown as KubeObject,
          settings,
        };
        for (const text of preview(review)) expect(text).not.toBe("");
      }),
      seeded(500),
    );
  });
});
