import type { Api } from "../../../shared/adapters/kubernetes/api.ts";
import type { Answer, Request } from "../../../shared/adapters/kubernetes/request.ts";
import { toOperatorError } from "../../../shared/adapters/kubernetes/translate-error.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { parseObject } from "../../../simulators/platform/api-server/body.ts";
import { decodeBody } from "../../../simulators/platform/api-server/decode.ts";
import { isObject, type Json, type JsonObject, listAt, textAt } from "../../../simulators/platform/api-server/json.ts";
import { type KubeObject as Stored, withMeta } from "../../../simulators/platform/api-server/object.ts";
import { parsePath } from "../../../simulators/platform/api-server/request.ts";
import { normalizeBySchema } from "../../../simulators/platform/api-server/schema.ts";
import { ApiError, noSuchPath } from "../../../simulators/platform/api-server/status-error.ts";
import { makeStoreClient, type Ref, type StoreClient } from "../../../simulators/platform/api-server/store-client.ts";
import { users } from "../../table/vvp-deployment/admission-rig.ts";
import { installedStore, vvpDeploymentsOf } from "../../table/vvp-deployment/installed-store.ts";
import { home } from "../../world/world.ts";

/** What refused a request: the server before it looked at a schema, schema with CEL, or a policy; or nothing. */
export type Layer = "none" | "server" | "schema" | "policy";

/** What the API server makes of what a person sends. */
export interface Verdict {
  readonly layer: Layer;
  /** What is stored, or would be if no layer looked at it; undefined where nothing can be read from what was sent. */
  readonly object: KubeObject | undefined;
  readonly words: string;
}

/** An API server in memory with schema, CEL and policies, to a person as well as to the shipped adapter. */
export class Plane {
  readonly #store;
  readonly #resource;
  readonly #person: StoreClient;
  readonly #weir: StoreClient;
  /** Paths of every request that Weir sent. */
  readonly paths: string[] = [];
  #uids = 0;

  constructor(now: () => number, makeStore = installedStore, resourceOf = vvpDeploymentsOf) {
    this.#store = makeStore({ now, uid: () => this.#uid(), random: () => 0.5, historyLimit: 10 });
    this.#resource = resourceOf(this.#store);
    const groups = ["system:authenticated"];
    this.#person = makeStoreClient(this.#store, { username: users.person, groups }, "kubectl");
    this.#weir = makeStoreClient(this.#store, { username: users.reconcile, groups }, "weir");
  }

  /** A person's creation; what is refused is not stored. */
  create(text: string): Verdict {
    return this.#judge(text, undefined, (body) => this.#person.create(this.#resource, home.namespace, body));
  }

  /** A person's change of what is there. */
  update(text: string, before: KubeObject): Verdict {
    return this.#judge(text, before, (body) => this.#person.update(this.#ref(before), renewed(body, before)));
  }

