import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IMAGE_USER } from "../../../../../knative/image/contents.ts";
import { changeOf, review, tick } from "../../../../bench/events.ts";
import { runKubectl } from "../../control-plane/access.ts";
import { mustRun } from "../../control-plane/install.ts";
import { whyNoNode } from "../why-no-node.ts";
import { ask, askOverTls, until } from "./ask.ts";
import { confinementOf } from "./process.ts";
import { nakedPod, rootless } from "./refused.ts";
import { addResource, instanceOf, type Resource } from "./resource.ts";
import { type Pod, type Rig, startRig, system, variants } from "./rig.ts";

const reason = await whyNoNode();
const functions = ["reconcile", "refresh", "admission", "weir-front"];
const rows = functions.flatMap((name) => variants.map((variant) => ({ name, variant, limit: variant.name })));
const rowsOf = (wanted: string) => rows.filter(({ name }) => name === wanted);

describe.skipIf(reason !== undefined)("pods of the image on a real node", () => {
  let rig: Rig;
  const kubectl = (...args: string[]) => runKubectl(rig.cluster.controlPlane, args);
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig?.close());

  it.each(rows)("$name at $limit is Ready, with no right that it can do without", async ({ name, variant }) => {
    const pod = await rig.pod(name, variant);
    const id = variant.uid ?? IMAGE_USER;
    expect(await confinementOf(rig.cluster.runtime, pod)).toEqual({
      ids: [id, id],
      capabilities: ["0000000000000000", "0000000000000000", "0000000000000000"],
      noNewPrivileges: true,
      filtersSystemCalls: true,
      root: "ro",
    });
    expect(pod.status.containerStatuses?.[0].restartCount).toBe(0);
  });

  it.each(rowsOf("reconcile"))("$name at $limit does what an event says, and follows it", async ({ name, variant }) => {
    const pod = await rig.pod(name, variant);
    const resource = await addResource(rig, variant.name);
    expect(await ask(pod, changeOf(resource, "add"))).toEqual({ status: 204, text: "" });
    // No event and no tick tells of this: the pod asks itself, by the name of its Service.
    const shown = await until("the job runs", async () => {
      const { status } = (await rig.call("GET", instanceOf(resource))).body as Resource;
      return status?.actualState === "RUNNING" && status;
    });
    expect(shown.conditions.find(({ type }) => type === "Healthy")).toMatchObject({ status: "True" });
  });

  it.each(rowsOf("refresh"))("$name at $limit sweeps at a tick", async ({ name, variant }) => {
    const pod = await rig.pod(name, variant);
    const before = rig.appManager.calls.length;
    expect(await ask(pod, tick)).toEqual({ status: 204, text: "" });
    expect(rig.appManager.calls.slice(before).map(({ method }) => method)).toContain("GET");
  });

  it.each(rowsOf("admission"))("$name at $limit answers a review", async ({ name, variant }) => {
    const { status, text } = await ask(await rig.pod(name, variant), review);
    expect([status, JSON.parse(text).response.allowed]).toEqual([200, true]);
  });

  it.each(rowsOf("weir-front"))("$name at $limit passes a review on to admission", async ({ name, variant }) => {
    const { status, text } = await askOverTls(await rig.pod(name, variant), review);
    expect([status, JSON.parse(text).response.allowed]).toEqual([200, true]);
  });

  it("the API server asks admission through the front, with the trust that the front wrote", async () => {
    await addResource(rig, "paused");
    const said = await until("the API server calls the webhook", async () => {
      const { stderr } = await kubectl(
        ...["annotate", "vvpdeployment", "--all", "--all-namespaces", "--dry-run=server", "--overwrite"],
        "weir.dev/paused=yes",
      );
      return stderr.includes("Warning") && stderr;
    });
    expect(said).toContain('is neither "true" nor "false"');
  });

  it("a pod finds the Services of the cluster by each of their names, and nothing else", async () => {
    const { body } = await rig.call("GET", `${system}/services/admission`);
    const names = ["admission", "admission.weir-system", "admission.weir-system.svc.cluster.local", "example.com"];
    const lookUp = `
      const { lookup } = require("node:dns").promises;
      const names = ${JSON.stringify(names)};
      Promise.allSettled(names.map((name) => lookup(name))).then((all) =>
        console.log(JSON.stringify(all.map(({ value, reason }) => value?.address ?? reason.code))));`;
    const { metadata } = await rig.pod("reconcile", variants[1]);
    const { stdout } = await kubectl("exec", "-n=weir-system", metadata.name, "--", "/nodejs/bin/node", "-e", lookUp);
    const { clusterIP } = (body as { spec: { clusterIP: string } }).spec;
    expect(JSON.parse(stdout)).toEqual([clusterIP, clusterIP, clusterIP, "EAI_AGAIN"]);
  });

  it.each(rootless)("no pod of root: $name", async ({ security, says }) => {
    const { status, body } = await rig.call("POST", `${system}/pods`, nakedPod(security));
    expect([status, (body as { message: string }).message]).toEqual([403, expect.stringContaining(says)]);
  });

  it("no pod of root either where the namespace would let it: kubelet does not start it", async () => {
    const pod = nakedPod({ runAsNonRoot: true, runAsUser: 0 });
    const path = "/api/v1/namespaces/default/pods";
    await until("there is an account", async () => (await rig.call("POST", path, pod)).status === 201);
    const state = await until("kubelet has looked at it", async () => {
      const { body } = await rig.call("GET", `${path}/naked`);
      const state = (body as Pod).status.containerStatuses?.[0].state;
      return state?.waiting?.reason !== "ContainerCreating" && state;
    });
    expect(state).toMatchObject({
      waiting: { reason: "CreateContainerConfigError", message: expect.stringContaining("non-root") },
    });
  });

  it.each(rows)("$name at $limit has logged JSON lines, and none of a fault", async ({ name, variant }) => {
    const { metadata } = await rig.pod(name, variant);
    const log = await mustRun(rig.cluster.controlPlane, ["logs", "-n=weir-system", metadata.name]);
    const levels = log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).level);
    expect(new Set(levels)).toEqual(new Set(["info"]));
  });

  describe("told to end", () => {
    let ended: Pod[];
    let toldAt = 0;
    beforeAll(async () => {
      toldAt = Date.now();
      await kubectl("delete", "deployment", "--all", "-n=weir-system", "--wait=false");
      ended = await until("every container has ended", async () => {
        const all = await rig.pods();
        return all.every(({ status }) => status.containerStatuses?.[0].state.terminated !== undefined) && all;
      });
    });

    it.each(rows)("$name at $limit ends by itself, long before it would be killed", ({ name, variant }) => {
      const pod = ended.find((one) => one.metadata.name.startsWith(`${name}-${variant.name}-`));
      const { exitCode, reason: why, finishedAt = "" } = pod?.status.containerStatuses?.[0].state.terminated ?? {};
      expect([exitCode, why]).toEqual([0, "Completed"]);
      const graceMs = (pod?.spec.terminationGracePeriodSeconds ?? 0) * 1_000;
      expect(Date.parse(finishedAt) - toldAt).toBeLessThan(graceMs / 2);
    });
  });
});
