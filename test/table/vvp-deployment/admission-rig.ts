import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { Settings } from "../../../shared/core/settings.ts";
import { makeAdmit } from "../../../simulators/platform/api-server/admission.ts";
import { carryOut, type WriteRequest } from "../../../simulators/platform/api-server/handle-write.ts";
import { at, type Json, type JsonObject, listAt, textAt } from "../../../simulators/platform/api-server/json.ts";
import type { Resource } from "../../../simulators/platform/api-server/resource.ts";
import { normalizeBySchema } from "../../../simulators/platform/api-server/schema.ts";
import { ApiError } from "../../../simulators/platform/api-server/status-error.ts";
import type { Store } from "../../../simulators/platform/api-server/store.ts";
import { usualSettings } from "../../builders/settings.ts";
import { installedStore, vvpDeploymentsOf } from "./installed-store.ts";

/** Settings of the instance that the examples name. */
export const settings: Settings = { ...usualSettings, rejectedRetryMs: 60_000 };

/** An example as an object. */
export function example(name: "vvp-minimal-patch" | "vvp-minimal-put"): KubeObject {
  return parse(readFileSync(join(import.meta.dirname, `../../../examples/${name}.yaml`), "utf8")) as KubeObject;
}

/** One refusal: the field as the API server names it (empty for a policy) and the words. */
export interface Cause {
  readonly field: string;
  readonly message: string;
}

/** Username of a person, and of the function that writes. */
export const users = {
  person: "jane@example.com",
  reconcile: "system:serviceaccount:weir-system:weir-reconcile",
} as const;

/** How a store of such a rig keeps time and names things. */
export const storeOptions = { now: () => 0, uid: () => "uid", random: () => 0.5, historyLimit: 10 };

/** An API server in memory with a generated CRD and policies; what it refuses comes back as causes. */
export class AdmissionRig {
  readonly #store: Store;
  readonly #resource: Resource;
  readonly #admit;
  #count = 0;

  constructor(store = installedStore(storeOptions), resource = vvpDeploymentsOf(store)) {
    this.#store = store;
    this.#resource = resource;
    this.#admit = makeAdmit({ store, uid: () => "uid", resolveService: undefined });
  }

  /** The object as the API server hands it on: without what its schema does not know, and without stray nulls. */
  decoded(object: KubeObject): KubeObject {
    const { schema } = this.#resource;
    if (schema === undefined) throw new Error("the CRD has no schema");
    return normalizeBySchema(object as unknown as Parameters<typeof normalizeBySchema>[0], schema)
      .value as unknown as KubeObject;
  }

  /** Why a creation is refused; nothing is stored. */
  create(object: KubeObject, username: string = users.person): Promise<Cause[]> {
    return this.#send({ verb: "create", body: object as unknown as Json }, "", username, true).then(causesOf);
  }

  /** Why the change of one version into another is refused; the first one is stored without a look at policies. */
  async update(before: KubeObject, after: KubeObject, username: string = users.person): Promise<Cause[]> {
    this.#count += 1;
    const name = `one-${this.#count}`;
    const first = { ...before, metadata: { ...before.metadata, name } } as unknown as Json;
    const created = await this.#put({ verb: "create", body: first }, "");
    const stored = before.status === undefined ? created : await this.#put(withVersion(first, created), name, "status");
    const second = { ...after, metadata: { ...after.metadata, name } } as unknown as Json;
    return causesOf(await this.#send(withVersion(second, stored), name, username, true));
  }

  /** What Weir itself writes is there afterwards. */
  async #put(action: WriteRequest["action"], name: string, subresource: "" | "status" = ""): Promise<Json> {
    const stored = await this.#send(action, name, users.reconcile, false, subresource);
    if (stored instanceof ApiError) throw stored;
    return stored;
  }

  async #send(
    action: WriteRequest["action"],
    name: string,
    username: string,
    dryRun: boolean,
    subresource: "" | "status" = "",
  ) {
    const namespace = "body" in action ? textAt(action.body, "metadata", "namespace") : "";
    const target = { resource: this.#resource, namespace, name, subresource } as const;
    const user = { username, groups: ["system:authenticated"] };
    try {
      const { body } = await carryOut(this.#store, this.#admit, {
        target,
        options: { dryRun },
        user,
        manager: "",
        action,
      });
      return body;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
}

/** The update by which an object takes the place of a stored one. */
function withVersion(object: Json, stored: Json): WriteRequest["action"] {
  const resourceVersion = textAt(stored, "metadata", "resourceVersion");
  const metadata = { ...(at(object, "metadata") as JsonObject), resourceVersion };
  return { verb: "update", body: { ...(object as JsonObject), metadata } };
}

function causesOf(answer: Json | ApiError): Cause[] {
  if (!(answer instanceof ApiError)) return [];
  const causes = listAt(answer.status, "details", "causes");
  if (causes.length === 0) return [{ field: "", message: answer.message }];
  return causes.map((cause) => ({ field: textAt(cause, "field"), message: textAt(cause, "message") }));
}
