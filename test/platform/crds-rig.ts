import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { KubeObject } from "../../shared/core/object.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { clientOf } from "./api-server-client.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const kustomization = parse(read("crds/kustomization.yaml")) as { resources: string[] };
const manifests = kustomization.resources.flatMap((path) =>
  parseAllDocuments(read(`crds/${path}`)).map((document) => document.toJS() as KubeObject),
);

/** The documents' examples. */
export const patchExample = parse(read("examples/vvp-minimal-patch.yaml")) as KubeObject;
export const putExample = parse(read("examples/vvp-minimal-put.yaml")) as KubeObject;

const collections: Record<string, string> = {
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ValidatingAdmissionPolicy: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
};

/** Where the resources are. */
export const path = "/apis/ververica.platform/v1/namespaces/my-deploy-namespace/vvpdeployments";

/** The policy that knows the instances, and a merge patch that names others. */
export const policy = `${collections.ValidatingAdmissionPolicy}/weir-vvpdeployments`;
export const knowing = (ids: readonly string[]) => ({
  spec: { variables: [{ name: "instanceIds", expression: JSON.stringify(ids) }] },
});

const account = (name: string) => ({ username: `system:serviceaccount:weir-system:${name}` });
const users = {
  admin: { username: "root", groups: ["system:masters"] },
  jane: { username: "jane" },
  reconcile: account("weir-reconcile"),
  refresh: account("weir-refresh"),
  other: account("default"),
};

/** A running API server with everything that `crds/kustomization.yaml` lists, made in its order by the administrator. */
export async function startInstalled() {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "my-deploy-namespace" } };
  const server: ApiServer = await startApiServer({ users, seed: [namespace] });
  const as = (user: keyof typeof users) => clientOf(server, { token: user });
  for (const manifest of manifests) {
    const reply = await as("admin").post(collections[manifest.kind ?? ""] ?? "", manifest);
    expect([manifest.metadata.name, reply.code, reply.body.message]).toEqual([manifest.metadata.name, 201, undefined]);
  }
  let count = 0;
  return {
    url: server.url,
    as,
    /** A fresh resource with the record and the finalizer that reconcile wrote. */
    recorded: async (): Promise<KubeObject> => {
      count += 1;
      const name = `one-${count}`;
      await as("jane").post(path, { ...patchExample, metadata: { ...patchExample.metadata, name } });
      const metadata = { annotations: { "weir.dev/record": '{"v":1}' }, finalizers: ["weir.dev/finalizer"] };
      const reply = await as("reconcile").patch("merge", `${path}/${name}`, { metadata });
      expect(reply.code).toBe(200);
      return reply.body as KubeObject;
    },
    close: () => server.close(),
  };
}

/** Path of one resource. */
export const at = (object: KubeObject) => `${path}/${object.metadata.name}`;

/** A merge patch that sets the record, or with null drops it. */
export const annotated = (value: string | null) => ({ metadata: { annotations: { "weir.dev/record": value } } });
