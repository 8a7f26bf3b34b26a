import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { Settings } from "../../../shared/core/settings.ts";
import { makeAdmit } from "../../../simulators/platform/api-server/admission.ts";
import { carryOut, type WriteRequest } from "../../../simulators/platform/api-server/handle-write.ts";
import { type Json, listAt, textAt } from "../../../simulators/platform/api-server/json.ts";
import { normalizeBySchema } from "../../../simulators/platform/api-server/schema.ts";
import { ApiError } from "../../../simulators/platform/api-server/status-error.ts";
import { installedStore, vvpDeploymentsOf } from "./installed-store.ts";

/** Settings of the instance that the examples name. */
export const settings: Settings = {
  instanceId: "my-operator",
  namespaces: [],
  quarantineMs: 60_000,
  rejectedRetryMs: 60_000,
  scalingCapMs: 1_800_000,
  scalingMemoryMs: 0,
  informationalConditions: [],
};

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

/** An API server in memory with the generated CRD and policies; what it refuses comes back as causes. */
export class AdmissionRig {
  readonly #store = installedStore({ now: () => 0, uid: () => "uid", random: () => 0.5, historyLimit: 10 });
  readonly #admit = makeAdmit({ store: this.#store, uid: () => "uid", resolveService: undefined });
  #count = 0;

  /** The object as the API server hands it on: without what its schema does not know, and without stray nulls. */
  decoded(object: KubeObject): KubeObject {
    const { schema } = this.#resource();
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
    const stored = await this.#send({ verb: "create", body: first }, "", users.reconcile, false);
    if (stored instanceof ApiError) throw stored;
    const resourceVersion = textAt(stored, "metadata", "resourceVersion");
    const second = { ...after, metadata: { ...after.metadata, name, resourceVersion } } as unknown as Json;
    return causesOf(await this.#send({ verb: "update", body: second }, name, username, true));
  }

  #resource() {
    return vvpDeploymentsOf(this.#store);
  }

  async #send(action: WriteRequest["action"], name: string, username: string, dryRun: boolean) {
    const target = { resource: this.#resource(), namespace: "my-deploy-namespace", name, subresource: "" } as const;
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

function causesOf(answer: Json | ApiError): Cause[] {
  if (!(answer instanceof ApiError)) return [];
  const causes = listAt(answer.status, "details", "causes");
  if (causes.length === 0) return [{ field: "", message: answer.message }];
  return causes.map((cause) => ({ field: textAt(cause, "field"), message: textAt(cause, "message") }));
}
