import { expect } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { deliver } from "../../scenario-rig.ts";
import { type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { headersOf } from "../rbac/flink-stages.ts";
import { namespace as own, type Rig, startRig } from "../rbac/rig.ts";

/** An application that the API server admits and that waits for nobody, as nothing of it is to be kept. */
export const stateless = { serviceAccount: "default", job: { upgradeMode: "stateless" } };

const apis = {
  Deployment: { at: "/apis/apps/v1", plural: "deployments" },
  Service: { at: "/api/v1", plural: "services" },
  ConfigMap: { at: "/api/v1", plural: "configmaps" },
  Ingress: { at: "/apis/networking.k8s.io/v1", plural: "ingresses" },
} as const;

/** A kind of which a cluster has objects. */
export type Part = keyof typeof apis;

/** Path of a FlinkDeployment, or of all of a namespace. */
export const pathOf = (namespace: string, name = "") =>
  `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments/${name}`;

/** Path of the objects of a kind. */
export const partsIn = (kind: Part, namespace: string) =>
  `${apis[kind].at}/namespaces/${namespace}/${apis[kind].plural}`;

/** Weir's functions under their own accounts, and what a suite does with FlinkDeployments of any namespace. */
export class ResourceRig {
  /** The namespace that there is already. */
  static readonly namespace = own;
  readonly rig: Rig;

  private constructor(rig: Rig) {
    this.rig = rig;
  }

  /** Nothing is followed, so that each event is one pass. */
  static async start(address: ControlPlaneAddress): Promise<ResourceRig> {
    return new ResourceRig(await startRig(address, { WEIR_SELF_URL: "" }));
  }

  async create(namespace: string, name: string, { spec, ...object }: KubeObject): Promise<void> {
    await this.rig.must("POST", pathOf(namespace), { ...object, metadata: { name, namespace }, spec });
  }

  async edit(namespace: string, name: string, spec: object): Promise<void> {
    await this.rig.must("PATCH", pathOf(namespace, name), { spec }, "application/merge-patch+json");
  }

  async read(namespace: string, name: string): Promise<KubeObject> {
    return (await this.rig.must("GET", pathOf(namespace, name))).body as KubeObject;
  }

  async part(kind: Part, namespace: string, name: string): Promise<KubeObject | undefined> {
    const { status, body } = await callApi(this.rig.address, "GET", `${partsIn(kind, namespace)}/${name}`);
    return status === 200 ? (body as KubeObject) : undefined;
  }

  /** One event about a resource. */
  async pass(namespace: string, name: string): Promise<void> {
    const headers = { ...headersOf("reconcile", "FlinkDeployment", name), "ce-namespace": namespace };
    expect(await deliver(this.rig.reconcile.url, headers)).toMatchObject({ status: 204 });
  }

  /** Looks at a resource, as events of its Deployment would have it, until its JobManager is of this deploy. */
  async untilDeploy(namespace: string, name: string, attempt: number): Promise<void> {
    const look = async () => {
      await this.pass(namespace, name);
      const found = await this.part("Deployment", namespace, name);
      return found?.metadata.annotations?.["weir.dev/attempt"];
    };
    await expect.poll(look, { interval: 300 }).toBe(String(attempt));
  }

  /** What a cluster consists of: kind, name, uid, generation and content of each part. */
  async belongings(namespace: string, name: string) {
    const parts: readonly (readonly [Part, string])[] = [
      ["Deployment", name],
      ["Deployment", `${name}-taskmanager`],
      ["Service", name],
      ["Service", `${name}-rest`],
      ["ConfigMap", `flink-config-${name}`],
    ];
    const found = await Promise.all(parts.map(([kind, one]) => this.part(kind, namespace, one)));
    return found.map(
      (one) => one && [one.kind, one.metadata.name, one.metadata.uid, one.metadata.generation, at(one, "data")],
    );
  }
}

/** What a resource waits for. */
export const waitingOf = (object: KubeObject) => conditionsOf(object).find(({ type }) => type === "Waiting");
