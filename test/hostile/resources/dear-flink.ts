import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkExample } from "../../table/flink/flink-rig.ts";
import { snapshot } from "../../table/flink/rows/state-snapshot.ts";

/** A resource of a Flink kind that asks for as much work as one can, within the bounds of a resource or beyond them. */
export interface DearResource {
  readonly id: string;
  readonly object: KubeObject;
  /** False for what an API server drops or refuses before it is stored, so that only a forged review holds it. */
  readonly isStorable: boolean;
}

/** A sound resource of each Flink kind. */
export const soundFlink = {
  FlinkDeployment: flinkExample("application"),
  FlinkSessionJob: flinkExample("session-job"),
  FlinkStateSnapshot: snapshot,
} as const;

/** Fields that no schema knows, and more than the 256 KiB that annotations may have. */
const forged: ReadonlySet<string> = new Set(["unknown fields", "a wide status", "annotations of its own"]);

type Patches = Readonly<Record<string, JsonValue>>;

const list = (count: number, item: (index: number) => JsonValue): JsonValue[] =>
  Array.from({ length: count }, (_, index) => item(index));
const map = (count: number, value: JsonValue, key = (index: number) => `key-${index}`): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), value]));
const deep = (depth: number): JsonValue => (depth === 0 ? 1 : { a: deep(depth - 1) });
const joined = (count: number, item: (index: number) => string, by = ",") => list(count, item).join(by);

const configured = (name: string, flinkConfiguration: JsonObject): Patches => ({
  [`configuration: ${name}`]: { spec: { flinkConfiguration } },
});
const pods = (prefix: string, most: number) => ({
  podTemplate: { spec: { containers: list(most, (index) => ({ name: `${prefix}${index}` })) } },
});
const env = (most: number) => [
  { name: "flink-main-container", env: list(most, (i) => ({ name: `E${i}`, value: "v" })) },
];

const blanks = " ".repeat(32_000);
const scaled = { "job.autoscaler.enabled": "true" };

/** What stands where a cron has its seconds; who measures puts others there each time, since what a cron says is kept. */
export const anySecond = "ANY-SECOND";

const someCron = (index: number) => `${anySecond} ${index} 0 ? 2 6#5`;

/** Of as many options as are taken, and of more; and texts that a list, a map, a duration or a size is read from. */
const configurations: Patches = {
  ...configured("texts", map(900, "x")),
  ...configured("more texts than are taken", map(30_000, "x")),
  ...configured(
    "almost an option's name",
    map(900, "x", (index) => `taskmanager.numberOfTaskSlot${index}`),
  ),
  ...configured(
    "options of the operator",
    map(900, "x", (index) => `kubernetes.operator.${index}`),
  ),
  ...configured(
    "options of the autoscaler",
    map(900, "x", (index) => `job.autoscaler.${index}`),
  ),
  ...configured(
    "variables",
    map(900, "v", (index) => `containerized.master.env.K${index}`),
  ),
  ...configured("lists", map(450, [[]])),
  ...configured("nested", map(240, { a: { b: { c: 1 } } })),
  ...configured("deep", map(16, deep(55))),
  ...configured("many below a long key", { ["k".repeat(30_000)]: map(900, "x") }),
  ...configured(
    "slips of options",
    map(900, "x", (index) => `kubernetes.operator.savepoint.history.max.coun${index}`),
  ),
  ...configured("a quoted text", { list: [{ key: "'".repeat(60_000) }] }),
  ...configured(
    "slips of the autoscaler",
    map(900, "x", (index) => `job.autoscaler.scale-down.max-factor${index}`),
  ),
  ...configured("blanks behind labels", { "kubernetes.jobmanager.labels": ",".repeat(32_000) + blanks }),
  ...configured("blanks in quotes", { "kubernetes.jobmanager.labels": `'${":".repeat(32_000)}${blanks}'` }),
  ...configured("blanks behind headers", {
    "kubernetes.operator.user.artifacts.http.header": ",".repeat(32_000) + blanks,
  }),
  ...configured("blanks behind periods", {
    ...scaled,
    "job.autoscaler.excluded.periods": ";".repeat(32_000) + blanks,
  }),
  ...configured("periods", { ...scaled, "job.autoscaler.excluded.periods": joined(5_000, () => "9:00-9:01", ";") }),
  ...configured("crons of periods", {
    ...scaled,
    "job.autoscaler.excluded.periods": joined(4_000, () => "* * * ? * *", ";"),
  }),
  ...configured("as many crons of periods as are taken", {
    ...scaled,
    "job.autoscaler.excluded.periods": joined(10, someCron, ";"),
  }),
  ...configured("as many crons, and a key under its former name", {
    ...scaled,
    "state.backend": "rocksdb",
    "job.autoscaler.excluded.periods": joined(10, someCron, ";"),
  }),
  ...configured("pull secrets", { "kubernetes.container.image.pull-secrets": joined(9_000, (i) => `s${i}`, ";") }),
  ...configured("variables in one option", { "kubernetes.jobmanager.env.vars": joined(7_000, (i) => `E${i}:v`) }),
  ...configured("a distant cron", { "kubernetes.operator.periodic.savepoint.interval": "59 59 23 31 12 ? 2099" }),
  ...configured("labels", { "kubernetes.jobmanager.labels": joined(7_000, (index) => `k${index}:v`) }),
  ...configured("mounts", { "kubernetes.secrets": joined(4_900, (index) => `s${index}:/p${index}`) }),
  ...configured("tolerations", {
    "kubernetes.jobmanager.tolerations": joined(2_300, (index) => `key:k${index},operator:Exists`, ";"),
  }),
  ...configured("apostrophes", { "kubernetes.jobmanager.annotations": "'".repeat(65_000) }),
  ...configured("a duration", { "kubernetes.operator.periodic.savepoint.interval": " 1h".repeat(21_500) }),
  ...configured("a cron", {
    "kubernetes.operator.periodic.savepoint.interval": `${joined(16_000, () => "1-9")} * * * *`,
  }),
  ...configured("a size", { "taskmanager.memory.process.size": "9".repeat(65_000) }),
  ...configured("overrides", { "pipeline.jobvertex-parallelism-overrides": joined(7_000, (index) => `v${index}:1`) }),
};

