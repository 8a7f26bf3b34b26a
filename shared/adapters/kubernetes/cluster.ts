import { OperatorError } from "../../core/error.ts";
import { at, isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import type { Key, KubeObject, Names } from "../../core/object.ts";
import type { Cluster, ListQuery, Page } from "../../ports/cluster.ts";
import type { Api } from "./api.ts";
import { objectPath, resourcePath } from "./paths.ts";
import type { Answer } from "./request.ts";
import { bodyOf, isNotFound, parseObject, toOperatorError } from "./translate-error.ts";

/** The port over the API server. */
export function makeCluster(api: Api): Cluster {
  return {
    get: async (names, key, signal) => {
      const what = `get ${names.plural} ${key.namespace}/${key.name}`;
      const answer = await api.read(objectPath(names, key), what, signal);
      if (isNotFound(answer)) return undefined;
      return { object: toObject(found(answer, what), what), now: dateOf(answer, what) };
    },
    list: async (names, query, signal) => {
      const what = `list ${names.plural}`;
      const ask = (token: string) =>
        api.read(`${resourcePath(names, query.namespace)}?${search(query, token)}`, what, signal);
      const { continue: token = "" } = query;
      const first = await ask(token);
      if (isUnknownPath(first)) throw new OperatorError("Missing", `the API server serves no ${names.plural}`);
      const rest = token === "" ? "" : tokenForRest(first);
      const answer = rest === "" ? first : await ask(rest);
      return toPage(found(answer, what), dateOf(answer, what), what);
    },
    patch: (names, key, patch, subresource) => sendPatch(api, names, key, patch, subresource),
    readSecret: async (namespace, name, signal) => {
      const what = `get secrets ${namespace}/${name}`;
      const answer = await api.read(objectPath(secrets, { kind: secrets.kind, namespace, name }), what, signal);
      if (isNotFound(answer)) return undefined;
      const secret = found(answer, what);
      toObject(secret, what);
      return decoded(member(secret, "data"));
    },
  };
}

/** The API server's word for a group or version that it does not serve; a proxy's page is another, and proves nothing. */
function isUnknownPath({ status, text }: Answer): boolean {
  return status === 404 && text.trim() === "404 page not found";
}

const secrets: Names = { group: "", version: "v1", kind: "Secret", plural: "secrets", singular: "secret" };

async function sendPatch(api: Api, names: Names, key: Key, patch: JsonObject, sub?: "status"): Promise<KubeObject> {
  const what = `patch ${names.plural}${sub === undefined ? "" : `/${sub}`} ${key.namespace}/${key.name}`;
  const path = `${objectPath(names, key)}${sub === undefined ? "" : `/${sub}`}?fieldManager=weir`;
  const body = toText(patch, what);
  const answer = await api.write({ method: "PATCH", path, body, contentType: "application/merge-patch+json" }, what);
  return toObject(bodyOf(answer, what, true), what, true);
}

function found(answer: Answer, what: string): JsonObject {
  if (answer.status >= 300) throw toOperatorError(answer, what, false);
  return bodyOf(answer, what, false);
}

function toText(patch: JsonObject, what: string): string {
  try {
    return JSON.stringify(patch);
  } catch {
    throw new OperatorError("Rejected", `${what}: the patch is nested too deeply to be written`);
  }
}

/** D6 stands on the API server's clock, so that an answer without one is of no use. */
function dateOf(answer: Answer, what: string): number {
  if (!Number.isNaN(answer.date)) return answer.date;
  throw new OperatorError("Malformed", `the API server answered ${what} without a Date header`);
}

function toObject(body: JsonValue, what: string, write = false): KubeObject {
  if (typeof member(member(body, "metadata"), "name") === "string") return body as unknown as KubeObject;
  throw new OperatorError("Malformed", `the API server answered ${what} with something that is no object`, {
    applied: write ? "maybe" : "no",
  });
}

function search({ limit, labelSelector }: ListQuery, token: string): URLSearchParams {
  const query = new URLSearchParams({ limit: String(limit) });
  if (token !== "") query.set("continue", token);
  if (labelSelector !== undefined) query.set("labelSelector", labelSelector);
  return query;
}

/** The token for an inconsistent rest, which the Status about an expired one carries in its `metadata`; or nothing. */
function tokenForRest({ status, text }: Answer): string {
  const token = status === 410 ? at(parseObject(text), "metadata", "continue") : undefined;
  return typeof token === "string" ? token : "";
}

function toPage(body: JsonObject, now: number, what: string): Page {
  const items = member(body, "items");
  if (!Array.isArray(items)) throw new OperatorError("Malformed", `the API server answered ${what} without items`);
  const token = member(member(body, "metadata"), "continue");
  const page = { items: items.map((item) => toObject(item, what)), now };
  return typeof token === "string" && token !== "" ? { ...page, continue: token } : page;
}

function decoded(data: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isObject(data)) return {};
  const texts = Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts.map(([key, text]) => [key, Buffer.from(text, "base64").toString("utf8")]));
}
