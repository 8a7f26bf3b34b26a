import * as z from "zod";
import { OperatorError } from "../../core/error.ts";
import { type JsonValue, member, outOfBounds } from "../../core/json.ts";
import type { Caller, Savepoint, SavepointRequest } from "../../ports/app-manager.ts";
import { isIdentity } from "./identity.ts";
import { collectionPath } from "./paths.ts";
import { judged, type Reach, readPages } from "./reach.ts";
import { toItems } from "./wire.ts";

/**
 * Where a savepoint carries the mark of the request that asked for it.
 *
 * Inferred: annotations of a savepoint are the client's to write (`ververica.md` 2.3).
 */
const markKey = "weir.dev/request";

const savepoint = z.looseObject({
  metadata: z.looseObject({
    id: z.string(),
    deploymentId: z.string(),
    annotations: z.looseObject({}).nullish(),
  }),
  spec: z.looseObject({ savepointLocation: z.string().nullish() }).nullish(),
  status: z.looseObject({ state: z.string().min(1) }),
});

/**
 * All savepoints of a deployment.
 *
 * Guarantees: complete, since whoever does not find one here asks for another; one that cannot be read, and a page that
 * does not come, make the whole answer `Malformed`.
 */
export async function readSavepoints(
  reach: Reach,
  caller: Caller,
  namespace: string,
  deploymentId: string,
  signal?: AbortSignal,
): Promise<Savepoint[]> {
  const path = `${collectionPath(namespace, "savepoints")}?deploymentId=${encodeURIComponent(deploymentId)}`;
  const what = `list savepoints of deployment ${namespace}/${deploymentId}`;
  const { items, whole } = await readPages(reach, { caller, path, what, signal }, (value, { token }) => {
    const page = toItems(value);
    return { ...page, items: page.items.map((item) => toSavepoint(item, token)) };
  });
  if (!whole) throw new OperatorError("Malformed", `AppManager's answer to ${what} makes no sense: a page is missing`);
  return items.filter((item) => item.deploymentId === deploymentId);
}

/** Asks for a savepoint once. */
export async function postSavepoint(
  reach: Reach,
  caller: Caller,
  { namespace, deploymentId, mark, location }: SavepointRequest,
  signal?: AbortSignal,
): Promise<Savepoint> {
  const what = `${location === undefined ? "take" : "register"} a savepoint of deployment ${namespace}/${deploymentId}`;
  const metadata = { deploymentId, annotations: { [markKey]: mark } };
  const body = {
    kind: "Savepoint",
    apiVersion: "v1",
    metadata,
    spec: location === undefined ? {} : { savepointLocation: location },
  };
  const path = collectionPath(namespace, "savepoints");
  const called = await reach.call({ caller, method: "POST", path, what, body, signal, limits: reach.one });
  return judged(reach, called, (value, { token }) => {
    const taken = toSavepoint(value, token);
    if (taken.deploymentId === deploymentId) return taken;
    throw new OperatorError("Malformed", "it is about another deployment");
  });
}

function toSavepoint(value: JsonValue, token: string | undefined): Savepoint {
  const finding = outOfBounds(value);
  const parsed = savepoint.safeParse(value);
  if (finding !== undefined || !parsed.success) {
    throw new OperatorError("Malformed", `this is no savepoint${finding === undefined ? "" : `: ${finding}`}`);
  }
  const { metadata, spec, status } = parsed.data;
  if (!isIdentity(metadata.id, token) || !isIdentity(metadata.deploymentId, token)) {
    throw new OperatorError("Malformed", "the savepoint has an impossible id");
  }
  const mark = member(metadata.annotations, markKey);
  return {
    id: metadata.id,
    deploymentId: metadata.deploymentId,
    mark: typeof mark === "string" ? mark : undefined,
    state: status.state,
    location: spec?.savepointLocation ?? undefined,
  };
}
