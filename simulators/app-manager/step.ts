import { isObject, type JsonObject, type JsonValue, outOfBounds } from "../../shared/core/json.ts";
import { advance } from "./advance.ts";
import { judgeToken } from "./auth.ts";
import { recordWrite } from "./invariants.ts";
import { type Reply, refuse } from "./reply.ts";
import { ROUTES, type Route } from "./routes.ts";
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

type Target = { readonly namespace: string; readonly collection: string; readonly key: string | undefined };

/**
 * Answers one request at `now` (milliseconds since the epoch) and changes `state` in place.
 *
 * Guarantees: total (no input throws), synchronous, free of clocks, timers and true randomness: equal states and equal
 * requests at equal times give equal replies and states. Transitions that became due happen first. A refused
 * request changes nothing else. Stored objects are replaced, never changed, so a reply stays what it was.
 * Assumptions: `now` does not run backwards; callers treat replies and `request.body` as frozen.
 */
export function step(state: State, request: Request, now: number): Reply {
  advance(state, now);
  const [pathname = "", search = ""] = request.path.split(/\?(.*)/s, 2);
  const segments = readSegments(pathname);
  if (segments === undefined) return refuse(400, "BAD_REQUEST", "The path is not valid.");
  if (segments.join("/") === "api/v1/status") return { status: 200, body: { status: "OK" } };
  if (segments.join("/") === "api/v1/status/system-info") return { status: 200, body: systemInfo() };
  const target = readTarget(segments);
  const routes = ROUTES.filter((route) => target !== undefined && fits(route, target));
  if (target === undefined || routes.length === 0) return refuse(404, "NOT_FOUND", `There is no ${pathname} here.`);
  const route = routes.find(({ method }) => method === request.method);
  if (route === undefined) return refuseMethod(routes);
  return visit(state, request, { route, target, query: new URLSearchParams(search) }, now);
}

function visit(
  state: State,
  request: Request,
  to: { readonly route: Route; readonly target: Target; readonly query: URLSearchParams },
  now: number,
): Reply {
  const { namespace, key = "" } = to.target;
  const write = to.route.method !== "GET";
  const refusal = judgeToken(state, request.token, { namespace, write }, now);
  if (refusal !== undefined) return refusal;
  if (!state.namespaces.has(namespace)) return refuse(404, "NOT_FOUND", `Namespace '${namespace}' does not exist.`);
  const body = readBody(to.route, request.body);
  if ("refusal" in body) return body.refusal;
  const { operator } = request;
  const made: Visit = { state, now, namespace, key, operator, query: to.query, body: body.object };
  const before = findRow(state, namespace, key);
  const reply = to.route.handle(made);
  if (write && to.route.collection === "deployments") recordWrite(state, before, { ...request, status: reply.status });
  return reply;
}

function readBody(route: Route, body: JsonValue | undefined): { object: JsonObject } | { refusal: Reply } {
  if (route.method === "GET" || route.method === "DELETE") return { object: {} };
  if (!isObject(body)) return { refusal: refuse(400, "BAD_REQUEST", "The body must be a JSON object.") };
  const excess = outOfBounds(body);
  return excess === undefined ? { object: body } : { refusal: refuse(400, "BAD_REQUEST", `The body has ${excess}.`) };
}

function readSegments(pathname: string): readonly string[] | undefined {
  try {
    return pathname.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function readTarget(segments: readonly string[]): Target | undefined {
  const [api, version, namespaces, namespace, collection, key, ...rest] = segments;
  if (api !== "api" || version !== "v1" || namespaces !== "namespaces" || rest.length > 0) return undefined;
  if (namespace === undefined || namespace === "" || collection === undefined || key === "") return undefined;
  return { namespace, collection, key };
}

function fits(route: Route, target: Target): boolean {
  return route.collection === target.collection && route.item === (target.key !== undefined);
}

function refuseMethod(routes: readonly Route[]): Reply {
  const allow = routes.map(({ method }) => method).join(", ");
  return { ...refuse(405, "METHOD_NOT_ALLOWED", `Only ${allow} are allowed here.`), headers: { allow } };
}

function systemInfo(): JsonObject {
  return { kind: "SystemInfo", apiVersion: "v1", status: { buildVersion: "3.1.1", edition: "simulator" } };
}
