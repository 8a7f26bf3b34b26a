import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { listed, looks, record, status, unlinked } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf, nothingMore } from "./parts.ts";

const newest = (content: string, generation: number, input = "input-1") =>
  record({ generation, input, applied: content });

function edit(patch: JsonObject) {
  return (world: World) => world.cluster.edit("my-deployment", patch);
}

const pause = edit({ metadata: { annotations: { "weir.dev/paused": "true" } } });
const resume = edit({ metadata: { annotations: { "weir.dev/paused": null } } });
const disabled = { SpecAligned: "False/SyncDisabled 10 The annotation weir.dev/paused is set." };

function pausedStatus(fields = {}) {
  return status({ fields: { syncEnabled: false, ...fields }, conditions: disabled, healthySince: 10 });
}

/** A spec that breaks a rule, seen by a pass because admission was not asked. */
function invalid(when: string, patch: JsonObject, violation: string, fields = {}): Step {
  return {
    when,
    act: edit(patch),
    after: 10_000,
    rule: "report-invalid",
    end: "settled",
    calls: [...looks, { "api patch": { record: record({ generation: 2 }) } }, "api patch status"],
    status: status({
      fields: { observedGeneration: 2, ...fields },
      conditions: {
        SpecAligned: `False/InvalidSpec 10 ${violation}. Correct the spec; nothing of it is projected until then.`,
      },
      healthySince: 10,
    }),
    record: record({ generation: 2 }),
  };
}

function invalidRow(name: string, why: string, patch: JsonObject, violation: string, fields = {}): Row {
  const when = "it slips past admission";
  const step = invalid(when, patch, violation, fields);
  return { name, why, given: "PATCH", steps: [step, { ...nothingMore("a tick"), rule: "report-invalid" }] };
}

const paused: Step = {
  when: "it is paused",
  act: pause,
  after: 10_000,
  rule: "pause",
  end: "settled",
  calls: [...looks, { "api patch": { record: newest("content-1", 1, "input-2") } }, "api patch status"],
  status: pausedStatus(),
  record: newest("content-1", 1, "input-2"),
};

/** What holds back the projection: the user's pause, and a spec that breaks a rule. */
export const heldRows: readonly Row[] = [
  {
    name: "a paused resource whose deployment is gone is resumed",
    why: "L3: a lost link freezes what else is said (F13), but not a pause that its user has ended; found by the crash search",
    given: "PATCH",
    steps: [
      paused,
      {
        when: "the deployment is removed outside of Weir, and the resource resumed",
        act: (world) => {
          world.admin.deleteDeployment("default", "my-deployment");
          resume(world);
        },
        after: 10_000,
        rule: "report-lost",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/deployment-1 404",
          listed,
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          fields: { actualState: null },
          conditions: {
            Consistent:
              "False/AppManagerRecordNotFound 20 Deployment my-deployment is gone from platform namespace default. " +
              "It was removed outside of Weir; delete the resource and create it anew.",
            SpecAligned: null,
          },
          healthySince: 10,
        }),
        record: record(),
      },
    ],
  },
  {
    name: "a paused resource is looked at and told about, and nothing is sent",
    why: "F9: neither an edit nor drift of the state; the newest spec goes out when it is resumed",
    given: "PATCH",
    steps: [
      paused,
      {
        when: "the user asks for RUNNING, and somebody changes the state on the platform",
        act: (world) => {
          edit(wanted("RUNNING"))(world);
          world.admin.editSpec("default", "my-deployment", { state: "SUSPENDED" });
        },
        after: 10_000,
        rule: "pause",
        end: "settled",
        calls: [...looks, { "api patch": { record: newest("content-1", 2, "input-2") } }, "api patch status"],
        status: pausedStatus({ observedSpecState: "RUNNING", observedGeneration: 2, actualState: "SUSPENDED" }),
        record: newest("content-1", 2, "input-2"),
      },
      {
        when: "it is resumed",
        act: resume,
        after: 10_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": deploymentOf(vvpDeployment("PATCH", wanted("RUNNING"))) },
          { "api patch": { record: newest("content-2", 2) } },
          "api patch status",
        ],
        status: status({
          fields: { observedSpecState: "RUNNING", observedGeneration: 2, actualState: "TRANSITIONING" },
          conditions: { SpecAligned: "True/ConfigUpdated 30 The changed spec is projected (mode=PATCH)." },
          healthySince: 30,
        }),
        record: newest("content-2", 2),
      },
    ],
  },
  invalidRow(
    "a field of the wrong type",
    "the schema is checked in a pass as it is in admission (S10); the deployment stays as it is",
    deploymentSpec({ state: "STOPPED", template: { spec: { parallelism: 4 } } }),
    'spec.deployment.spec.state Invalid option: expected one of "RUNNING"|"SUSPENDED"|"CANCELLED"',
    { observedSpecState: "STOPPED" },
  ),
  invalidRow(
    "a mode without its required fields",
    "R57–R63: every violation is named, so that one edit can mend them all",
    { spec: { syncingMode: "PUT", deployment: { spec: { template: { spec: { parallelism: 1 } } } } } },
    [
      "maxSavepointCreationAttempts",
      "maxJobCreationAttempts",
      "template.metadata",
      "template.spec.logging.loggingProfile",
      "template.spec.logging.log4jLoggers",
      "template.spec.logging.logReservePolicy",
    ]
      .map((path) => `spec.deployment.spec.${path} is required in PUT mode`)
      .join("; "),
  ),
  invalidRow(
    "another name",
    "R46: the deployment is still looked for where it was made",
    { spec: { deployment: { metadata: { name: "another" } } } },
    'spec.deployment.metadata.name was "my-deployment" at creation and is immutable',
  ),
  invalidRow(
    "another deployment target",
    "R48: what the platform cannot do is not asked of it",
    deploymentSpec({ deploymentTargetName: "another" }),
    'spec.deployment.spec.deploymentTargetName was "default" at creation and is immutable',
  ),
  {
    name: "a spec that breaks a rule from the start",
    why: "nothing is created; no finalizer, no record",
    steps: [
      {
        when: "it is applied without an artifact's address",
        act: (world) =>
          world.cluster.create(
            vvpDeployment("PATCH", deploymentSpec({ template: { spec: { artifact: { jarUri: null } } } })),
          ),
        rule: "report-invalid",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey", "platform GET default/my-deployment 404", "api patch status"],
        status: unlinked({
          conditions: {
            SpecAligned:
              "False/InvalidSpec 0 spec.deployment.spec.template.spec.artifact.jarUri is required for an artifact of kind JAR. Correct the spec; nothing of it is projected until then.",
          },
        }),
        record: null,
      },
    ],
  },
  {
    name: "a spec that names no deployment",
    why: "there is nothing to ask the platform for",
    steps: [
      {
        when: "it is applied without metadata",
        act: (world) => world.cluster.create(vvpDeployment("PATCH", { spec: { deployment: { metadata: null } } })),
        rule: "report-invalid",
        end: "settled",
        calls: ["api get", "api patch status"],
        status: unlinked({
          fields: { vvpNamespace: null },
          conditions: {
            SpecAligned:
              "False/InvalidSpec 0 spec.deployment.metadata Required value. Correct the spec; nothing of it is projected until then.",
          },
        }),
        record: null,
      },
    ],
  },
];
