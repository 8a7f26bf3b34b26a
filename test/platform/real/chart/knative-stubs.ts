/** Kinds of Knative that a chart names, with any content: enough for an API server to take them. */
export const knativeStubs = {
  apiVersion: "v1",
  kind: "List",
  items: [
    stub("serving.knative.dev", "v1", "Service", "services"),
    stub("sources.knative.dev", "v1", "ApiServerSource", "apiserversources"),
    stub("sources.knative.dev", "v1", "PingSource", "pingsources"),
  ],
};

function stub(group: string, version: string, kind: string, plural: string): object {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const served = { name: version, served: true, storage: true, schema: { openAPIV3Schema: open } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: "Namespaced", names: { kind, plural, singular: kind.toLowerCase() }, versions: [served] },
  };
}
