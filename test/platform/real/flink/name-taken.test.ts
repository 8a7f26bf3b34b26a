import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { flinkApplication } from "../../../builders/flink-deployment.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { type Part, partsIn, ResourceRig, stateless, waitingOf } from "./resource-rig.ts";

const { namespace } = ResourceRig;

/** Something of this name that a user made. */
function strangers(kind: Part, name: string): object {
  const labels = { app: "theirs" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "theirs", image: "theirs" }] } };
  const contents = {
    Deployment: { spec: { replicas: 0, selector: { matchLabels: labels }, template } },
    Service: { spec: { ports: [{ port: 80 }], selector: labels } },
    Ingress: { spec: { defaultBackend: { service: { name: "theirs", port: { number: 80 } } } } },
    ConfigMap: { data: { own: "yes" } },
  };
  return { metadata: { name }, ...contents[kind] };
}

/** An object but for what controllers write of it. */
function written({ metadata, spec, ...rest }: KubeObject) {
  const { uid, generation, labels } = metadata;
  return [uid, generation, labels, at({ ...metadata }, "ownerReferences"), spec, at(rest, "data")];
}

const standalone = { mode: "standalone" };
const ingress = { ingress: { template: "{{name}}.example.com" } };

describeReal("a name that a Flink cluster needs, on a real API server", () => {
  let weir: ResourceRig;
  beforeAll(async () => {
    weir = await ResourceRig.start(controlPlane());
  });
  afterEach(() => weir.rig.clear());
  afterAll(() => weir?.rig.close());

  it.each([
    { kind: "ConfigMap", taken: "flink-config-one", name: "one", spec: {}, reason: "NameTaken" },
    { kind: "ConfigMap", taken: "pod-template-two", name: "two", spec: {}, reason: "NameTaken" },
    { kind: "Service", taken: "three", name: "three", spec: {}, reason: "NameTaken" },
    { kind: "Service", taken: "four-rest", name: "four", spec: {}, reason: "NameTaken" },
    { kind: "Deployment", taken: "five", name: "five", spec: {}, reason: "NameTaken" },
    { kind: "Deployment", taken: "six-taskmanager", name: "six", spec: standalone, reason: "NameTaken" },
    { kind: "Ingress", taken: "seven", name: "seven", spec: ingress, reason: "IngressRefused" },
  ] as const)("$kind $taken of somebody else's is left as it is, and told: $reason", async (row) => {
    const { kind, taken, name, spec, reason } = row;
    const { body } = await weir.rig.must("POST", partsIn(kind, namespace), strangers(kind, taken));
    await weir.create(namespace, name, flinkApplication(stateless, spec));
    for (const _look of ["deploy", "ingress", "told"]) await weir.pass(namespace, name);
    const message = expect.stringContaining(`${kind} ${taken} exists and does not belong to`);
    expect(waitingOf(await weir.read(namespace, name))).toMatchObject({ status: "True", reason, message });
    const left = await weir.part(kind, namespace, taken);
    expect(left && written(left)).toEqual(written(body as KubeObject));
    await weir.rig.must("DELETE", `${partsIn(kind, namespace)}/${taken}?propagationPolicy=Background`);
    await weir.untilDeploy(namespace, name, 1);
    const after = waitingOf(await weir.read(namespace, name));
    expect(after?.status).toBe(kind === "Ingress" ? "True" : "False");
  });

  it.each([
    { by: "the same resource under another operator", name: "eight", uid: undefined },
    { by: "a resource of the name before it", name: "nine", uid: "00000000-0000-0000-0000-000000000000" },
  ])("what is left of $by is taken over", async ({ name, uid }) => {
    await weir.create(namespace, name, flinkApplication(stateless));
    const { metadata, apiVersion, kind } = await weir.read(namespace, name);
    const ownerReferences = [{ apiVersion, kind, name, uid: uid ?? metadata.uid }];
    const left = { metadata: { name: `flink-config-${name}`, ownerReferences }, data: { "config.yaml": "a: b" } };
    const { body } = await weir.rig.must("POST", partsIn("ConfigMap", namespace), left);
    await weir.untilDeploy(namespace, name, 1);
    const map = await weir.part("ConfigMap", namespace, `flink-config-${name}`);
    if (uid === undefined) expect(map?.metadata.uid).toBe((body as KubeObject).metadata.uid);
    expect(at(map, "metadata", "ownerReferences")).toContainEqual(expect.objectContaining({ uid: metadata.uid }));
    expect(Object.values(at(map, "data") ?? {}).join()).toContain(`kubernetes.cluster-id: ${name}`);
  });
});
