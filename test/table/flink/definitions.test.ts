import { describe, expect, it } from "vitest";
import { makeCustomResourceDefinition } from "../../../crds/custom-resource-definition.ts";
import { lint } from "../../../crds/lint.ts";
import { validate } from "../../../shared/core/validate.ts";
import { flinkDeploymentDefinition } from "../../../shared/kinds/flink-deployment/definition.ts";
import { flinkSessionJobDefinition } from "../../../shared/kinds/flink-session-job/definition.ts";
import { definitions, flinkExample, patched, rigOf, settings } from "./flink-rig.ts";

/** Bytes that the annotation of `kubectl apply` may have; upstream's CRD has 586,799. */
const annotationLimit = 262_144;
const application = flinkExample("application");

describe.each(definitions)("the definition of $names.kind", (definition) => {
  it("is sound", () => {
    expect(lint(definition)).toEqual([]);
  });

  it("can be applied by kubectl, which keeps a copy of all of it in an annotation", () => {
    expect(JSON.stringify(makeCustomResourceDefinition(definition)).length).toBeLessThan(annotationLimit / 4);
  });
});

describe("what others build on", () => {
  const versions = (definition: (typeof definitions)[number]) =>
    makeCustomResourceDefinition(definition).spec.versions[0];

  it("scales a FlinkDeployment alone (8.1/53)", () => {
    const paths = {
      specReplicasPath: ".spec.taskManager.replicas",
      statusReplicasPath: ".status.taskManager.replicas",
      labelSelectorPath: ".status.taskManager.labelSelector",
    };
    const subresources = definitions.map((one) => versions(one)?.subresources);
    expect(subresources).toEqual([{ status: {}, scale: paths }, { status: {} }, { status: {} }]);
  });

  it("shows the columns of the Apache operator first, in its order (1.2)", () => {
    const columns = definitions.map(({ names, columns: all }) => [
      names.shortNames?.[0],
      ...all.map(({ name }) => name),
    ]);
    expect(columns.map((all) => all.slice(0, 4))).toEqual([
      ["flinkdep", "Job Status", "Lifecycle State", "Age"],
      ["sessionjob", "Job Status", "Lifecycle State", "Deployment Name"],
      ["flinksnp", "Path", "Result Timestamp", "Snapshot State"],
    ]);
  });
});

describe("a status", () => {
  const savepoint = {
    location: "s3://my-bucket/savepoints/my-streaming-app/savepoint-xxx",
    triggerType: "PERIODIC",
    triggerTimestamp: "2024-01-15T16:30:00Z",
    formatType: "NATIVE",
  };
  const guide = {
    jobStatus: {
      state: "RUNNING",
      jobId: "a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4",
      startTime: "2024-01-15T10:30:00Z",
      updateTime: "2024-01-15T10:31:05Z",
      savepointInfo: { lastSavepoint: savepoint, savepointHistory: [savepoint] },
    },
    lifecycleState: "STABLE",
    clusterInfo: { "flink-revision": "1.18.1", "total-cpu": "8.0", "total-memory": "4294967296" },
    reconciliationStatus: { lastReconciledSpec: "...", state: "DEPLOYED" },
  };
  const findings = (status: unknown, { schema } = flinkDeploymentDefinition) =>
    schema.status.safeParse(status).error?.issues.map(({ path }) => path.join(".")) ?? [];

  it("of the guide is one, but for a time that the Apache operator has as a number (5.6/8)", () => {
    const reconciliationTimestamp = "2024-01-15T10:31:05Z";
    const { reconciliationStatus } = guide;
    expect(findings(guide)).toEqual([]);
    expect(findings({ ...guide, reconciliationStatus: { ...reconciliationStatus, reconciliationTimestamp } })).toEqual([
      "reconciliationStatus.reconciliationTimestamp",
    ]);
  });

  it("of the Apache operator is one (1.4)", () => {
    const lastSavepoint = { timeStamp: 1_705_336_200_000, location: "s3://a", triggerType: "MANUAL", triggerNonce: 3 };
    const jobStatus = {
      ...guide.jobStatus,
      startTime: "1705314600000",
      savepointInfo: { triggerId: "", triggerTimestamp: 0, lastPeriodicSavepointTimestamp: 0, lastSavepoint },
      checkpointInfo: { triggerType: "UNKNOWN", formatType: "FULL", lastCheckpoint: { timeStamp: 1 } },
    };
    const status = {
      ...guide,
      jobStatus,
      error: "",
      observedGeneration: 4,
      jobManagerDeploymentStatus: "READY",
      reconciliationStatus: { reconciliationTimestamp: 1_705_314_665_000, lastStableSpec: "{}", state: "UPGRADING" },
      taskManager: { labelSelector: "component=taskmanager,app=my-streaming-app", replicas: 4 },
    };
    expect(findings(status)).toEqual([]);
    const { jobManagerDeploymentStatus: _a, taskManager: _b, clusterInfo: _c, ...ofJob } = status;
    expect(findings(ofJob, flinkSessionJobDefinition)).toEqual([]);
  });
});

