import { type ErrorCode, isOperatorError } from "../../core/error.ts";
import type { AppManager, Caller, Deployment, DeploymentRef } from "../../ports/app-manager.ts";

/** What one list showed, and what has been written since. */
interface Group {
  readonly listed: Promise<ReadonlyMap<string, Deployment>>;
  readonly touched: Set<string>;
}

/** After these a single read would fare no better, or would add to the trouble. */
const shared: ReadonlySet<ErrorCode> = new Set(["Denied", "Missing", "Throttled", "Unavailable"]);

/**
 * An AppManager that reads in bulk, for one page of a sweep (D10).
 *
 * Guarantees: one list per token and platform namespace answers all `get`s of it, and `list` until something is written
 * through this reader; what the list lacks, or what was written, is asked for by itself, because a list is no proof of
 * absence. When the list fails, `Denied`, `Missing`, `Throttled` and `Unavailable` reject every `get` that needed it with
 * that same fault, and after anything else every one is asked for by itself.
 * Caveats: answers are as old as the list; make a new reader for every page.
 */
export function bulkReader(appManager: AppManager): AppManager {
  const groups = new Map<string, Group>();
  const groupOf = (caller: Caller, namespace: string): Group => {
    const id = JSON.stringify([caller.namespace, caller.secretName ?? null, namespace]);
    const group = groups.get(id) ?? { listed: index(appManager, caller, namespace), touched: new Set() };
    groups.set(id, group);
    return group;
  };
  // Whoever reads next, with whichever token, sees what the write left behind.
  const through = async <Value>(
    { namespace, idOrName }: DeploymentRef,
    write: () => Promise<Value>,
  ): Promise<Value> => {
    const touch = () => {
      for (const [id, { touched }] of groups) if (JSON.parse(id)[2] === namespace) touched.add(idOrName);
    };
    touch();
    return await write().finally(touch);
  };
  return {
    get: async (caller, ref, signal) => {
      const { listed, touched } = groupOf(caller, ref.namespace);
      const found = (await listed).get(ref.idOrName);
      const stale = [ref.idOrName, found?.id, found?.name].some((one) => one !== undefined && touched.has(one));
      return found === undefined || stale ? appManager.get(caller, ref, signal) : found;
    },
    list: async (caller, namespace, signal) => {
      const { listed, touched } = groupOf(caller, namespace);
      const items = await listed;
      const isTrue = items.size > 0 && touched.size === 0;
      return isTrue ? [...new Set(items.values())] : appManager.list(caller, namespace, signal);
    },
    create: (caller, namespace, body, owner, signal) => {
      const ref = { namespace, idOrName: String(body.metadata.name ?? "") };
      return through(ref, () => appManager.create(caller, namespace, body, owner, signal));
    },
    patch: (caller, ref, body, signal) => through(ref, () => appManager.patch(caller, ref, body, signal)),
    replace: (caller, ref, body, owner, signal) =>
      through(ref, () => appManager.replace(caller, ref, body, owner, signal)),
    adopt: (caller, ref, owner, signal) => through(ref, () => appManager.adopt(caller, ref, owner, signal)),
    takeOver: (caller, ref, owner, former, signal) =>
      through(ref, () => appManager.takeOver(caller, ref, owner, former, signal)),
    delete: (caller, ref, signal) => through(ref, () => appManager.delete(caller, ref, signal)),
    events: (caller, namespace, signal) => appManager.events(caller, namespace, signal),
    savepoints: (caller, namespace, deploymentId, signal) =>
      appManager.savepoints(caller, namespace, deploymentId, signal),
    takeSavepoint: (caller, request, signal) => {
      const ref = { namespace: request.namespace, idOrName: request.deploymentId };
      return through(ref, () => appManager.takeSavepoint(caller, request, signal));
    },
    announce: (caller, announcement, signal) => appManager.announce(caller, announcement, signal),
  };
}

/** Deployments by id and by name; an id wins over an equal name, as on the platform. */
async function index(appManager: AppManager, caller: Caller, namespace: string): Promise<Map<string, Deployment>> {
  try {
    const items = await appManager.list(caller, namespace);
    return new Map([
      ...items.map((item) => [item.name, item] as const),
      ...items.map((item) => [item.id, item] as const),
    ]);
  } catch (error) {
    if (isOperatorError(error) && !shared.has(error.code)) return new Map();
    throw error;
  }
}
