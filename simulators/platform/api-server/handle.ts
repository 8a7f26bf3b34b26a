import type { IncomingMessage } from "node:http";
import { parseBody, parseDeleteOptions, parseObject, readBody } from "./body.ts";
import { builtInResources } from "./built-in-resources.ts";
import type { Target, WriteOptions } from "./change.ts";
import { type Admit, carryOut, deleteCollection, type WriteRequest } from "./handle-write.ts";
import { type Json, type JsonObject, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { isTrue, listQueryOf, parsePath, patchTypeOf, watchQuery, writeOptionsOf } from "./request.ts";
import { apiVersionOf, type Resource } from "./resource.ts";
import { badRequest, methodNotAllowed, noSuchPath, noSuchResource, notFound } from "./status-error.ts";
import type { Store } from "./store.ts";
import type { Lister, Page } from "./store-list.ts";
import { makeTable, wantsTable } from "./table.ts";
import type { User } from "./user.ts";
import { unsupportedPatch } from "./write-patch.ts";

/** What the handlers of resource paths work with. */
export interface ApiContext {
  readonly store: Store;
  readonly lister: Lister;
  readonly admit: Admit;
}

/** A finished answer, or the watch to stream. */
export type Answer =
  | { readonly kind: "body"; readonly code: number; readonly body: JsonObject; readonly warnings: readonly string[] }
  | {
      readonly kind: "watch";
      readonly query: URLSearchParams;
      readonly target: Target;
      /** Every event carries a `Table` with one row. */
      readonly table: boolean;
    };

/** Answers a request to a resource path. Throws `ApiError`. */
export async function handle(context: ApiContext, request: IncomingMessage, url: URL, user: User): Promise<Answer> {
  const { resource, target } = locate(context.store, url.pathname);
  const method = request.method ?? "GET";
  if (method === "GET") return read(context, target, url.searchParams, wantsTable(request.headers.accept));
  if (target.namespace === "" && resource.namespaced) throw resource.custom ? noSuchPath() : methodNotAllowed();
  if (target.name === "" && resource.custom && (method === "PUT" || method === "PATCH")) {
    throw badRequest("name must be provided");
  }
  const text = await readBody(request);
  const contentType = request.headers["content-type"] ?? "";
  const manager = (request.headers["user-agent"] ?? "").split("/")[0] ?? "";
  const base = { target, user, manager, options: writeOptionsOf(url.searchParams, method) };
  if (method === "DELETE") return remove(context, base, url.searchParams, parseDeleteOptions(text, contentType));
  const action = actionOf(method, target, text, contentType);
  const result = await carryOut(context.store, context.admit, { ...base, action });
  return answered(result.created ? 201 : 200, result.body, result.warnings);
}

function locate(store: Store, pathname: string): { resource: Resource; target: Target } {
  const path = parsePath(pathname);
  const resource = path && store.resources.find(path.group, path.version, path.plural);
  if (!path || !resource || (path.namespace !== "" && !resource.namespaced)) {
    throw isBuiltInGroup(path?.group, pathname) ? noSuchResource() : noSuchPath();
  }
  if (path.subresource !== "" && !(path.subresource === "status" && resource.statusSubresource)) {
    throw resource.custom ? notFound(resource, path.name) : noSuchResource();
  }
  const subresource = path.subresource === "status" ? "status" : "";
  return { resource, target: { resource, namespace: path.namespace, name: path.name, subresource } };
}

/** Built-in groups answer an unknown path with a `Status`, all others with plain text. */
function isBuiltInGroup(group: string | undefined, pathname: string): boolean {
  if (group === undefined || group === "") return pathname.startsWith("/api/");
  return builtInResources.some((resource) => resource.group === group);
}

function read(context: ApiContext, target: Target, query: URLSearchParams, table: boolean): Answer {
  const { resource, namespace, name } = target;
  const { now } = context.store.options;
  if (name !== "") {
    if (resource.namespaced && namespace === "") throw noSuchPath();
    const found = context.store.get(resource, namespace, name);
    if (!found) throw notFound(resource, name);
    const { resourceVersion } = found.metadata;
    return answered(200, table ? makeTable(resource, [found], { resourceVersion }, now()) : found);
  }
  if (query.has("watch") && isTrue(query.get("watch")))
    return { kind: "watch", query: watchQuery(query), target, table };
  const page = context.lister.list(resource, listQueryOf(query, target));
  const list = listBody(resource, page);
  return answered(200, table ? makeTable(resource, page.items, list.metadata as JsonObject, now()) : list);
}

function actionOf(method: string, target: Target, text: string, contentType: string): WriteRequest["action"] {
  if (method === "POST" && (target.name === "" || target.resource.custom))
    return { verb: "create", body: parseObject(text, contentType, target.resource.kind) };
  if (method === "PUT" && target.name !== "")
    return { verb: "update", body: parseObject(text, contentType, target.resource.kind) };
  if (method !== "PATCH" || target.name === "") throw methodNotAllowed();
  const type = patchTypeOf(contentType);
  const { custom } = target.resource;
  const accepted = [
    "json-patch+json",
    "merge-patch+json",
    ...(custom ? [] : ["strategic-merge-patch+json"]),
    "apply-patch+yaml",
  ];
  if (!type || (type === "strategic" && custom)) throw unsupportedPatch(accepted);
  return { verb: "patch", type, body: parseBody(text, type === "apply" ? "application/yaml" : "application/json") };
}

async function remove(
  context: ApiContext,
  base: Omit<WriteRequest, "action">,
  query: URLSearchParams,
  body: Json,
): Promise<Answer> {
  const request = { ...base, options: { ...base.options, ...deleteOptions(body) } };
  const { resource } = base.target;
  if (base.target.name !== "") {
    const result = await carryOut(context.store, context.admit, { ...request, action: { verb: "delete" } });
    return answered(200, result.body, result.warnings);
  }
  if (resource.without?.includes("deletecollection")) throw methodNotAllowed();
  const { items, page } = await deleteCollection(context, request, listQueryOf(query, base.target));
  return answered(200, listBody(resource, { items, resourceVersion: textAt(page, "resourceVersion") }));
}

function deleteOptions(body: Json): WriteOptions {
  const [uid, resourceVersion] = [
    textAt(body, "preconditions", "uid"),
    textAt(body, "preconditions", "resourceVersion"),
  ];
  const preconditions = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
  const all = JSON.stringify((body as JsonObject | null)?.dryRun ?? []) === '["All"]';
  return { preconditions, ...(all ? { dryRun: true } : {}) };
}

function listBody(resource: Resource, page: Page): JsonObject {
  const more = page.continue ? { continue: page.continue } : resource.custom ? { continue: "" } : {};
  const rest = page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount };
  const metadata = { ...more, ...rest, resourceVersion: page.resourceVersion };
  const items = resource.custom ? [...page.items] : page.items.map(withoutType);
  return { kind: `${resource.kind}List`, apiVersion: apiVersionOf(resource), metadata, items };
}

/** Built-in objects carry no type inside a list. */
function withoutType(object: KubeObject): JsonObject {
  const { apiVersion: _version, kind: _kind, ...rest } = object;
  return rest;
}

function answered(code: number, body: JsonObject, warnings: readonly string[] = []): Answer {
  return { kind: "body", code, body, warnings };
}