describe("a word of the status", () => {
  it("knows the ten words of lifecycleState (5.6/11)", () => {
    const apache = "CREATED SUSPENDED UPGRADING DEPLOYED STABLE ROLLING_BACK ROLLED_BACK FAILED DELETING DELETED";
    const isWord = (lifecycleState: string) =>
      flinkDeploymentDefinition.schema.status.safeParse({ lifecycleState }).success;
    expect(apache.split(" ").filter((word) => !isWord(word))).toEqual([]);
    expect(isWord("RUNNING")).toBe(false);
  });
});

describe("a field with bounds", () => {
  const rig = rigOf(flinkDeploymentDefinition);
  const max = Number.MAX_SAFE_INTEGER;

  it.each([
    { why: "5.6, the settled points", path: "restartNonce", patch: { restartNonce: max }, sound: true },
    { why: "two nonces would be one", path: "restartNonce", patch: { restartNonce: max + 1 }, sound: false },
    {
      why: "two nonces would be one",
      path: "job.savepointTriggerNonce",
      patch: { job: { savepointTriggerNonce: -max - 1 } },
      sound: false,
    },
    { why: "FD-22", path: "jobManager.replicas", patch: { jobManager: { replicas: 0 } }, sound: false },
    { why: "FD-16, FD-24", path: "taskManager.replicas", patch: { taskManager: { replicas: 0 } }, sound: false },
    {
      why: "the guide: positive",
      path: "taskManager.resource.cpu",
      patch: { taskManager: { resource: { cpu: 0 } } },
      sound: false,
    },
    {
      why: "the guide: positive",
      path: "jobManager.resource.cpu",
      patch: { jobManager: { resource: { cpu: -1 } } },
      sound: false,
    },
    {
      why: "fractions of a core",
      path: "jobManager.resource.cpu",
      patch: { jobManager: { resource: { cpu: 0.5 } } },
      sound: true,
    },
    { why: "1.3", path: "job.upgradeMode", patch: { job: { upgradeMode: "lastState" } }, sound: false },
    { why: "1.3", path: "flinkVersion", patch: { flinkVersion: "1.18" }, sound: false },
    { why: "1.3", path: "imagePullPolicy", patch: { imagePullPolicy: "Sometimes" }, sound: false },
    {
      why: "a quantity is an integer or a text",
      path: "taskManager.resources.limits.cpu",
      patch: { taskManager: { resources: { limits: { cpu: 0.5 } } } },
      sound: false,
    },
  ])("$path: $sound for $patch ($why)", async ({ path, patch, sound }) => {
    const object = patched(application, { spec: patch });
    const own = new Set(validate(flinkDeploymentDefinition, { object, settings }).map((one) => one.path));
    const fields = (await rig.create(object)).map(({ field }) => field.replaceAll(/\[(\w+)\]/g, ".$1"));
    // Without a field it says that it has not looked at the rules.
    const server = fields.filter((field) => field !== "<nil>");
    expect([[...own], server]).toEqual(sound ? [[], []] : [[`spec.${path}`], [`spec.${path}`]]);
  });
});
