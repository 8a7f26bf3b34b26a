import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Document, parse } from "yaml";
import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonValue } from "../../../shared/core/json.ts";
import type { Violation } from "../../../shared/core/rule.ts";
import { makeCluster } from "../../../shared/flink/cluster/make-cluster.ts";
import { type ClusterPlan, planCluster } from "../../../shared/flink/cluster/plan-cluster.ts";
import { makeEffectiveConfiguration } from "../../../shared/flink/effective.ts";
import type { Defaults } from "../../../shared/flink/options/option.ts";
import { readOptions } from "../../../shared/flink/options/read-options.ts";
import { type FlinkDeploymentSpec, spec as specSchema } from "../../../shared/kinds/flink-deployment/schema.ts";

const root = join(import.meta.dirname, "../../..");

/** A cluster whose objects are on record; `NAME.yaml` beside this file holds them. */
export interface Golden {
  readonly name: string;
  readonly why: string;
  /** Files below the project's root, laid over each other: a resource, and fragments of the guide. */
  readonly manifests: readonly string[];
  readonly spec?: JsonValue;
  readonly restorePath?: string;
  readonly defaults?: Defaults;
}

const guide = (name: string) => `examples/flink/${name}`;
const own = (name: string) => `test/golden/flink/manifests/${name}`;

const ha = { "high-availability.type": "kubernetes", "high-availability.storageDir": "s3://my-bucket/ha" };

/** Clusters of both modes and kinds, from the oldest to the newest Flink, and every manifest of the guide among them. */
export const goldens: readonly Golden[] = [
  {
    name: "guide-application",
    why: "native, highly available, 1.18, as in the guide",
    manifests: [guide("application")],
  },
  { name: "guide-session", why: "native session that holds three TaskManagers", manifests: [guide("session-cluster")] },
  {
    name: "guide-sql",
    why: "arguments of many lines, which flink-conf.yaml cannot carry",
    manifests: [guide("sql-job")],
  },
  {
    name: "guide-autoscaled",
    why: "nothing of the autoscaler reaches Flink; a variable from a secret",
    manifests: [guide("autoscaled-application"), guide("fragments/secret-variable")],
  },
  {
    name: "guide-pod-templates",
    why: "templates of both levels, and a memory limit above the process size",
    manifests: [guide("application"), guide("fragments/pod-templates")],
  },
  {
    name: "guide-ingress",
    why: "a path for the host of the certificate",
    manifests: [guide("application"), guide("fragments/ingress")],
  },
  {
    name: "guide-overrides",
    why: "labels, annotations with colons, tolerations in JSON, variables",
    manifests: [own("application"), guide("fragments/kubernetes-options")],
  },
  {
    name: "guide-restricted",
    why: "restricted pod security, standalone: both Deployments are ours",
    manifests: [own("application"), guide("fragments/restricted-pods")],
    spec: { mode: "standalone", flinkVersion: "v2_2" },
  },
  {
    name: "standalone-1.15",
    why: "the oldest Flink, from a savepoint, without high availability",
    manifests: [own("application")],
    spec: { mode: "standalone", flinkVersion: "v1_15", job: { allowNonRestoredState: true } },
    restorePath: "s3://my-bucket/savepoints/savepoint-1",
  },
  {
    name: "standalone-ha-1.20",
    why: "two JobManagers, two TaskManagers for three slots",
    manifests: [own("application")],
    spec: { mode: "standalone", jobManager: { replicas: 2 }, flinkConfiguration: ha },
  },
  {
    name: "native-ha-2.2",
    why: "config.yaml, from a checkpoint",
    manifests: [own("application")],
    spec: { flinkVersion: "v2_2", flinkConfiguration: ha, job: { jarURI: "local:///opt/flink/usrlib/my-app.jar" } },
    restorePath: "s3://my-bucket/checkpoints/chk-7",
  },
  {
    name: "native-session-2.2",
    why: "resources in Kubernetes' own words, disk, fixed number",
    manifests: [own("session")],
  },
  {
    name: "standalone-session-1.20",
    why: "log properties, pull secrets, a port of its own, without probe",
    manifests: [own("session")],
    spec: {
      mode: "standalone",
      flinkVersion: "v1_20",
      image: "registry.example.com/flink:1.20.1",
      imagePullPolicy: "Always",
      imagePullSecrets: [{ name: "registry" }],
      logConfiguration: { "rootLogger.level": "WARN", "logger.app.name": "com.example", "logger.app.level": "DEBUG" },
      flinkConfiguration: {
        "rest.port": 9091,
        "kubernetes.operator.jm-deployment.startup.probe.enabled": false,
        "kubernetes.rest-service.exposed.type": "NodePort",
      },
    },
  },
];

interface Manifest {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: FlinkDeploymentSpec;
}

/** The plan of a case, and everything that was found wrong with its spec on the way. */
export function planGolden(golden: Golden): { plan: ClusterPlan; problems: readonly Violation[] } {
  const { metadata, spec } = mergeManifests(golden);
  const deploy = { attempt: 1, jobId: "a1".repeat(16), restorePath: golden.restorePath };
  const effective = makeEffectiveConfiguration({ name: metadata.name, spec, defaults: {}, deploy });
  const read = readOptions(effective.configuration, { defaults: golden.defaults ?? "guide", scope: "resource" });
  const plan = planCluster({
    owner: {
      apiVersion: "flink.apache.org/v1beta1",
      kind: "FlinkDeployment",
      name: metadata.name,
      uid: "3f2f9a62-0b6c-4d6f-8a53-0d3c8f5a7e11",
    },
    namespace: metadata.namespace ?? "default",
    generation: 1,
    attempt: deploy.attempt,
    spec,
    configuration: effective.configuration,
    options: read.values,
  });
  return { plan, problems: [...effective.problems, ...read.problems, ...(plan.problems ?? [])] };
}

/** The objects of a case as the YAML that is on record. */
export function writeGolden(golden: Golden): string {
  const { plan, problems } = planGolden(golden);
  if (plan.blueprint === undefined || problems.length > 0) throw new Error(JSON.stringify(problems, null, 2));
  const documents = makeCluster(plan.blueprint).map((object) => {
    const document = new Document(object, { aliasDuplicateObjects: false });
    return document.toString({ lineWidth: 0 });
  });
  return `# ${golden.why}; written by \`node test/golden/flink/renew.ts\`.\n${documents.join("---\n")}`;
}

/** Where the objects of a case are on record. */
export function pathOf({ name }: Golden): string {
  return join(import.meta.dirname, `${name}.yaml`);
}

function mergeManifests({ manifests, spec = {} }: Golden): Manifest {
  const parts = manifests.map((name) => parse(readFileSync(join(root, `${name}.yaml`), "utf8"))) as JsonValue[];
  const merged = [...parts, { spec }].reduce<JsonValue>((below, above) => mergePatch(below, above), {});
  const manifest = merged as unknown as Manifest;
  return { ...manifest, spec: specSchema.parse(manifest.spec) };
}
