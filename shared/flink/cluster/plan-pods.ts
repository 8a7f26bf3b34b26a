import { readInteger } from "../../core/notation/scalar.ts";
import type { Violation } from "../../core/rule.ts";
import type { Role } from "../flink-notation.ts";
import { readPodSettings } from "../pod-settings.ts";
import type { Pods } from "./blueprint.ts";
import { findWithoutEffect, judgePodTemplate } from "./judge-pod-template.ts";
import { makeOptionReader } from "./option-reader.ts";
import { planAdditions } from "./plan-additions.ts";
import { planResources } from "./plan-resources.ts";
import { planSize } from "./plan-size.ts";
import { itemsAt, mainContainerName, mergePodTemplates, nameOf } from "./pod-template.ts";
import type { ClusterRequest, ComponentSpec } from "./request.ts";

/** The pods of a role, and what is wrong with what they are made of; they are only to be built where there is no problem. */
export interface PodsPlan {
  readonly pods: Pods;
  readonly problems: readonly Violation[];
  readonly warnings: readonly Violation[];
}

/** What the pods of a role are made of, from the spec and from Flink's own options (3.4). */
export function planPods(request: ClusterRequest, role: Role): PodsPlan {
  const { spec, configuration } = request;
  const own = componentOf(request, role);
  const arrays = request.options.mergesByName ? "by-name" : "by-index";
  const template = mergePodTemplates(spec.podTemplate, own.spec.podTemplate, arrays);
  const path = own.spec.podTemplate === undefined ? "spec.podTemplate" : `${own.path}.podTemplate`;
  const options = makeOptionReader(configuration);
  const size = planSize(options, role, template, {
    template: resourcesPath(request, own),
    resource: `${own.path}.${own.spec.resources === undefined ? "resource" : "resources"}`,
  });
  const resources = planResources(own.spec, own.path);
  const { settings, problems: unsound } = readPodSettings(configuration, role);
  const pods: Pods = {
    role,
    replicas: options.read(replicasOption[role], readInteger) ?? 1,
    template,
    size: size.size,
    otherResources: resources.resources,
    image: options.text("kubernetes.container.image.ref"),
    imagePullPolicy: options.text("kubernetes.container.image.pull-policy"),
    serviceAccount: options.text(`kubernetes.${role}.service-account`) ?? options.text("kubernetes.service-account"),
    imagePullSecrets: planPullSecrets(request, settings.imagePullSecrets),
    labels: settings.labels,
    annotations: settings.annotations,
    nodeSelector: settings.nodeSelector,
    tolerations: settings.tolerations.map((one) => ({ ...one })),
    ...planAdditions(options, settings),
  };
  return {
    pods,
    problems: [
      ...judgePodTemplate(template, path),
      ...size.problems,
      ...resources.problems,
      ...unsound,
      ...options.problems,
    ],
    warnings: [...findWithoutEffect(template, path), ...size.warnings],
  };
}

interface Own {
  readonly spec: ComponentSpec;
  readonly path: string;
}

function componentOf({ spec }: ClusterRequest, role: Role): Own {
  return role === "jobmanager"
    ? { spec: spec.jobManager ?? {}, path: "spec.jobManager" }
    : { spec: spec.taskManager ?? {}, path: "spec.taskManager" };
}

/** Where `resources` of the main container stand: in the role's own template if that has any, else in the common one. */
function resourcesPath({ spec }: ClusterRequest, own: Own): string {
  const indexIn = (template: unknown) =>
    itemsAt(template, "spec", "containers").findIndex(
      (one) => nameOf(one) === mainContainerName && one.resources !== undefined,
    );
  const index = indexIn(own.spec.podTemplate);
  return index >= 0
    ? `${own.path}.podTemplate.spec.containers.${index}.resources`
    : `spec.podTemplate.spec.containers.${Math.max(0, indexIn(spec.podTemplate))}.resources`;
}

const replicasOption: Readonly<Record<Role, string>> = {
  jobmanager: "kubernetes.jobmanager.replicas",
  taskmanager: "kubernetes.internal.taskmanager.replicas",
};

/** Secrets of the spec and of the option, each once. */
function planPullSecrets({ spec }: ClusterRequest, listed: readonly string[]): readonly string[] {
  const named = (spec.imagePullSecrets ?? []).map(({ name }) => name ?? "");
  return [...new Set([...named, ...listed])].filter((name) => name !== "");
}
