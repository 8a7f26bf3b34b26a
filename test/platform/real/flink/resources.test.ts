import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { flinkApplication, flinkSession } from "../../../builders/flink-deployment.ts";
import { makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { pathOf, ResourceRig, stateless, waitingOf } from "./resource-rig.ts";

const ours = ResourceRig.namespace;
const theirs = "flink-tenant";
/** Past the schema and every policy, and refused by a rule: a standby without high availability. */
const invalid = { jobManager: { replicas: 2 } };
const reactive = { flinkConfiguration: { "scheduler-mode": "reactive" } };

describeReal("Flink resources under Weir's own accounts on a real API server", () => {
  let weir: ResourceRig;
  beforeAll(async () => {
    weir = await ResourceRig.start(controlPlane());
    await makeNamespace(controlPlane(), theirs);
  });
  afterEach(() => weir.rig.clear());
  afterAll(async () => {
    await wipe(controlPlane(), [theirs]);
    await weir?.rig.close();
  });

  /** How often something was told of a resource. */
  const told = async (name: string, reason: string) => {
    const { body } = await weir.rig.must("GET", `/apis/events.k8s.io/v1/namespaces/${ours}/events`);
    const { items } = body as { items: { reason: string; regarding: { name: string } }[] };
    return items.filter((one) => one.reason === reason && one.regarding.name === name).length;
  };

  it("a spec that breaks a rule after a deploy is told once, and what is deployed stays; mended, it is deployed (8.1/15)", async () => {
    await weir.create(ours, "invalid", flinkApplication(stateless));
    await weir.pass(ours, "invalid");
    const before = await weir.belongings(ours, "invalid");
    expect(before[0]).toBeDefined();
    await weir.edit(ours, "invalid", invalid);
    for (const _look of ["first", "second"]) await weir.pass(ours, "invalid");
    const broken = await weir.read(ours, "invalid");
    expect([at(broken.status, "error"), waitingOf(broken)?.status, waitingOf(broken)?.reason]).toEqual([
      expect.stringContaining("high-availability"),
      "True",
      "InvalidSpec",
    ]);
    expect(at(broken.status, "observedGeneration")).toBe(1);
    expect(await weir.belongings(ours, "invalid")).toEqual(before);
    expect(await told("invalid", "ValidationError")).toBe(1);
    await weir.edit(ours, "invalid", { jobManager: { replicas: 1 }, taskManager: { resource: { memory: "3g" } } });
    await weir.untilDeploy(ours, "invalid", 2);
    await weir.pass(ours, "invalid");
    const mended = await weir.read(ours, "invalid");
    expect([at(mended.status, "error"), waitingOf(mended)?.status, waitingOf(mended)?.reason]).toEqual([
      undefined,
      "False",
      "NotWaiting",
    ]);
    expect(at(mended.status, "observedGeneration")).toBe(3);
  });

  it.each([
    { name: "reactive", made: flinkApplication(stateless, { mode: "standalone" }, reactive) },
    { name: "session", made: flinkSession({ mode: "standalone", serviceAccount: "default" }) },
  ])("kubectl scales the TaskManagers of a standalone cluster ($name) in place (8.1/53)", async ({ name, made }) => {
    await weir.create(ours, name, made);
    await weir.pass(ours, name);
    const [jobManager, taskManagers] = await weir.belongings(ours, name);
    await mustRun(controlPlane(), ["scale", `flinkdep/${name}`, "-n", ours, "--replicas=3"]);
    await weir.pass(ours, name);
    const [after, scaled] = await weir.belongings(ours, name);
    expect(after).toEqual(jobManager);
    expect(scaled?.[2]).toBe(taskManagers?.[2]);
    expect(at((await weir.part("Deployment", ours, `${name}-taskmanager`))?.spec, "replicas")).toBe(3);
    expect(at((await weir.read(ours, name)).status, "taskManager", "replicas")).toBe(3);
  });

  it("kubectl scales a native application by an upgrade, to as many slots as that many TaskManagers have (8.1/53)", async () => {
    await weir.create(ours, "native", flinkApplication(stateless));
    await weir.pass(ours, "native");
    await mustRun(controlPlane(), ["scale", "flinkdep/native", "-n", ours, "--replicas=3"]);
    await weir.untilDeploy(ours, "native", 2);
    const configuration = await weir.part("ConfigMap", ours, "flink-config-native");
    expect(Object.values(at(configuration, "data") ?? {}).join("\n")).toMatch(/^parallelism\.default: "?6"?$/m);
  });

  it("an Ingress is made as the spec has it, changed with it, and goes with it, beside the same cluster (8.1/52)", async () => {
    await weir.create(ours, "shown", flinkApplication(stateless));
    await weir.pass(ours, "shown");
    const cluster = await weir.belongings(ours, "shown");
    const tls = [{ hosts: ["flink.example.com"], secretName: "flink-tls" }];
    const ingress = { template: "/{{namespace}}/{{name}}(/|$)(.*)", className: "nginx", annotations: { a: "1" }, tls };
    await weir.edit(ours, "shown", { ingress });
    await weir.pass(ours, "shown");
    const made = await weir.part("Ingress", ours, "shown");
    expect(made?.metadata.annotations).toEqual({ a: "1" });
    expect(made?.spec).toMatchObject({ ingressClassName: "nginx", tls, rules: [{ host: "flink.example.com" }] });
    await weir.edit(ours, "shown", { ingress: { className: "other", annotations: null } });
    await weir.pass(ours, "shown");
    const changed = await weir.part("Ingress", ours, "shown");
    expect([changed?.metadata.uid, changed?.metadata.annotations]).toEqual([made?.metadata.uid, undefined]);
    expect(changed?.spec).toMatchObject({ ingressClassName: "other" });
    await weir.edit(ours, "shown", { ingress: null });
    for (const _look of ["taken away", "forgotten"]) await weir.pass(ours, "shown");
    expect(await weir.part("Ingress", ours, "shown")).toBeUndefined();
    expect(await weir.belongings(ours, "shown")).toEqual(cluster);
  });

  it.each([
    { name: "another image", twin: "twin-edited", act: (name: string) => weir.edit(ours, name, { image: "orders:2" }) },
    { name: "a spec that breaks a rule", twin: "twin-invalid", act: (name: string) => weir.edit(ours, name, invalid) },
    { name: "a deletion", twin: "twin-deleted", act: (name: string) => weir.rig.must("DELETE", pathOf(ours, name)) },
  ])("of two of one name in two namespaces, $name of one is nothing that the other notices (8.1/55)", async (row) => {
    const tenants = [ours, theirs];
    const { twin } = row;
    const look = async () => {
      for (const namespace of tenants) await weir.pass(namespace, twin);
    };
    for (const namespace of tenants) await weir.create(namespace, twin, flinkApplication(stateless));
    for (const _look of ["deploy", "settle"]) await look();
    const [own, other] = [await weir.belongings(ours, twin), await weir.belongings(theirs, twin)];
    const { status, metadata } = await weir.read(theirs, twin);
    expect(other.map((one) => one?.[1])).toEqual(own.map((one) => one?.[1]));
    expect(other.flatMap((one) => one?.[2] ?? [])).not.toEqual(own.flatMap((one) => one?.[2] ?? []));
    await row.act(twin);
    for (const _look of ["first", "second", "third"]) await look();
    expect(await weir.read(ours, twin).catch(() => ({}))).not.toMatchObject({ metadata: { generation: 1 }, status });
    expect(await weir.belongings(theirs, twin)).toEqual(other);
    expect(await weir.read(theirs, twin)).toMatchObject({ status, metadata: { uid: metadata.uid, generation: 1 } });
  });
});
