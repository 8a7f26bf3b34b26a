import type { Outcome } from "../core/action.ts";
import { type Fault, toFault } from "../core/error.ts";
import type { PortAction, Ports } from "../ports/ports.ts";
import type { Transfers } from "./transfers.ts";

type Performers = {
  readonly [Type in PortAction["type"]]: (
    action: Extract<PortAction, { type: Type }>,
    ports: Ports,
    signal: AbortSignal,
    transfers: Transfers | undefined,
  ) => Promise<unknown>;
};

/** One line per effect: which port call carries it out. */
const performers: Performers = {
  "app-manager/create": ({ caller, namespace, body, owner }, { appManager }, signal) =>
    appManager.create(caller, namespace, body, owner, signal),
  "app-manager/patch": ({ caller, ref, body }, { appManager }, signal) => appManager.patch(caller, ref, body, signal),
  "app-manager/replace": ({ caller, ref, body, owner }, { appManager }, signal) =>
    appManager.replace(caller, ref, body, owner, signal),
  "app-manager/adopt": ({ caller, ref, owner }, { appManager }, signal) => appManager.adopt(caller, ref, owner, signal),
  "app-manager/take-over": ({ caller, ref, owner, former }, { appManager }, signal) =>
    appManager.takeOver(caller, ref, owner, former, signal),
  "app-manager/delete": ({ caller, ref }, { appManager }, signal) => appManager.delete(caller, ref, signal),
  "app-manager/savepoint": ({ caller, request }, { appManager }, signal) =>
    appManager.takeSavepoint(caller, request, signal),
  "app-manager/announce": ({ caller, announcement }, { appManager }, signal) =>
    appManager.announce(caller, announcement, signal),
  "kubernetes/apply": ({ kind, object }, { objects }, signal) => objects.apply(kind, object, signal),
  "kubernetes/create": ({ kind, object }, { objects }, signal) => objects.create(kind, object, signal),
  "kubernetes/patch": ({ kind, key, patch }, { objects }, signal) => objects.patch(kind, key, patch, signal),
  "kubernetes/delete": ({ kind, key, seen }, { objects }, signal) => objects.delete(kind, key, seen, signal),
  "kubernetes/event": ({ event }, { recorder }) => recorder.record(event),
  "flink/stop": ({ endpoint, jobId, request }, { flink }, signal) => flink.stop(endpoint, jobId, request, signal),
  "flink/cancel": ({ endpoint, jobId }, { flink }, signal) => flink.cancel(endpoint, jobId, signal),
  "flink/savepoint": ({ endpoint, jobId, request }, { flink }, signal) =>
    flink.savepoint(endpoint, jobId, request, signal),
  "flink/checkpoint": ({ endpoint, jobId, request }, { flink }, signal) =>
    flink.triggerCheckpoint(endpoint, jobId, request, signal),
  "flink/dispose": ({ endpoint, savepointPath }, { flink }, signal) => flink.dispose(endpoint, savepointPath, signal),
  "flink/look-at-jar": async ({ artifact }, { artifacts }, signal) => {
    (await artifacts.open(artifact, signal)).close();
  },
  "flink/upload": (action, ports, signal, transfers) =>
    transfers === undefined
      ? uploadArtifact(action, ports, signal)
      : transfers.carry(`${action.endpoint.url} ${action.fileName}`, (time) => uploadArtifact(action, ports, time)),
  "flink/run": ({ endpoint, jarId, request }, { flink }, signal) => flink.runJar(endpoint, jarId, request, signal),
  "flink/rescale": ({ endpoint, jobId, requirements }, { flink }, signal) =>
    flink.rescale(endpoint, jobId, requirements, signal),
  "flink/delete-jar": ({ endpoint, jarId }, { flink }, signal) => flink.deleteJar(endpoint, jarId, signal),
};

/** Streams an artifact into a cluster; what goes wrong at its origin ends the upload. */
async function uploadArtifact(
  { endpoint, artifact, fileName }: Extract<PortAction, { type: "flink/upload" }>,
  { flink, artifacts }: Ports,
  signal: AbortSignal,
): Promise<string> {
  const opened = await artifacts.open(artifact, signal);
  try {
    return await flink.uploadJar(endpoint, { fileName, content: opened.content }, signal);
  } finally {
    opened.close();
  }
}

/**
 * Carries out the actions of a plan in their order.
 *
 * Guarantees: never rejects; ends at the first outcome that is not `done`, so that at most one effect is in doubt (D6);
 * sends nothing once the signal has aborted or `maySend` says no; does not take back what was sent. With `transfers`, an
 * upload is done for this look once it is under way; whether it has come is seen by the next one.
 */
export async function perform(
  actions: readonly PortAction[],
  ports: Ports,
  signal: AbortSignal,
  maySend: () => boolean,
  transfers?: Transfers,
): Promise<Outcome<PortAction>[]> {
  const outcomes: Outcome<PortAction>[] = [];
  for (const action of actions) {
    const outcome = signal.aborted || !maySend() ? notSent(action) : await performOne(action, ports, signal, transfers);
    outcomes.push(outcome);
    if (outcome.result !== "done") break;
  }
  return outcomes;
}

async function performOne(
  action: PortAction,
  ports: Ports,
  signal: AbortSignal,
  transfers: Transfers | undefined,
): Promise<Outcome<PortAction>> {
  try {
    const send = performers[action.type] as (action: PortAction, ...by: [Ports, ...unknown[]]) => Promise<unknown>;
    return { action, result: "done", value: await send(action, ports, signal, transfers) };
  } catch (error) {
    const fault = toFault(error);
    return { action, result: fault.applied === "no" ? "failed" : "unknown", fault };
  }
}

function notSent(action: PortAction): Outcome<PortAction> {
  const fault: Fault = {
    code: "Unavailable",
    message: "The pass ran out of time before this was sent.",
    applied: "no",
  };
  return { action, result: "failed", fault };
}
