import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { FunctionProcess } from "../../scenario-process.ts";
import { deliver, sourceHeaders } from "../../scenario-rig.ts";
import { namespace, type Rig } from "./rig.ts";
import { type Row, refusedCalls, type Trial } from "./row.ts";

/** What an event led to. */
interface Seen {
  /** Of the answer. */
  readonly status: number;
  /** Calls that the API server refused, as answer, log and conditions tell. */
  readonly refused: readonly string[];
  /** Writes that reached the platform. */
  readonly sent: number;
  /** Status and reason of the resource's condition Consistent; null without one. */
  readonly consistent: string | null;
}

const linked = "True RecordIntact";

/** The answer to an event that is about the resource, and what became of it. */
async function see(rig: Rig, process: FunctionProcess, name: string, headers: Record<string, string>): Promise<Seen> {
  const before = process.text.out.length;
  const calls = rig.appManager.calls.length;
  const answer = await deliver(process.url, headers);
  const object = await rig.read(name);
  const conditions = object === undefined ? [] : conditionsOf(object);
  const consistent = conditions.find(({ type }) => type === "Consistent");
  return {
    status: answer.status,
    refused: refusedCalls(answer.text, process.text.out.slice(before), JSON.stringify(conditions)),
    sent: rig.appManager.calls.slice(calls).filter(isEffect).length,
    consistent: consistent === undefined ? null : `${consistent.status} ${consistent.reason}`,
  };
}

/** What is told to the platform's events is no effect. */
function isEffect({ method, path }: Rig["appManager"]["calls"][number]): boolean {
  return method !== "GET" && !path.endsWith("/events");
}

/** Headers of a tick of the PingSource. */
export const tickHeaders = {
  "ce-specversion": "1.0",
  "ce-id": "tick",
  "ce-source": "/apis/v1/namespaces/weir-system/pingsources/weir-tick",
  "ce-type": "dev.knative.sources.ping",
};

/** One event about a resource that nothing was done for yet. */
async function oneEvent(rig: Rig, name: string): Promise<Trial> {
  await rig.make(name);
  const headers = { ...sourceHeaders(name), "ce-namespace": namespace };
  const act = () => see(rig, rig.reconcile, name, headers);
  return { refused: act, granted: act };
}

/** One tick over a resource that nothing was done for yet. */
async function oneTick(rig: Rig, name: string): Promise<Trial> {
  await rig.make(name);
  const act = () => see(rig, rig.refresh, name, tickHeaders);
  return { refused: act, granted: act };
}

const leases = "/apis/coordination.k8s.io/v1/namespaces/weir-system/leases";

/** A tick where there is no lease yet, or one that an earlier sweep gave back. */
const tickWithLease = (there: boolean) => async (rig: Rig, name: string) => {
  await rig.must("DELETE", leases);
  if (there) await deliver(rig.refresh.url, tickHeaders);
  return oneTick(rig, name);
};

const configMaps = "/api/v1/namespaces/weir-system/configmaps?labelSelector=app.kubernetes.io/component=bookmark";
const run = { spec: { deployment: { spec: { state: "RUNNING" } } } };

/** A tick after something happened on the platform, where there is no cursor yet, or one of an earlier sweep. */
const tickWithCursor = (there: boolean) => async (rig: Rig, name: string) => {
  await rig.must("DELETE", configMaps);
  await rig.make(name, run);
  const headers = { ...sourceHeaders(name), "ce-namespace": namespace };
  await deliver(rig.reconcile.url, headers);
  if (there) {
    await deliver(rig.refresh.url, tickHeaders);
    await rig.change(name, { spec: { deployment: { spec: { state: "CANCELLED" } } } });
    await deliver(rig.reconcile.url, headers);
  }
  const act = () => see(rig, rig.refresh, name, tickHeaders);
  return { refused: act, granted: act };
};

const untouched: Seen = { status: 503, refused: [], sent: 0, consistent: null };
const made: Seen = { status: 204, refused: [], sent: 1, consistent: linked };
const silent: Seen = { ...made, sent: 0 };
const noToken: Seen = { status: 204, refused: ["get secrets"], sent: 0, consistent: "Unknown AuthenticationFailed" };

