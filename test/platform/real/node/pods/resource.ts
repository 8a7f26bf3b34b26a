import type { KubeObject } from "../../../../../shared/core/object.ts";
import { example } from "../../../../bench/world.ts";
import type { Rig } from "./rig.ts";

/** A VvpDeployment, as far as this looks. */
export interface Resource extends KubeObject {
  readonly status?: {
    readonly actualState: string;
    readonly conditions: readonly { readonly type: string; readonly status: string }[];
  };
}

const { namespace = "", annotations } = example.metadata;
const collection = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;

/** Path of a resource. */
export function instanceOf({ metadata }: KubeObject): string {
  return `${collection}/${metadata.name}`;
}

/** Makes the namespace of the examples, and in it the Secret with the platform's token. */
export async function prepareNamespace(rig: Pick<Rig, "call" | "appManager">): Promise<void> {
  await rig.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const secret = { metadata: { name: annotations?.apikeySecretName }, stringData: { token: rig.appManager.token } };
  await rig.call("POST", `/api/v1/namespaces/${namespace}/secrets`, secret);
}

/** Creates the documents' first example under another name, to run. */
export async function addResource({ call }: Rig, name: string): Promise<Resource> {
  const { deployment } = example.spec as { deployment: { metadata: object; spec: object } };
  const body = {
    ...example,
    metadata: { ...example.metadata, name },
    spec: {
      ...(example.spec as object),
      deployment: {
        metadata: { ...deployment.metadata, name },
        spec: { ...deployment.spec, state: "RUNNING" },
      },
    },
  };
  const { status, body: created } = await call("POST", collection, body);
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(created)}`);
  return created as Resource;
}
