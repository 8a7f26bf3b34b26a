import type { KubeObject } from "../../core/object.ts";
import { makeCluster } from "../../flink/cluster/make-cluster.ts";
import { planCluster } from "../../flink/cluster/plan-cluster.ts";
import type { ClusterSpec } from "../../flink/cluster/request.ts";
import type { FlinkConfiguration } from "../../flink/configuration.ts";
import type { ConfiguredSpec } from "../../flink/deployment-spec.ts";
import { makeEffectiveConfiguration } from "../../flink/effective.ts";
import { configMaps, deployments, ingresses, services } from "../../flink/object-kinds.ts";
import type { OptionValues } from "../../flink/options/read-options.ts";
import { restorePathOf } from "../../flink/restore.ts";
import type { DesiredObject, ObjectKind } from "../../ports/objects.ts";
import type { FlinkDeploymentSpec } from "./schema.ts";
import type { ClusterObject, Facts, PlannedObjects } from "./wanted.ts";

/** What the objects of a cluster are made from, besides the facts of a deploy. */
export interface Given {
  readonly spec: FlinkDeploymentSpec;
  /** The operator's defaults and the spec's own. */
  readonly configuration: FlinkConfiguration;
  readonly defaults: FlinkConfiguration;
  readonly values: OptionValues;
}

/** Builds what a deploy of a spec consists of. */
export function planObjects(object: KubeObject, given: Given, facts: Facts): PlannedObjects {
  const { name, namespace = "", uid = "", generation = 0 } = object.metadata;
  const { spec, defaults, values } = given;
  const deploy = { attempt: facts.attempt, jobId: facts.jobId, restorePath: restorePathOf(facts.restore) };
  const effective = makeEffectiveConfiguration({ name, spec: spec as ConfiguredSpec, defaults, deploy });
  if (effective.problems.length > 0) return { problems: effective.problems };
  const plan = planCluster({
    owner: { apiVersion: object.apiVersion ?? "", kind: "FlinkDeployment", name, uid },
    namespace,
    generation,
    attempt: facts.attempt,
    spec: spec as unknown as ClusterSpec,
    configuration: effective.configuration,
    options: { mergesByName: values.mergesByName, startupProbe: values.startupProbe },
  });
  if (plan.problems !== undefined) return { problems: plan.problems };
  return { objects: makeCluster(plan.blueprint).map(toClusterObject) };
}

const kinds: readonly ObjectKind[] = [configMaps, services, deployments, ingresses];

function toClusterObject(object: KubeObject): ClusterObject {
  const kind = kinds.find((one) => one.kind === object.kind);
  if (kind === undefined) throw new Error(`a cluster has no object of kind ${object.kind}`);
  return { kind, object: object as DesiredObject };
}
