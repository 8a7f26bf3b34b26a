import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { KubeObject } from "../../../../shared/core/object.ts";

/** The namespace of the examples. */
export const namespace = "my-deploy-namespace";

/** Path of the VvpDeployments in it, or of one. */
export const pathOf = (name?: string) =>
  `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments${name === undefined ? "" : `/${name}`}`;

/** Path of the webhook configuration of the manifests. */
export const webhookPath = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/weir-admission";

/** Path of the front's Secret. */
export const secretPath = "/api/v1/namespaces/weir-system/secrets/weir-front-tls";

type Example = KubeObject & { spec: { deployment: { spec: { template: { spec: object } } } } };

const text = readFileSync(join(import.meta.dirname, "../../../../examples/vvp-minimal-patch.yaml"), "utf8");

/** A VvpDeployment that nobody minds. */
export function good(name: string, annotations: Readonly<Record<string, string>> = {}): Example {
  const { metadata, ...rest } = parse(text) as Example;
  return { ...rest, metadata: { ...metadata, name, annotations: { ...metadata.annotations, ...annotations } } };
}

/** One that schema and policies let pass, and only rules in code see: a key that would reach a prototype. */
export function trap(name: string): Example {
  const object = good(name);
  Object.assign(object.spec.deployment.spec.template.spec, { flinkConfiguration: { constructor: "x" } });
  return object;
}

/** What admission says of `trap`. */
export const trapped = 'spec: has the key "constructor", which is not allowed';

/** Another one that only rules in code see: a field that nobody knows, of more levels than a walk over it may take. */
export function deep(name: string): Example {
  const object = good(name);
  Object.assign(object.spec.deployment.spec, { unknown: JSON.parse(`${"[".repeat(80)}${"]".repeat(80)}`) });
  return object;
}

/** One that is accepted with a warning. */
export const doubtful = (name: string) => good(name, { "weir.dev/paused": "yes" });

/** What kubectl prints of what admission expects of any of them. */
export const foretold = "Warning: preview: creates deployment default/my-deployment in state CANCELLED\n";

/** What admission says of `doubtful`. */
export const doubts = 'metadata.annotations["weir.dev/paused"]: is neither "true" nor "false"; projection goes on';