/** What `reconcile` needs each grant for. */
export const reconcileRows: readonly Row[] = [
  {
    grant: "weir-reconcile: get vvpdeployments",
    why: "an event is only a hint (D1); 503 has the source send it again",
    start: oneEvent,
    refused: { ...untouched, refused: ["get vvpdeployments"] },
    granted: made,
  },
  {
    grant: "weir-reconcile: patch vvpdeployments",
    why: "what cannot be written down first is not sent (D6)",
    start: oneEvent,
    refused: { ...untouched, refused: ["patch vvpdeployments"] },
    granted: made,
  },
  {
    grant: "weir-reconcile: patch vvpdeployments/status",
    why: "the effect stands in the record, so that the event sent again does not repeat it",
    start: oneEvent,
    refused: { ...untouched, refused: ["patch vvpdeployments/status"], sent: 1 },
    granted: { ...made, sent: 0 },
  },
  {
    grant: "weir-reconcile: get secrets",
    why: "a matter of the resource, so a condition and not a failed event (D7)",
    start: oneEvent,
    refused: noToken,
    granted: made,
  },
];

/** What `refresh` needs each grant for. */
export const refreshRows: readonly Row[] = [
  {
    grant: "weir-refresh: list vvpdeployments",
    why: "a sweep that sees nothing says so",
    start: oneTick,
    refused: { ...untouched, refused: ["list vvpdeployments"] },
    granted: made,
  },
  {
    grant: "weir-refresh: get vvpdeployments",
    why: "what is to be changed is read fresh; one resource that fails never fails the tick (D10)",
    start: oneTick,
    refused: { ...untouched, status: 204, refused: ["get vvpdeployments"] },
    granted: made,
  },
  {
    grant: "weir-refresh: patch vvpdeployments",
    why: "what cannot be written down first is not sent (D6)",
    start: oneTick,
    refused: { ...untouched, status: 204, refused: ["patch vvpdeployments"] },
    granted: made,
  },
  {
    grant: "weir-refresh: patch vvpdeployments/status",
    why: "the effect stands in the record, so that the next tick does not repeat it",
    start: oneTick,
    refused: { ...untouched, status: 204, refused: ["patch vvpdeployments/status"], sent: 1 },
    granted: { ...made, sent: 0 },
  },
  {
    grant: "weir-refresh: get secrets",
    why: "a matter of the resource, so a condition",
    start: oneTick,
    refused: noToken,
    granted: made,
  },
  {
    grant: "weir-refresh: get leases at home",
    why: "without a look at the lease no sweep begins",
    start: oneTick,
    refused: { ...untouched, refused: ["get leases"] },
    granted: made,
  },
  {
    grant: "weir-refresh: create leases at home",
    why: "the first sweep of an installation",
    start: tickWithLease(false),
    refused: { ...untouched, refused: ["create leases"] },
    granted: made,
  },
  {
    grant: "weir-refresh: patch leases at home",
    why: "every later sweep",
    start: tickWithLease(true),
    refused: { ...untouched, refused: ["patch leases"] },
    granted: made,
  },
  {
    grant: "weir-refresh: create events",
    why: "best effort: nothing else fails with it (X8), and the next tick makes up for it (R128, R129)",
    start: tickWithCursor(false),
    refused: { ...silent, refused: ["create events"] },
    granted: silent,
  },
  {
    grant: "weir-refresh: get configmaps at home",
    why: "without the cursor nobody knows what is mirrored already",
    start: tickWithCursor(false),
    refused: { ...silent, refused: ["get configmaps"] },
    granted: silent,
  },
  {
    grant: "weir-refresh: create configmaps at home",
    why: "the first cursor of a platform namespace; a later sweep finds its Events there",
    start: tickWithCursor(false),
    refused: { ...silent, refused: ["create configmaps"] },
    granted: silent,
  },
  {
    grant: "weir-refresh: patch configmaps at home",
    why: "every later one",
    start: tickWithCursor(true),
    refused: { ...silent, refused: ["patch configmaps"] },
    granted: silent,
  },
];
