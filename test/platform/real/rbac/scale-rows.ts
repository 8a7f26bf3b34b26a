import type { JsonObject } from "../../../../shared/core/json.ts";
import { wishAnnotation } from "../../../../shared/flink/scaling-wish.ts";
import { flinkApplication, flinkSession } from "../../../builders/flink-deployment.ts";
import { sessionJob } from "../../../builders/flink-session-job.ts";
import { deliver } from "../../scenario-rig.ts";
import { tickHeaders } from "./event-rows.ts";
import { collections } from "./flink-stages.ts";
import { namespace, type Rig } from "./rig.ts";
import { type Row, refusedCalls } from "./row.ts";

type Start = (rig: Rig, name: string) => Promise<unknown>;

const on: JsonObject = { serviceAccount: "default", flinkConfiguration: { "job.autoscaler.enabled": "true" } };
const off: JsonObject = { flinkConfiguration: { "job.autoscaler.enabled": "false" } };
const wished = { annotations: { [wishAnnotation]: "{}" } };

const tick = (rig: Rig) => deliver(rig.autoscale.url, tickHeaders);

const change = (rig: Rig, name: string, patch: object) =>
  rig.must("PATCH", `${collections}/flinkdeployments/${name}`, patch, "application/merge-patch+json");

/** A job that is to be scaled by itself, and does not run. */
const autoscaled: Start = (rig, name) =>
  rig.must("POST", `${collections}/flinkdeployments`, { ...flinkApplication(on), metadata: { name, namespace } });

/** One of which something else is to be told than the last time. */
const told: Start = async (rig, name) => {
  await autoscaled(rig, name);
  await tick(rig);
  await change(rig, name, { spec: { flinkConfiguration: { "job.autoscaler.metrics.window": "soon" } } });
};

/** One that was scaled by itself, and is not to be any more. */
const ended: Start = async (rig, name) => {
  await autoscaled(rig, name);
  await tick(rig);
  await change(rig, name, { metadata: wished, spec: off });
};

/** A session job that is not to be scaled by itself any more. */
const endedJob: Start = async (rig, name) => {
  const cluster = flinkSession({ serviceAccount: "default" });
  await rig.must("POST", `${collections}/flinkdeployments`, { ...cluster, metadata: { name, namespace } });
  const job = sessionJob({ deploymentName: name });
  await rig.must("POST", `${collections}/flinksessionjobs`, { ...job, metadata: { name, namespace, ...wished } });
};

const leases = "/apis/coordination.k8s.io/v1/namespaces/weir-system/leases";

/** A tick where there is no lease yet, or one that an earlier sweep gave back. */
const withLease =
  (there: boolean): Start =>
  async (rig) => {
    await rig.must("DELETE", leases);
    if (there) await tick(rig);
  };

async function see(rig: Rig): Promise<object> {
  const before = rig.autoscale.text.out.length;
  const answer = await tick(rig);
  return { status: answer.status, refused: refusedCalls(answer.text, rig.autoscale.text.out.slice(before)) };
}

function row(call: string, why: string, start: Start, { status = 204, home = false } = {}): Row {
  return {
    grant: `weir-autoscale: ${call}${home ? " at home" : ""}`,
    why,
    start: async (rig, name) => {
      await start(rig, name);
      return { refused: () => see(rig), granted: () => see(rig) };
    },
    refused: { status, refused: [call] },
    granted: { status: 204, refused: [] },
  };
}

/** What `autoscale` needs each grant for. */
export const scaleRows: readonly Row[] = [
  row("list flinkdeployments", "a sweep that sees nothing says so", autoscaled, { status: 503 }),
  row("list flinksessionjobs", "a sweep that sees nothing says so", autoscaled, { status: 503 }),
  row("get flinkdeployments", "what holds for a session job stands in its cluster too", endedJob),
  row("patch flinkdeployments", "what is wished, and what is not wished any more", ended),
  row("patch flinksessionjobs", "the same", endedJob),
  row("get configmaps", "nothing is decided without what was decided before", autoscaled),
  row("create configmaps", "the first cycle of a job", autoscaled),
  row("patch configmaps", "every later one", told),
  row("delete configmaps", "a job that is not scaled by itself any more", ended),
  row("create events", "best effort: nothing else fails with it (X8)", autoscaled),
  row("get leases", "without a look at the lease no sweep begins", withLease(true), { status: 503, home: true }),
  row("create leases", "the first sweep of an installation", withLease(false), { status: 503, home: true }),
  row("patch leases", "every later sweep", withLease(true), { status: 503, home: true }),
];
