import { OperatorError, toFault } from "../../core/error.ts";
import type { Caller, Deployment, DeploymentRef } from "../../ports/app-manager.ts";
import { pathSegment } from "../path-segment.ts";
import type { Called } from "./call.ts";
import { collectionPath } from "./paths.ts";
import { judged, type Reach, readPages } from "./reach.ts";
import { fromBadBody, isAbsent } from "./translate-error.ts";
import { toDeployment, toPage } from "./wire.ts";

/** One change of a deployment; `ref` is where it is, or will be. */
export interface Write {
  readonly caller: Caller;
  readonly method: "POST" | "PUT" | "PATCH";
  readonly ref: DeploymentRef;
  readonly body: object;
  readonly signal: AbortSignal | undefined;
}

/** Undefined only for the platform's own 404. */
export async function readOne(
  reach: Reach,
  caller: Caller,
  ref: DeploymentRef,
  signal?: AbortSignal,
): Promise<Deployment | undefined> {
  const what = doingTo("get", ref);
  const called = await reach.call({ caller, method: "GET", path: pathOf(ref), what, signal, limits: reach.one });
  return isAbsent(called.answer) ? undefined : toOne(reach, ref, called);
}

/**
 * All deployments of a platform namespace, as far as the platform lets itself be read.
 *
 * Throws `Rejected` for a 404: AppManager answers 200 for every namespace that it has, so that the address is another's or
 * the namespace is not there.
 */
export async function readAll(
  reach: Reach,
  caller: Caller,
  namespace: string,
  signal?: AbortSignal,
): Promise<Deployment[]> {
  const what = `list deployments of ${namespace}`;
  const list = { caller, path: collectionPath(namespace, "deployments"), what, signal };
  const call: Reach["call"] = async (page) => {
    const called = await reach.call(page);
    if (isAbsent(called.answer)) throw new OperatorError("Rejected", notListed(what, namespace));
    return called;
  };
  const { items } = await readPages({ ...reach, call }, list, (value, { token }) => toPage(value, namespace, token));
  return items;
}

/** Sends a change once and gives the deployment that it led to. */
export async function change(reach: Reach, { caller, method, ref, body, signal }: Write): Promise<Deployment> {
  const what = doingTo({ POST: "create", PUT: "replace", PATCH: "patch" }[method], ref);
  const path = method === "POST" ? collectionPath(ref.namespace, "deployments") : pathOf(ref);
  const called = await reach.call({ caller, method, path, what, body, signal, limits: reach.one });
  if (called.answer.status !== 204) return toOne(reach, ref, called);
  // Done, but not what came of it.
  const found = await readOne(reach, caller, ref).catch(() => undefined);
  if (found === undefined) throw fromBadBody("204, and nothing to read afterwards", called.doing);
  return found;
}

/**
 * Done also when there was none any more, which the list of its namespace has to confirm: it may have been unknown for a
 * moment. An answer that is not about the deployment says nothing about its end either (S8).
 */
export async function remove(reach: Reach, caller: Caller, ref: DeploymentRef, signal?: AbortSignal): Promise<void> {
  const what = doingTo("delete", ref);
  const called = await reach.call({ caller, method: "DELETE", path: pathOf(ref), what, signal, limits: reach.one });
  if (called.answer.status === 204) return;
  if (!isAbsent(called.answer)) return void toOne(reach, ref, called);
  const doubt = await doubtOfEnd(reach, caller, ref, signal);
  if (doubt !== undefined) throw fromBadBody(`404, and the list of its namespace ${doubt}`, called.doing);
}

/** What the list of a namespace has against the end of a deployment. */
async function doubtOfEnd(reach: Reach, caller: Caller, ref: DeploymentRef, signal?: AbortSignal) {
  try {
    const listed = await readAll(reach, caller, ref.namespace, signal);
    return listed.some((one) => isAbout(one, ref)) ? "holds it" : undefined;
  } catch (error) {
    return `does not confirm that it is gone: ${toFault(error).message}`;
  }
}

function notListed(what: string, namespace: string): string {
  return `AppManager answered 404 to ${what}; check WEIR_APPMANAGER_URL, and that the platform has namespace ${namespace}`;
}

function pathOf({ namespace, idOrName }: DeploymentRef): string {
  return `${collectionPath(namespace, "deployments")}/${pathSegment(idOrName, "the deployment")}`;
}

function doingTo(verb: string, { namespace, idOrName }: DeploymentRef): string {
  return `${verb} deployment ${namespace}/${idOrName}`;
}

/** An answer about another deployment, from a cache in between, is no answer. */
function toOne(reach: Reach, ref: DeploymentRef, called: Called): Deployment {
  return judged(reach, called, (value, { token }) => {
    const found = toDeployment(value, ref.namespace, token);
    if (isAbout(found, ref)) return found;
    throw new OperatorError("Malformed", "it is about another deployment");
  });
}

function isAbout({ id, name }: Deployment, { idOrName }: DeploymentRef): boolean {
  return id === idOrName || name === idOrName;
}
