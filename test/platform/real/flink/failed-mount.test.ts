import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { flinkApplication } from "../../../builders/flink-deployment.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { ResourceRig, stateless } from "./resource-rig.ts";

const { namespace } = ResourceRig;
const pods = `/api/v1/namespaces/${namespace}/pods`;
const events = `/api/v1/namespaces/${namespace}/events`;
const missing = 'MountVolume.SetUp failed for volume "settings" : configmap "my-app-config" not found';

describeReal("a pod whose volume cannot be mounted, on a real API server", () => {
  let weir: ResourceRig;
  beforeAll(async () => {
    weir = await ResourceRig.start(controlPlane());
  });
  afterEach(() => weir.rig.clear());
  afterAll(() => weir?.rig.close());

  /** What a kubelet writes of a pod that it took long ago and cannot start, and of one that is none of ours. */
  async function hold(app: string, reason: string, message: string): Promise<void> {
    const metadata = { name: `${app}-held`, namespace, labels: { app, component: "jobmanager" } };
    const spec = { containers: [{ name: "flink-main-container", image: "one" }] };
    const { body } = await weir.rig.must("POST", pods, { metadata, spec });
    const waiting = { reason: "ContainerCreating" };
    const containerStatuses = [
      { ...spec.containers[0], imageID: "", ready: false, restartCount: 0, state: { waiting } },
    ];
    const status = { phase: "Pending", startTime: "2020-01-01T00:00:00Z", containerStatuses };
    await weir.rig.must("PATCH", `${pods}/${app}-held/status`, { status }, "application/merge-patch+json");
    const { uid = "" } = (body as KubeObject).metadata;
    for (const [name, of] of Object.entries({ own: uid, other: "00000000-0000-0000-0000-000000000000" })) {
      const involvedObject = { apiVersion: "v1", kind: "Pod", namespace, name: `${app}-held`, uid: of };
      const event = { metadata: { name: `${app}.${name}` }, involvedObject, type: "Warning", reason };
      await weir.rig.must("POST", events, { ...event, message: name === "own" ? message : "another pod's" });
    }
  }

  it.each([
    { name: "mounting", reason: "FailedMount", message: missing, shown: "ERROR", error: `FailedMount: ${missing}` },
    { name: "pulling", reason: "Pulling", message: "an image", shown: "DEPLOYING", error: undefined },
  ])("$name: its Events say $reason, and the status $shown", async ({ name, reason, message, shown, error }) => {
    await weir.create(namespace, name, flinkApplication(stateless));
    await weir.pass(namespace, name);
    await hold(name, reason, message);
    await weir.pass(namespace, name);
    const { status } = await weir.read(namespace, name);
    expect(at(status, "jobManagerDeploymentStatus")).toBe(shown);
    const text = at(status, "error");
    expect(typeof text === "string" ? JSON.parse(text).message : undefined).toBe(error);
  });
});
