import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRoomView } from "../../../../functions/autoscale/room-view.ts";
import { systemClock } from "../../../../shared/adapters/clock.ts";
import { type ClusterConnection, connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import { node, taskManager } from "../../../builders/kubernetes-nodes.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { type ControlPlaneAddress, callApi, serviceAccountToken, toKubeconfig } from "../control-plane/access.ts";
import { installAccounts, makeNamespace, mustRun } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { home } from "./accounts.ts";

const makeFolder = temporaryFolders();
const component = "knative/components/cluster-room/230-rbac-cluster-room.generated.yaml";
const namespace = "room";
const name = "room-a";

describeReal("the room on nodes, as the account of autoscale sees it", () => {
  let address: ControlPlaneAddress;
  let connection: ClusterConnection;

  const must = async (method: string, path: string, body?: object, type?: string) => {
    const answer = await callApi(address, method, path, { body, ...(type !== undefined && { type }) });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  };
  const fits = (all: number) => {
    const size = { cpu: 1, memory: 2 * 2 ** 30 };
    const view = makeRoomView(connection.cluster, systemClock, 0);
    return view.take({ namespace, name: "orders", taskManagers: { all }, size }, AbortSignal.timeout(20_000));
  };

  beforeAll(async () => {
    address = controlPlane();
    await installAccounts(address);
    await makeNamespace(address, namespace);
    const path = join(makeFolder("room"), "autoscale.kubeconfig");
    const token = await serviceAccountToken(address, home, "weir-autoscale");
    writeFileSync(path, toKubeconfig(address, token, home), { mode: 0o600 });
    connection = connectCluster({ kubeconfigPath: path });
    const { status, ...whole } = node(name, 3);
    await must("POST", "/api/v1/nodes", whole);
    const merge = "application/merge-patch+json";
    // The API server taints a node that nobody has said to be ready.
    await must("PATCH", `/api/v1/nodes/${name}`, { spec: { taints: null } }, merge);
    await must("PATCH", `/api/v1/nodes/${name}/status`, { status }, merge);
    const container = { name: "main", image: "flink", resources: { requests: { cpu: "1", memory: "2Gi" } } };
    const pod = taskManager("one", name, { metadata: { namespace }, spec: { containers: [container] }, status: null });
    await must("POST", `/api/v1/namespaces/${namespace}/pods`, pod);
  });

  afterAll(async () => {
    connection.close();
    await mustRun(address, ["delete", "--ignore-not-found", "-f", component]);
    // No kubelet says that the pod has ended.
    await callApi(address, "DELETE", `/api/v1/namespaces/${namespace}/pods/one?gracePeriodSeconds=0`);
    await callApi(address, "DELETE", `/api/v1/nodes/${name}`);
    await callApi(address, "DELETE", `/api/v1/namespaces/${namespace}`);
  });

  it("is refused without the component, and seen with it: what nodes have, its own TaskManagers counted anew", async () => {
    await expect(fits(1)).rejects.toMatchObject({ code: "Denied", message: expect.stringContaining("nodes") });
    await mustRun(address, ["apply", "-f", component]);
    await expect.poll(() => fits(3).catch(({ code }) => code), { timeout: 30_000 }).toBe(true);
    expect(await fits(4)).toBe(false);
  });
});
