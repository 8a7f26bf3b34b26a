import { describe, expect, it } from "vitest";
import type { Examination } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { type Review, violationsOf } from "../../../shared/core/rule.ts";
import { validate } from "../../../shared/core/validate.ts";
import { judgeTarget as judgeCluster } from "../../../shared/kinds/flink-session-job/judge-target.ts";
import { judgeTarget as judgeJob } from "../../../shared/kinds/flink-state-snapshot/judge-target.ts";
import { definitions, deployed, flinkExample, patched, rigOf, settings } from "./flink-rig.ts";
import { snapshot } from "./rows/state-snapshot.ts";

interface Case {
  readonly name: string;
  readonly object: KubeObject;
  readonly oldObject?: KubeObject;
  readonly operator?: Readonly<Record<string, string>>;
  /** What is found behind the reference of a session job or snapshot; undefined where nothing is. */
  readonly target?: KubeObject;
  /** Words of the refusal; absent where it is admitted. */
  readonly refused?: RegExp;
  readonly warned?: RegExp;
}

const application = flinkExample("application");
const cluster = flinkExample("session-cluster");
const sessionJob = flinkExample("session-job");
const app = (patch: unknown) => patched(application, patch);
const noHa = { "high-availability": null, "high-availability.storageDir": null };
const noSavepoints = { "state.savepoints.dir": null, "kubernetes.operator.periodic.savepoint.interval": null };
const http = { "kubernetes.operator.user.artifacts.allowed-schemes": "http,https" };
const named = (name: string) => app({ metadata: { name } });
const jar = (jarURI: string) => patched(sessionJob, { spec: { job: { jarURI } } });
const existing = { spec: { savepoint: { alreadyExists: true, path: "s3://bucket/savepoint-1" }, jobReference: null } };

