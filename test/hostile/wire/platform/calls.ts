import { makeCall } from "../../../../shared/adapters/app-manager/call.ts";
import { makeCredentials } from "../../../../shared/adapters/app-manager/credentials.ts";
import { makeAppManager } from "../../../../shared/adapters/app-manager/port.ts";
import type { WireAnswer } from "../../../../shared/adapters/http.ts";
import { type JsonValue, jsonBounds } from "../../../../shared/core/json.ts";
import type { AppManager } from "../../../../shared/ports/app-manager.ts";
import { home } from "../../../world/world.ts";

const caller = { instanceId: home.instanceId, namespace: home.namespace, secretName: home.secret };
const owner = { instanceId: home.instanceId, uid: "uid-1" };
const ref = { namespace: "default", idOrName: "my-deployment" };
const body = { metadata: { name: "my-deployment", namespace: "default" }, spec: { state: "RUNNING" } };

/** A deployment as the platform shows it. */
export const sampleDeployment: JsonValue = {
  kind: "Deployment",
  apiVersion: "v1",
  metadata: {
    id: "id-1",
    name: "my-deployment",
    namespace: "default",
    annotations: { "ververica.platform/managed-by-operator": home.instanceId, "ververica.platform/cr-uid": "uid-1" },
  },
  spec: { state: "RUNNING", deploymentTargetName: "default", template: { spec: { parallelism: 1 } } },
  status: { state: "RUNNING", autopilot: { mode: "ACTIVE", runtimeParallelism: 2, scaling: false } },
};
/** A savepoint as the platform shows it. */
export const sampleSavepoint: JsonValue = {
  metadata: { id: "savepoint-1", deploymentId: "id-1", annotations: { "weir.dev/request": "mark-1" } },
  spec: { savepointLocation: "s3://bucket/1" },
  status: { state: "COMPLETED" },
};
const event: JsonValue = {
  metadata: {
    id: "event-1",
    createdAt: "2026-01-01T00:00:00Z",
    name: "JOB_STARTED",
    deploymentId: "id-1",
    jobId: "job-1",
  },
  spec: { message: "started" },
};
const pages = { pageIndex: 1, totalPage: 1 };

/** One call of the port, and the honest answer to it. */
export interface PortCall {
  readonly name: string;
  readonly honest: JsonValue;
  /** Nothing is concluded from what such an answer holds: a list proves no absence, and an end is looked at again. */
  readonly lenient?: true;
  readonly call: (port: AppManager) => Promise<unknown>;
}

/** Every call that the adapter makes. */
export const portCalls: readonly PortCall[] = [
  { name: "get", honest: sampleDeployment, call: (port) => port.get(caller, ref) },
  {
    name: "list",
    honest: { items: [sampleDeployment], metadata: pages },
    lenient: true,
    call: (port) => port.list(caller, "default"),
  },
  { name: "create", honest: sampleDeployment, call: (port) => port.create(caller, "default", body, owner) },
  { name: "patch", honest: sampleDeployment, call: (port) => port.patch(caller, ref, { spec: {} }) },
  { name: "replace", honest: sampleDeployment, call: (port) => port.replace(caller, ref, body, owner) },
  { name: "adopt", honest: sampleDeployment, call: (port) => port.adopt(caller, ref, owner) },
  { name: "take-over", honest: sampleDeployment, call: (port) => port.takeOver(caller, ref, owner, "former") },
  { name: "delete", honest: sampleDeployment, call: (port) => port.delete(caller, ref) },
  {
    name: "savepoints",
    honest: { items: [sampleSavepoint], metadata: pages },
    call: (port) => port.savepoints(caller, "default", "id-1"),
  },
  {
    name: "savepoint",
    honest: sampleSavepoint,
    call: (port) => port.takeSavepoint(caller, { namespace: "default", deploymentId: "id-1", mark: "mark-1" }),
  },
  {
    name: "events",
    honest: { items: [event], metadata: pages },
    lenient: true,
    call: (port) => port.events(caller, "default"),
  },
  {
    name: "announce",
    honest: event,
    lenient: true,
    call: (port) => port.announce(caller, { namespace: "default", deploymentId: "id-1", message: "x" }),
  },
];

/** The adapter as it ships, with one answer to whatever it asks. */
export function portThat(answer: WireAnswer): AppManager {
  return portThatAnswers(() => answer);
}

/** The same with an answer that is made for each of its requests. */
export function portThatAnswers(answerOf: () => WireAnswer): AppManager {
  const limits = { timeoutMs: 5_000, largest: 4_194_304, values: jsonBounds.nodes };
  const call = makeCall({
    base: "",
    userAgent: "weir/test",
    credentials: makeCredentials(async () => ({ token: home.token }), Date.now),
    transport: { warm: async () => {}, close: () => {}, send: async () => answerOf() },
    now: Date.now,
    monotonic: () => performance.now(),
  });
  return makeAppManager({ call, now: Date.now, one: limits, many: { ...limits, values: Number.POSITIVE_INFINITY } });
}
