import { isObject, type JsonObject, type JsonValue, outOfBounds } from "../../shared/core/json.ts";
import { advance } from "./advance.ts";
import { recordAction } from "./audit.ts";
import { findToken, judgeToken } from "./auth.ts";
import { findPlace, type Place } from "./find-route.ts";
import { recordWrite } from "./recorded-violations.ts";
import { type Reply, refuse } from "./reply.ts";
import type { Route } from "./routes.ts";
import { findRow, type State } from "./state.ts";
import type { Visit } from "./visit.ts";

/**
 * A request to the platform as data. `path` is the raw target with its query, `token` the Bearer secret, `operator`
 * the value of the header `X-VVP-Operator-Instance`, `body` the parsed JSON.
 */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly operator?: string | undefined;
  readonly body?: JsonValue | undefined;
};

/**
 * Answers one request at `now` (milliseconds since the epoch) and changes `state` in place.
 *
 * Guarantees: total (no input throws), synchronous, free of clocks, timers and true randomness: equal states and equal
 * requests at equal times give equal replies and states. Transitions that became due happen first. A refused
 * request changes nothing but the audit log. Stored objects are replaced, never changed, so a reply stays what it was.
 * Assumptions: `now` does not run backwards; callers treat replies and `request.body` as frozen.
 */
export function step(state: State, request: Request, now: number): Reply {
  advance(state, now);
  const [pathname, search] = partsOf(request.path);
  const place = findPlace(pathname);
  if (place === "invalid") return refuse(400, "BAD_REQUEST", "The path is not valid.");
  if (place === undefined) return refuse(404, "NOT_FOUND", `There is no ${pathname} here.`);
  const entry = place.entries.find(({ method }) => method === request.method);
  if (entry === undefined) return refuseMethod(place);
  const visit = {
    state,
    now,
    key: place.key,
    operator: request.operator,
    query: search === "" ? NO_QUERY : new URLSearchParams(search),
    body: {},
  };
  if (entry.route.needs === "nothing") return entry.route.handle({ ...visit, namespace: "" });
  return admit(request, entry.route, { ...visit, namespace: place.namespace }, pathname);
}

/** Lets a request in whose token is known and sufficient; what becomes of it goes into the audit log. */
function admit(
  request: Request,
  route: Route,
  visit: Omit<Visit, "namespace"> & { readonly namespace: string | undefined },
  path: string,
): Reply {
  const { state, now, operator } = visit;
  const token = findToken(state, request.token, now);
  if ("refusal" in token) return token.refusal;
  const namespace = visit.namespace ?? token.namespace;
  const refusal = judgeToken(token, { namespace, role: route.needs });
  const reply = refusal ?? perform(request, route, { ...visit, namespace });
  recordAction(state.audit, {
    at: now,
    actionName: route.action,
    namespace,
    path,
    token: token.name ?? "",
    operator,
    httpCode: reply.status,
  });
  return reply;
}

const NO_QUERY = new URLSearchParams();

/** The path of a raw target, and its query without the question mark. */
function partsOf(target: string): readonly [pathname: string, search: string] {
  const mark = target.indexOf("?");
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

function perform(request: Request, route: Route, visit: Visit): Reply {
  const { state, namespace, key } = visit;
  if (!state.namespaces.has(namespace)) return refuse(404, "NOT_FOUND", `Namespace '${namespace}' does not exist.`);
  const body = readBody(request.method, request.body);
  if ("refusal" in body) return body.refusal;
  const before = findRow(state, namespace, key);
  const reply = route.handle({ ...visit, body: body.object });
  if (WRITES.has(route.action)) recordWrite(state, before, { ...request, status: reply.status });
  return reply;
}

/** Actions that change a deployment, or would. */
const WRITES: ReadonlySet<string> = new Set([
  "createDeployment",
  "updateDeployment",
  "upsertDeployment",
  "deleteDeployment",
]);

function readBody(method: string, body: JsonValue | undefined): { object: JsonObject } | { refusal: Reply } {
  if (method === "GET" || method === "DELETE") return { object: {} };
  if (!isObject(body)) return { refusal: refuse(400, "BAD_REQUEST", "The body must be a JSON object.") };
  const excess = outOfBounds(body);
  return excess === undefined ? { object: body } : { refusal: refuse(400, "BAD_REQUEST", `The body has ${excess}.`) };
}

function refuseMethod({ entries }: Place): Reply {
  const allow = entries.map(({ method }) => method).join(", ");
  return { ...refuse(405, "METHOD_NOT_ALLOWED", `Only ${allow} are allowed here.`), headers: { allow } };
}
