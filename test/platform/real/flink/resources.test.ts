import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { flinkApplication, flinkSession } from "../../../builders/flink-deployment.ts";
import { deliver } from "../../scenario-rig.ts";
import { callApi } from "../control-plane/access.ts";
import { makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { headersOf } from "../rbac/flink-stages.ts";
import { namespace as ours, type Rig, startRig } from "../rbac/rig.ts";

const theirs = "flink-tenant";
const stateless = { serviceAccount: "default", job: { upgradeMode: "stateless" } };
/** Past the schema and every policy, and refused by a rule: a standby without high availability. */
const invalid = { jobManager: { replicas: 2 } };
const reactive = { flinkConfiguration: { "scheduler-mode": "reactive" } };
const collections = {
  Deployment: "/apis/apps/v1",
  Service: "/api/v1",
  ConfigMap: "/api/v1",
  Ingress: "/apis/networking.k8s.io/v1",
} as const;
const plurals = { Deployment: "deployments", Service: "services", ConfigMap: "configmaps", Ingress: "ingresses" };
type Part = keyof typeof collections;

describeReal("Flink resources under Weir's own accounts on a real API server", () => {
  let rig: Rig;
  beforeAll(async () => {
    // Nothing is followed, so that each event is one pass.
    rig = await startRig(controlPlane(), { WEIR_SELF_URL: "" });
    await makeNamespace(rig.address, theirs);
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await wipe(controlPlane(), [theirs]);
    await rig?.close();
  });

  const pathOf = (namespace: string, name = "") =>
    `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments/${name}`;

  const create = async (namespace: string, { spec, ...object }: KubeObject, name: string) => {
    await rig.must("POST", pathOf(namespace), { ...object, metadata: { name, namespace }, spec });
  };
  const edit = (namespace: string, name: string, spec: object) =>
    rig.must("PATCH", pathOf(namespace, name), { spec }, "application/merge-patch+json");
  const pass = async (namespace: string, name: string) => {
    const headers = { ...headersOf("reconcile", "FlinkDeployment", name), "ce-namespace": namespace };
    expect(await deliver(rig.reconcile.url, headers)).toMatchObject({ status: 204 });
  };
  const read = async (namespace: string, name: string) =>
    (await rig.must("GET", pathOf(namespace, name))).body as KubeObject;
  const part = async (kind: Part, namespace: string, name: string) => {
    const path = `${collections[kind]}/namespaces/${namespace}/${plurals[kind]}/${name}`;
    const { status, body } = await callApi(rig.address, "GET", path);
    return status === 200 ? (body as KubeObject) : undefined;
  };

  /** Looks at a resource, as events of its Deployment would have it, until its JobManager is of this deploy. */
  const untilDeploy = (namespace: string, name: string, attempt: number) =>
    expect
      .poll(
        async () => {
          await pass(namespace, name);
          const found = await part("Deployment", namespace, name);
          return found?.metadata.annotations?.["weir.dev/attempt"];
        },
        { interval: 300 },
      )
      .toBe(String(attempt));

  const stateOf = (object: KubeObject) => {
    const waiting = conditionsOf(object).find(({ type }) => type === "Waiting");
    return [at(object.status, "error"), waiting?.status, waiting?.reason];
  };
  const eventsOf = async (name: string, reason: string) => {
    const { body } = await rig.must("GET", `/apis/events.k8s.io/v1/namespaces/${ours}/events`);
    const { items } = body as { items: { reason: string; regarding: { name: string } }[] };
    return items.filter((one) => one.reason === reason && one.regarding.name === name).length;
  };
  /** What a cluster consists of, with the version of each part. */
  const belongings = async (namespace: string, name: string) => {
    const parts: readonly (readonly [Part, string])[] = [
      ["Deployment", name],
      ["Deployment", `${name}-taskmanager`],
      ["Service", name],
      ["Service", `${name}-rest`],
      ["ConfigMap", `flink-config-${name}`],
    ];
    const found = await Promise.all(parts.map(([kind, one]) => part(kind, namespace, one)));
    return found.map(
      (one) => one && [one.kind, one.metadata.name, one.metadata.uid, one.metadata.generation, at(one, "data")],
    );
  };

  it("a spec that breaks a rule after a deploy is told once, and what is deployed stays; mended, it is deployed (8.1/15)", async () => {
    await create(ours, flinkApplication(stateless), "invalid");
    await pass(ours, "invalid");
    const before = await belongings(ours, "invalid");
    expect(before[0]).toBeDefined();
    await edit(ours, "invalid", invalid);
    for (const _look of ["first", "second"]) await pass(ours, "invalid");
    const told = await read(ours, "invalid");
    expect(stateOf(told)).toEqual([expect.stringContaining("high-availability"), "True", "InvalidSpec"]);
    expect(at(told.status, "observedGeneration")).toBe(1);
    expect(await belongings(ours, "invalid")).toEqual(before);
    expect(await eventsOf("invalid", "ValidationError")).toBe(1);
    await edit(ours, "invalid", { jobManager: { replicas: 1 }, taskManager: { resource: { memory: "3g" } } });
    await untilDeploy(ours, "invalid", 2);
    await pass(ours, "invalid");
    const mended = await read(ours, "invalid");
    expect(stateOf(mended)).toEqual([undefined, "False", "NotWaiting"]);
    expect(at(mended.status, "observedGeneration")).toBe(3);
  });

  it.each([
    { name: "reactive", made: flinkApplication(stateless, { mode: "standalone" }, reactive) },
    { name: "session", made: flinkSession({ mode: "standalone", serviceAccount: "default" }) },
  ])("kubectl scales the TaskManagers of a standalone cluster ($name) in place (8.1/53)", async ({ name, made }) => {
    await create(ours, made, name);
    await pass(ours, name);
    const [jobManager, taskManagers] = await belongings(ours, name);
    await mustRun(rig.address, ["scale", `flinkdep/${name}`, "-n", ours, "--replicas=3"]);
    await pass(ours, name);
    const [after, scaled] = await belongings(ours, name);
    expect(after).toEqual(jobManager);
    expect(scaled?.[2]).toBe(taskManagers?.[2]);
    expect(at((await part("Deployment", ours, `${name}-taskmanager`))?.spec, "replicas")).toBe(3);
    expect(at((await read(ours, name)).status, "taskManager", "replicas")).toBe(3);
  });

  it("kubectl scales a native application by an upgrade, to as many slots as that many TaskManagers have (8.1/53)", async () => {
    await create(ours, flinkApplication(stateless), "native");
    await pass(ours, "native");
    await mustRun(rig.address, ["scale", "flinkdep/native", "-n", ours, "--replicas=3"]);
    await untilDeploy(ours, "native", 2);
    const configuration = await part("ConfigMap", ours, "flink-config-native");
    expect(Object.values(at(configuration, "data") ?? {}).join("\n")).toMatch(/^parallelism\.default: "?6"?$/m);
  });

  it("an Ingress is made as the spec has it, changed with it, and goes with it, beside the same cluster (8.1/52)", async () => {
    await create(ours, flinkApplication(stateless), "shown");
    await pass(ours, "shown");
    const cluster = await belongings(ours, "shown");
    const tls = [{ hosts: ["flink.example.com"], secretName: "flink-tls" }];
    const ingress = { template: "/{{namespace}}/{{name}}(/|$)(.*)", className: "nginx", annotations: { a: "1" }, tls };
    await edit(ours, "shown", { ingress });
    await pass(ours, "shown");
    const made = await part("Ingress", ours, "shown");
    expect(made?.metadata.annotations).toEqual({ a: "1" });
    expect(made?.spec).toMatchObject({ ingressClassName: "nginx", tls, rules: [{ host: "flink.example.com" }] });
    await edit(ours, "shown", { ingress: { className: "other", annotations: null } });
    await pass(ours, "shown");
    const changed = await part("Ingress", ours, "shown");
    expect([changed?.metadata.uid, changed?.metadata.annotations]).toEqual([made?.metadata.uid, undefined]);
    expect(changed?.spec).toMatchObject({ ingressClassName: "other" });
    await edit(ours, "shown", { ingress: null });
    for (const _look of ["taken away", "forgotten"]) await pass(ours, "shown");
    expect(await part("Ingress", ours, "shown")).toBeUndefined();
    expect(await belongings(ours, "shown")).toEqual(cluster);
  });

  it.each([
    { name: "another image", twin: "twin-edited", act: (name: string) => edit(ours, name, { image: "orders:2" }) },
    { name: "a spec that breaks a rule", twin: "twin-invalid", act: (name: string) => edit(ours, name, invalid) },
    { name: "a deletion", twin: "twin-deleted", act: (name: string) => rig.must("DELETE", pathOf(ours, name)) },
  ])("of two of one name in two namespaces, $name of one is nothing that the other notices (8.1/55)", async (row) => {
    const tenants = [ours, theirs];
    const { twin } = row;
    const look = async () => {
      for (const namespace of tenants) await pass(namespace, twin);
    };
    for (const namespace of tenants) await create(namespace, flinkApplication(stateless), twin);
    for (const _look of ["deploy", "settle"]) await look();
    const [own, other] = [await belongings(ours, twin), await belongings(theirs, twin)];
    const { status, metadata } = await read(theirs, twin);
    expect(other.map((one) => one?.[1])).toEqual(own.map((one) => one?.[1]));
    expect(other.flatMap((one) => one?.[2] ?? [])).not.toEqual(own.flatMap((one) => one?.[2] ?? []));
    await row.act(twin);
    for (const _look of ["first", "second", "third"]) await look();
    expect(await read(ours, twin).catch(() => ({}))).not.toMatchObject({ metadata: { generation: 1 }, status });
    expect(await belongings(theirs, twin)).toEqual(other);
    expect(await read(theirs, twin)).toMatchObject({ status, metadata: { uid: metadata.uid, generation: 1 } });
  });
});
