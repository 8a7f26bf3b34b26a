import { type JsonObject, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { objectKey, type Resource, storageKey } from "./resource.ts";
import { type Matcher, parseFieldSelector, parseLabelSelector } from "./selector.ts";
import { ApiError, badRequest, expired } from "./status-error.ts";
import { inVersion, type Store } from "./store.ts";

/** Parameters of a list, as the query carries them. */
export interface ListQuery {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** 0 or absent: everything at once. */
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
}

/** A page of a list. `continue` is absent on the last one. */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** How long a continue token lives, in milliseconds: etcd's compaction interval. */
const tokenLife = 300_000;
/** How many paged lists are remembered at once. */
const tokenLimit = 64;

interface Snapshot {
  readonly at: number;
  readonly objects: readonly KubeObject[];
}

/**
 * Lists with pages that stay consistent: every page of a list shows the revision of its first.
 *
 * Guarantees: an expired or forgotten token gives 410 with a token for an inconsistent rest.
 */
export class Lister {
  readonly #store: Store;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Forgets all paged lists: their tokens give 410. */
  expireTokens(): void {
    this.#snapshots.clear();
  }

  /** One page. Throws 400 for a bad parameter, 410 for an expired token. */
  list(resource: Resource, query: ListQuery): Page {
    const matches = matcherOf(resource, query);
    const start = this.#start(resource, query);
    const limit = query.resourceVersion === "0" && !query.continue ? 0 : (query.limit ?? 0);
    const items: KubeObject[] = [];
    let index = start.from === "" ? 0 : indexAfter(start.objects, start.from, resource);
    let last = "";
    for (; index < start.objects.length && (limit === 0 || items.length < limit); index += 1) {
      const object = start.objects[index] as KubeObject;
      if (!matches(object)) continue;
      items.push(inVersion(object, resource));
      last = keyOf(object, resource);
    }
    const page = { items, resourceVersion: start.revision };
    const rest = start.objects.slice(index).filter(matches).length;
    if (rest === 0 || limit === 0) return page;
    this.#remember(resource, start);
    const token = writeToken(start.revision, last);
    const selected = Boolean(query.labelSelector || query.fieldSelector);
    return { ...page, continue: token, ...(selected ? {} : { remainingItemCount: rest }) };
  }

  #start(resource: Resource, query: ListQuery): { revision: string; from: string; objects: readonly KubeObject[] } {
    checkVersion(query.resourceVersion ?? "", this.#store.revision);
    if (!query.continue)
      return { revision: String(this.#store.revision), from: "", objects: this.#store.all(resource) };
    if (query.resourceVersion && query.resourceVersion !== "0") {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
    const token = readToken(query.continue);
    if (token.revision === "-1") {
      return { revision: String(this.#store.revision), from: token.start, objects: this.#store.all(resource) };
    }
    const snapshot = this.#snapshots.get(snapshotKey(resource, token.revision));
    if (!snapshot || this.#store.options.now() - snapshot.at > tokenLife) {
      throw expired(expiredToken, { continue: writeToken("-1", token.start) });
    }
    return { revision: token.revision, from: token.start, objects: snapshot.objects };
  }

  #remember(resource: Resource, start: { revision: string; objects: readonly KubeObject[] }): void {
    const key = snapshotKey(resource, start.revision);
    if (this.#snapshots.has(key)) return;
    this.#snapshots.set(key, { at: this.#store.options.now(), objects: start.objects });
    const oldest = this.#snapshots.keys().next().value;
    if (this.#snapshots.size > tokenLimit && oldest !== undefined) this.#snapshots.delete(oldest);
  }
}

/** Throws 400 for a version that is no number and 504 for one that lies in the future. */
function checkVersion(version: string, current: number): void {
  if (version !== "" && !/^\d+$/.test(version)) {
    const problem = `resourceVersion: Invalid value: "${version}": strconv.ParseUint: parsing "${version}": invalid syntax`;
    throw badRequest(`invalid resource version: ${problem}`);
  }
  if (Number(version) > current) {
    const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
    const message = `Timeout: Too large resource version: ${version}, current: ${current}`;
    throw new ApiError(504, "Timeout", message, { causes, retryAfterSeconds: 1 });
  }
}

const expiredToken =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
  "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
  "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted " +
  "between the time the first chunk was returned and now may show up in the list.";

function snapshotKey(resource: Resource, revision: string): string {
  return `${storageKey(resource)}@${revision}`;
}

/** What a list or a watch with these parameters shows. Throws 400 for a selector that cannot be read. */
export function matcherOf(resource: Resource, query: ListQuery): Matcher {
  const fields = ["metadata.name", ...(resource.namespaced ? ["metadata.namespace"] : []), ...resource.fieldLabels];
  const tests = [
    query.namespace ? (object: KubeObject) => object.metadata.namespace === query.namespace : undefined,
    parseLabelSelector(query.labelSelector ?? ""),
    parseFieldSelector(query.fieldSelector ?? "", fields),
  ].filter((test) => test !== undefined);
  return (object) => tests.every((test) => test(object));
}

function keyOf(object: KubeObject, resource: Resource): string {
  return objectKey(resource.namespaced ? (object.metadata.namespace ?? "") : "", object.metadata.name ?? "");
}

function indexAfter(objects: readonly KubeObject[], key: string, resource: Resource): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(objects[middle] as KubeObject, resource) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function writeToken(revision: string, start: string): string {
  const token = { v: "meta.k8s.io/v1", rv: Number(revision), start: `${start}\u0000` };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

function readToken(text: string): { revision: string; start: string } {
  const token = parsed(text);
  const start = textAt(token, "start").replace(/\0$/, "");
  if (!token || textAt(token, "v") !== "meta.k8s.io/v1" || start === "") {
    throw badRequest("invalid continue token: continue key is not valid: it is not a token of this server");
  }
  return { revision: String(token.rv), start };
}

function parsed(text: string): JsonObject | undefined {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString()) as JsonObject;
  } catch {
    return undefined;
  }
}
