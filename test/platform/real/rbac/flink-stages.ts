import { finalizer, type KubeObject } from "../../../../shared/core/object.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { flinkApplication, flinkSession } from "../../../builders/flink-deployment.ts";
import { deliver, sourceHeaders } from "../../scenario-rig.ts";
import { callApi, serviceAccountToken } from "../control-plane/access.ts";
import { tickHeaders } from "./event-rows.ts";
import { namespace, type Rig } from "./rig.ts";

/** Whose event or tick it is. */
export type Writer = "reconcile" | "refresh";

/** Where the resources of Flink kinds are. */
export const collections = `/apis/flink.apache.org/v1beta1/namespaces/${namespace}`;
const collection = `${collections}/flinkdeployments`;
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;

/** Headers of an event about one resource, or of a tick. */
export const headersOf = (writer: Writer, kind: string, name: string): Record<string, string> =>
  writer === "refresh"
    ? tickHeaders
    : {
        ...sourceHeaders(name),
        "ce-kind": kind,
        "ce-apiversion": "flink.apache.org/v1beta1",
        "ce-namespace": namespace,
      };

const standalone = { mode: "standalone", serviceAccount: "default" };
const ingress = { template: "{{name}}.{{namespace}}.example.com" };

async function make(rig: Rig, name: string, made = flinkApplication(standalone)): Promise<void> {
  await rig.must("POST", collection, { ...made, metadata: { name, namespace } });
}

/** Gives the cluster another class of Ingress. */
export const reopen = (rig: Rig, name: string): Promise<void> =>
  change(rig, name, { ingress: { ...ingress, className: "nginx" } });

async function change(rig: Rig, name: string, spec: object): Promise<void> {
  await rig.must("PATCH", `${collection}/${name}`, { spec }, "application/merge-patch+json");
}

/** How far a resource is before the row's own event. */
export type Stage = (rig: Rig, writer: Writer, name: string) => Promise<unknown>;

/** A standalone cluster that nothing was done for yet. */
export const fresh: Stage = (rig, _writer, name) => make(rig, name);

const pass = (rig: Rig, writer: Writer, name: string) =>
  deliver(rig[writer].url, headersOf(writer, "FlinkDeployment", name));

/** A cluster that is there. */
export const deployed: Stage = async (rig, writer, name) => {
  await make(rig, name);
  await pass(rig, writer, name);
};

/** A cluster with a pod that its node took long ago and that has not started. */
export const held: Stage = async (rig, writer, name) => {
  await deployed(rig, writer, name);
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const metadata = { name: `${name}-held`, labels: { app: name, component: "jobmanager" } };
  await rig.must("POST", pods, { metadata, spec: { containers: [{ name: "one", image: "one" }] } });
  const status = { phase: "Pending", startTime: "2020-01-01T00:00:00Z" };
  await rig.must("PATCH", `${pods}/${name}-held/status`, { status }, "application/merge-patch+json");
};

/** A cluster that is there, and is to have an Ingress from now on. */
export const toBeOpened: Stage = async (rig, writer, name) => {
  await deployed(rig, writer, name);
  await change(rig, name, { ingress });
};

/** A cluster that is to have no Ingress any more. */
export const toBeClosed: Stage = async (rig, writer, name) => {
  await toBeOpened(rig, writer, name);
  await pass(rig, writer, name);
  await change(rig, name, { ingress: null });
};

/** A session cluster that is there, and is to have more TaskManagers. */
export const toGrow: Stage = async (rig, writer, name) => {
  await make(rig, name, flinkSession({ ...standalone, taskManager: { replicas: 1 } }));
  await pass(rig, writer, name);
  await change(rig, name, { taskManager: { replicas: 2 } });
};

/** A cluster that is to go. */
export const leaving: Stage = async (rig, writer, name) => {
  await deployed(rig, writer, name);
  await rig.must("DELETE", `${collection}/${name}`);
};

/** A session cluster that is to go, for which session jobs are looked for. */
export const leavingSession: Stage = async (rig, writer, name) => {
  await make(rig, name, flinkSession({ serviceAccount: "default" }));
  await pass(rig, writer, name);
  await rig.must("DELETE", `${collection}/${name}`);
};

/** Its pods are gone, and what Flink remembered is left. */
export const gone: Stage = async (rig, writer, name) => {
  await leaving(rig, writer, name);
  await rig.must("DELETE", `${deployments}?propagationPolicy=Background`);
  const labels = { app: name, "configmap-type": "high-availability" };
  await rig.must("POST", `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: `${name}-ha`, labels } });
};

/** A job whose cluster is not there. */
export const jobOfNone: Stage = async (rig, _writer, name) => {
  const job = { jarURI: "https://repo.example.com/job.jar", parallelism: 1, upgradeMode: "stateless" };
  const object = { ...ofFlink("FlinkSessionJob", name), spec: { deploymentName: name, job } };
  object.metadata.finalizers = [finalizer];
  await rig.must("POST", `${collections}/flinksessionjobs`, object);
};

/** Such a job that is to go. */
export const leavingJob: Stage = async (rig, writer, name) => {
  await jobOfNone(rig, writer, name);
  await rig.must("DELETE", `${collections}/flinksessionjobs/${name}`);
};

/** A snapshot of a job that is not there. */
export const snapshotOfNone: Stage = async (rig, _writer, name) => {
  const spec = { savepoint: {}, jobReference: { kind: "FlinkSessionJob", name } };
  await rig.must("POST", `${collections}/flinkstatesnapshots`, { ...ofFlink("FlinkStateSnapshot", name), spec });
};

function ofFlink(kind: string, name: string) {
  const metadata: { name: string; namespace: string; finalizers?: string[] } = { name, namespace };
  return { apiVersion: "flink.apache.org/v1beta1", kind, metadata };
}

/** A cluster of whose savepoints something else is on record; only Weir's accounts may write that (D5). */
const remembering =
  (more: object): Stage =>
  async (rig, writer, name) => {
    await deployed(rig, writer, name);
    const { body } = await rig.must("GET", `${collection}/${name}`);
    const record = JSON.parse((body as KubeObject).metadata.annotations?.[recordAnnotation] ?? "{}");
    const text = JSON.stringify({ ...record, memory: { ...record.memory, ...more } });
    const token = await serviceAccountToken(rig.address, "weir-system", "weir-reconcile");
    const patch = { metadata: { annotations: { [recordAnnotation]: text } } };
    const type = "application/merge-patch+json";
    const { status } = await callApi(rig.address, "PATCH", `${collection}/${name}`, { token, type, body: patch });
    if (status !== 200) throw new Error(`the record of ${name} cannot be written: ${status}`);
  };

/** A savepoint that has no resource yet. */
export const withSavepoint = remembering({ taken: { path: "s3://savepoints/one", at: 1, by: "UPGRADE" } });
/** More snapshots than are kept. */
export const withOldOnes = remembering({
  snapshots: { kept: [1, 2].map((at) => ({ of: "savepoint", by: "UPGRADE", at, uid: `uid-${at}` })) },
});