const cases: readonly Case[] = [
  {
    name: "8.1/1: no service account",
    object: app({ spec: { serviceAccount: null } }),
    refused: /serviceAccount.*must be defined/,
  },
  {
    name: "8.1/2: no version",
    object: app({ spec: { flinkVersion: null } }),
    refused: /flinkVersion.*is missing.*v1_20/,
  },
  {
    name: "8.1/2: v1_14",
    object: app({ spec: { flinkVersion: "v1_14" } }),
    refused: /flinkVersion.*no longer supported/,
  },
  {
    name: "8.1/3: stateful, mapped to last-state, never silently",
    object: application,
    warned: /stateful.*last-state/,
  },
  {
    name: "8.1/4: savepoint without a directory; deviation: admitted, and goes on from the latest checkpoint",
    object: app({ spec: { job: { upgradeMode: "savepoint" }, flinkConfiguration: noSavepoints } }),
    warned: /state\.savepoints\.dir.*latest checkpoint/,
  },
  {
    name: "8.1/5: last-state without a checkpoint directory",
    object: app({
      spec: { job: { upgradeMode: "last-state" }, flinkConfiguration: { "state.checkpoints.dir": null } },
    }),
    refused: /state\.checkpoints\.dir.*is required/,
  },
  {
    name: "8.1/6: two JobManagers without high availability",
    object: app({ spec: { jobManager: { replicas: 2 }, flinkConfiguration: noHa } }),
    refused: /jobManager\.replicas.*high availability/,
  },
  { name: "8.1/6: two JobManagers with high availability", object: app({ spec: { jobManager: { replicas: 2 } } }) },
  {
    name: "8.1/7: parallelism 0",
    object: app({ spec: { job: { parallelism: 0 } } }),
    refused: /job\.parallelism.*1 or more/,
  },
  {
    name: "8.1/7: parallelism 0 with two TaskManagers",
    object: app({ spec: { job: { parallelism: 0 }, taskManager: { replicas: 2 } } }),
  },
  {
    name: "8.1/8: a key that follows from the name",
    object: app({ spec: { flinkConfiguration: { "kubernetes.cluster-id": "other" } } }),
    refused: /kubernetes\.cluster-id.*must not be set/,
  },
  { name: "8.1/9: 46 characters", object: named("a".repeat(46)), refused: /metadata\.name.*45 at most/ },
  { name: "8.1/9: Abc", object: named("Abc"), refused: /metadata\.name/ },
  { name: "8.1/9: a dash at the end", object: named("abc-"), refused: /metadata\.name/ },
  { name: "8.1/9: 45 characters", object: named("a".repeat(45)) },
  {
    name: "8.1/10: an application without its job",
    oldObject: deployed(application),
    object: patched(deployed(application), { spec: { job: null } }),
    refused: /spec\.job.*cannot be/,
  },
  {
    name: "8.1/10: a session cluster with a job",
    oldObject: deployed(cluster),
    object: patched(deployed(cluster), { spec: { job: { jarURI: "local:///a.jar", parallelism: 1 } } }),
    refused: /spec\.job.*cannot be/,
  },
  {
    name: "8.1/10: standalone after native",
    oldObject: deployed(application),
    object: patched(deployed(application), { spec: { mode: "standalone" } }),
    refused: /spec\.mode.*cannot change/,
  },
  { name: "8.1/11: http", object: jar("http://169.254.169.254/x.jar"), target: cluster, refused: /jarURI.*scheme/ },
  {
    name: "8.1/11: a cloud's metadata",
    object: jar("http://169.254.169.254/x.jar"),
    operator: http,
    target: cluster,
    refused: /jarURI.*address/,
  },
  {
    name: "8.1/12: an application for a session job",
    object: sessionJob,
    target: application,
    refused: /deploymentName.*application/,
  },
  { name: "8.1/12: no cluster yet", object: sessionJob, warned: /deploymentName.*waits/ },
  {
    name: "8.1/13: another cluster",
    oldObject: deployed(sessionJob),
    object: patched(deployed(sessionJob), { spec: { deploymentName: "other" } }),
    target: cluster,
    refused: /deploymentName.*cannot change/,
  },
  {
    name: "8.1/14: both kinds",
    object: patched(snapshot, { spec: { checkpoint: {} } }),
    target: application,
    refused: /exactly one/,
  },
  {
    name: "8.1/14: neither kind",
    object: patched(snapshot, { spec: { savepoint: null } }),
    target: application,
    refused: /exactly one/,
  },
  { name: "8.1/14: no such job", object: snapshot, refused: /jobReference\.name.*names no FlinkDeployment/ },
  { name: "8.1/14: what exists already, without a job", object: patched(snapshot, existing) },
];

const rigs = new Map(definitions.map((definition) => [definition.names.kind, rigOf(definition)]));

function examined(review: Review, target: KubeObject | undefined): Examination {
  if (review.object.kind === "FlinkSessionJob") return judgeCluster(review, target);
  if (review.object.kind === "FlinkStateSnapshot") return judgeJob(review, target);
  return { denials: [], warnings: [] };
}

describe("conformance: admission (8.1 A)", () => {
  it.each(cases)("$name", async ({ object, oldObject, operator = {}, target, refused, warned }) => {
    const kind = String(object.kind);
    const definition = definitions.find(({ names }) => names.kind === kind);
    const rig = rigs.get(kind);
    if (definition === undefined || rig === undefined) throw new Error(`no kind ${kind}`);
    const by = { ...settings, flinkConfiguration: operator };
    const review = { object, settings: by, ...(oldObject !== undefined && { oldObject }) };
    const causes = oldObject === undefined ? await rig.create(object) : await rig.update(oldObject, object);
    const own = validate(definition, review);
    const found = examined(review, target);
    const denials = [...own, ...(own.length > 0 ? [] : found.denials)].map(({ path, message }) => `${path} ${message}`);
    const warnings = [...violationsOf(definition.rules, "warn", review), ...found.warnings];
    expect(denials.join("; ")).toMatch(refused ?? /^$/);
    expect(causes.length > 0 && refused === undefined).toBe(false);
    expect(warnings.map(({ path, message }) => `${path} ${message}`).join("; ")).toMatch(warned ?? /^/);
  });
});
