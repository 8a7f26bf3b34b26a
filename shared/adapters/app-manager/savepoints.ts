import * as z from "zod";
import { OperatorError } from "../../core/error.ts";
import { type JsonValue, member, outOfBounds } from "../../core/json.ts";
import type { Caller, Savepoint, SavepointRequest } from "../../ports/app-manager.ts";
import { pathSegment } from "../path-segment.ts";
import { judged, type Reach } from "./deployments.ts";

/**
 * Where a savepoint carries the mark of the request that asked for it.
 *
 * Inferred: annotations of a savepoint are the client's to write (`ververica.md` 2.3).
 */
const markKey = "weir.dev/request";

const savepoint = z.looseObject({
  metadata: z.looseObject({
    id: z.string().min(1),
    deploymentId: z.string().min(1),
    annotations: z.looseObject({}).nullish(),
  }),
  spec: z.looseObject({ savepointLocation: z.string().nullish() }).nullish(),
  status: z.looseObject({ state: z.string() }),
});

const list = z.looseObject({ items: z.array(z.unknown()) });

/** All savepoints of a deployment; one that cannot be read makes the whole answer `Malformed`, since it may be the one. */
export async function readSavepoints(
  reach: Reach,
  caller: Caller,
  namespace: string,
  deploymentId: string,
  signal?: AbortSignal,
): Promise<Savepoint[]> {
  const path = `${collection(namespace)}?deploymentId=${encodeURIComponent(deploymentId)}`;
  const what = `list savepoints of deployment ${namespace}/${deploymentId}`;
  const called = await reach.call({ caller, method: "GET", path, what, signal, limits: reach.many });
  return judged(reach, called, (value) => {
    const parsed = list.safeParse(value);
    if (!parsed.success) throw new OperatorError("Malformed", "this is no list of savepoints");
    const items = parsed.data.items.map((item) => toSavepoint(item as JsonValue));
    return items.filter((item) => item.deploymentId === deploymentId);
  });
}

/** Asks for a savepoint once. */
export async function postSavepoint(
  reach: Reach,
  caller: Caller,
  { namespace, deploymentId, mark }: SavepointRequest,
  signal?: AbortSignal,
): Promise<Savepoint> {
  const what = `take a savepoint of deployment ${namespace}/${deploymentId}`;
  const metadata = { deploymentId, annotations: { [markKey]: mark } };
  const body = { kind: "Savepoint", apiVersion: "v1", metadata, spec: {} };
  const path = collection(namespace);
  const called = await reach.call({ caller, method: "POST", path, what, body, signal, limits: reach.one });
  return judged(reach, called, toSavepoint);
}

function collection(namespace: string): string {
  return `/api/v1/namespaces/${pathSegment(namespace, "the platform namespace")}/savepoints`;
}

function toSavepoint(value: JsonValue): Savepoint {
  const finding = outOfBounds(value);
  const parsed = savepoint.safeParse(value);
  if (finding !== undefined || !parsed.success) {
    throw new OperatorError("Malformed", `this is no savepoint${finding === undefined ? "" : `: ${finding}`}`);
  }
  const { metadata, spec, status } = parsed.data;
  const mark = member(metadata.annotations, markKey);
  return {
    id: metadata.id,
    deploymentId: metadata.deploymentId,
    mark: typeof mark === "string" ? mark : undefined,
    state: status.state,
    location: spec?.savepointLocation ?? undefined,
  };
}