const deployments: Patches = {
  ...configurations,
  "a log of blanks": { spec: { logConfiguration: { "log4j-console.properties": " ".repeat(1_400_000) } } },
  "a log of continued lines": { spec: { logConfiguration: { "log4j-console.properties": "\\\n".repeat(500_000) } } },
  "labels of pods": { spec: { podTemplate: { metadata: { labels: map(9_800, "x") } } } },
  "labels, one of them no text": { spec: { podTemplate: { metadata: { labels: { ...map(9_800, "x"), last: 7 } } } } },
  "labels of which none is a text": { spec: { podTemplate: { metadata: { labels: map(9_800, 7) } } } },
  "more labels than are taken": { spec: { podTemplate: { metadata: { labels: map(60_000, "x") } } } },
  containers: { spec: pods("a", 4_900) },
  "containers of two templates": { spec: { ...pods("a", 2_400), taskManager: pods("b", 2_400) } },
  variables: { spec: { podTemplate: { spec: { containers: env(3_200) } } } },
  "a wide template": { spec: { podTemplate: { spec: map(9_800, 7) } } },
  "a deep template": { spec: { podTemplate: { spec: map(170, deep(55)) } } },
  "hosts of an ingress": { spec: { ingress: { template: "/a", tls: [{ hosts: list(9_800, () => "a") }] } } },
  arguments: { spec: { job: { args: list(9_800, () => "x") } } },
  "an argument of quotes": { spec: { job: { args: ["'".repeat(1_300_000)] } } },
  "unknown fields": { spec: map(9_800, 1) },
  "annotations of its own": { metadata: { annotations: map(60_000, "x") } },
  "a former spec of another configuration": {
    spec: { flinkConfiguration: map(450, "x") },
    status: {
      reconciliationStatus: {
        lastReconciledSpec: JSON.stringify({ spec: { flinkConfiguration: map(60_000, "y") } }),
        state: "DEPLOYED",
      },
    },
  },
  "a wide status": { status: map(60_000, 1) },
};

const sessionJobs: Patches = {
  ...configurations,
  arguments: { spec: { job: { args: list(9_800, () => "x") } } },
  "arguments, one of them no text": { spec: { job: { args: [...list(9_800, () => "x"), 7] } } },
  "a former spec that is none": { status: { reconciliationStatus: { lastReconciledSpec: "[".repeat(1_000_000) } } },
  "a former spec of many fields": {
    status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: map(60_000, 1) }) } },
  },
  "a JAR of percents": { spec: { job: { jarURI: `https://a/${"%".repeat(4_000)}` } } },
  "unknown fields": { spec: map(9_800, 1) },
};

const snapshots: Patches = {
  "unknown fields": { spec: map(9_800, 1) },
  "fields of a savepoint": { spec: { savepoint: map(9_800, 1) } },
  "a path": { spec: { savepoint: { path: `s3://${"x".repeat(1_400_000)}` } } },
  "a wide status": { status: map(60_000, 1) },
};

/** The dearest resources of each Flink kind. */
export const dearFlink: readonly DearResource[] = [
  ...dear(soundFlink.FlinkDeployment, deployments),
  ...dear(soundFlink.FlinkSessionJob, sessionJobs),
  ...dear(soundFlink.FlinkStateSnapshot, snapshots),
];

function dear(sound: KubeObject, patches: Patches): DearResource[] {
  return Object.entries(patches).map(([name, patch]) => {
    const object = mergePatch(sound as unknown as JsonValue, patch) as unknown as KubeObject;
    return { id: `dear/${sound.kind}/${name}`, object, isStorable: !forged.has(name) };
  });
}