  /** Anybody's change of the status who may; the rest of the object stays. */
  writeStatus(text: string, before: KubeObject): Verdict {
    const ref = { ...this.#ref(before), subresource: "status" as const };
    return this.#judge(text, before, (body) => this.#person.update(ref, renewed(body, before)));
  }

  /** What an older definition, or a server without our policies, would have let in. */
  smuggle(object: KubeObject, before?: KubeObject): KubeObject {
    const { name, generation = 0 } = before?.metadata ?? {};
    const target = { ...this.#ref(object), name: name ?? object.metadata.name, subresource: "" as const };
    const current = before && this.#store.get(target.resource, home.namespace, target.name);
    const kept = {
      name: target.name,
      namespace: home.namespace,
      uid: before?.metadata.uid ?? this.#uid(),
      generation: generation + 1,
      deletionTimestamp: undefined,
    };
    const after = withMeta(object as unknown as Stored, kept);
    const operation = before === undefined ? "CREATE" : "UPDATE";
    this.#store.commit({ operation, target, before: current, after, effect: "store", options: {}, warnings: [] });
    return this.find(target.name) as KubeObject;
  }

  /** Puts back an object that stood before `clear`. */
  restore(object: KubeObject): void {
    const target = { ...this.#ref(object), subresource: "" as const };
    const after = object as unknown as Stored;
    const change = { operation: "CREATE", target, before: undefined, after, effect: "store" } as const;
    this.#store.commit({ ...change, options: {}, warnings: [] });
  }

  /** An object as it stands. */
  find(name: string): KubeObject | undefined {
    return this.#store.get(this.#resource, home.namespace, name) as KubeObject | undefined;
  }

  /** Takes every resource away at once, finalizers or not. */
  clear(): void {
    for (const before of this.#store.all(this.#resource)) {
      const target = { ...this.#ref(before as unknown as KubeObject), subresource: "" as const };
      const change = { operation: "DELETE", target, before, after: undefined, effect: "remove" } as const;
      this.#store.commit({ ...change, options: {}, warnings: [] });
    }
    this.paths.length = 0;
  }

  /** A Secret of a namespace that exists. */
  addSecret(namespace: string, name: string, token: string): void {
    const secrets = this.#store.resources.find("", "v1", "secrets");
    if (secrets === undefined) throw new Error("Secrets are not served");
    const data = { token: Buffer.from(token).toString("base64") };
    this.#person.create(secrets, namespace, { apiVersion: "v1", kind: "Secret", metadata: { name }, data });
  }

  /** The server as the shipped adapter calls it. */
  readonly api: Api = {
    read: async (path, what) => this.#call(path, what, false, (ref) => this.#weir.get(ref)),
    write: async ({ path, body = "" }: Request, what) =>
      this.#call(path, what, true, (ref) => this.#weir.patch(ref, "merge", JSON.parse(body) as Json)),
  };

  #uid(): string {
    this.#uids += 1;
    return `uid-${this.#uids}`;
  }

  #ref({ metadata }: KubeObject): Ref {
    return { resource: this.#resource, namespace: home.namespace, name: metadata.name };
  }

  #judge(text: string, before: KubeObject | undefined, send: (body: Json) => Stored): Verdict {
    let body: Json = null;
    try {
      body = parseObject(text, "application/json", this.#resource.kind);
      return { layer: "none", object: send(body) as KubeObject, words: "" };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { layer: layerOf(error), object: this.#decoded(body, before), words: error.message };
    }
  }

  /** What policies and webhooks would be shown. */
  #decoded(body: Json, before: KubeObject | undefined): KubeObject | undefined {
    const { schema } = this.#resource;
    try {
      const target = { resource: this.#resource, namespace: home.namespace, name: "", subresource: "" } as const;
      const decoded = decodeBody(renewed(body, before), target);
      const { value } = normalizeBySchema(decoded, schema as NonNullable<typeof schema>);
      return value as unknown as KubeObject;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  #call(path: string, what: string, write: boolean, carryOut: (ref: Ref) => JsonObject): Answer {
    this.paths.push(path);
    const answer = this.#answer(path, carryOut);
    if (answer.status >= 300 && (write || answer.status !== 404)) throw toOperatorError(answer, what, write);
    return answer;
  }

  #answer(path: string, carryOut: (ref: Ref) => JsonObject): Answer {
    const date = this.#store.options.now();
    try {
      const { group, version, plural, namespace, name, subresource } = parsePath(path.replace(/\?.*/, "")) ?? nowhere;
      const resource = this.#store.resources.find(group, version, plural);
      if (resource === undefined) throw noSuchPath();
      const ref = { resource, namespace, name, ...(subresource === "status" && { subresource: "status" as const }) };
      return { status: 200, text: JSON.stringify(carryOut(ref)), date, retryAfter: undefined };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status.code, text: JSON.stringify(error.status), date, retryAfter: undefined };
    }
  }
}

const nowhere = { group: "", version: "", plural: "", namespace: "", name: "", subresource: "" };

/** As `kubectl apply` sends it: with what is the server's and Weir's, where the body leaves room for that. */
function renewed(body: Json, before: KubeObject | undefined): Json {
  if (before === undefined || !isObject(body) || !isObject(body.metadata)) return body;
  const { resourceVersion = "", uid = "", finalizers = [], annotations } = before.metadata;
  const record = annotations?.[recordAnnotation];
  const given = body.metadata.annotations ?? {};
  const kept = isObject(given) && record !== undefined ? { [recordAnnotation]: record, ...given } : given;
  const metadata = { resourceVersion, uid, finalizers: [...finalizers], ...body.metadata, annotations: kept };
  return { ...body, metadata };
}

function layerOf({ message, status }: ApiError): Layer {
  if (message.includes("denied request: ")) return "policy";
  const fields = listAt(status, "details", "causes").map((cause) => textAt(cause, "field"));
  return fields.some((field) => /^(spec|status)\b/.test(field)) ? "schema" : "server";
}
