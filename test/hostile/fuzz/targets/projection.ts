import { toDeployment } from "../../../../shared/adapters/app-manager/wire.ts";
import { OperatorError } from "../../../../shared/core/error.ts";
import { at, isObject, type JsonObject, type JsonValue, member, outOfBounds } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { vvpDeployment } from "../../../../shared/kinds/vvp-deployment/kind.ts";
import type { AppManager } from "../../../../shared/ports/app-manager.ts";
import { example } from "../../../builders/vvp-deployment.ts";
import { beginning } from "../../../world/virtual-clock.ts";
import { World } from "../../../world/world.ts";
import { sampleDeployment, sampleSavepoint } from "../../wire/platform/calls.ts";
import { must, type Target, toValue } from "../target.ts";

const { settings, cluster } = new World();
const metadata = { uid: "uid-1", generation: 1, resourceVersion: "1" };
const known = {
  v: 1,
  uid: "uid-1",
  generation: 1,
  input: "",
  id: "id-1",
  target: { namespace: "default", name: "my-deployment" },
  intents: [],
};

/** Bytes of a request at most: an object that the API server stores has less. */
const longestBody = 4_000_000;

/** One look of the kind: at a resource, and at what the platform answers about it. */
export const projection: Target = {
  name: "projection",
  about: "a look at a resource and its deployment: the plan, its requests, the status",
  seeds: (["PATCH", "PUT"] as const).flatMap((mode) => [
    seed(mode, {}, null),
    seed(mode, { [recordKey()]: JSON.stringify(known) }, sampleDeployment),
    seed(mode, { [recordKey()]: JSON.stringify({ ...known, nonces: { accepted: 0 } }) }, sampleDeployment, {
      savepointNonce: 1,
      restartNonce: 2,
    }),
  ]),
  run: async (input) => {
    const value = toValue(input);
    const object = member(value, "object");
    if (!isObject(object) || !isObject(object.metadata) || outOfBounds(value) !== undefined) return "no resource";
    const ports = { cluster, appManager: platformThat(member(value, "deployment"), member(value, "savepoints")) };
    const signal = new AbortController().signal;
    const look = await vvpDeployment.look({
      object: { ...object } as unknown as KubeObject,
      ports,
      settings,
      now: beginning,
      signal,
    });
    const { plan, rule } = look;
    const text = JSON.stringify([plan.actions, look.claim]);
    must(text.length < longestBody, "a request is huge");
    must(outOfBounds(JSON.parse(text)) === undefined, "a request holds what nothing may hold");
    must(rule !== "create" || member(value, "deployment") === null, "something is created that may be there (S1)");
    const { status } = look.conclude([]);
    const conditions = member(status, "conditions");
    const reasons = Array.isArray(conditions) ? conditions.map((one) => `${at(one, "type")}/${at(one, "reason")}`) : [];
    return [rule, ...plan.actions.map(({ type }) => type), ...reasons].join(" ");
  },
};

/** A platform that answers each read with what an input holds; null is its own word that there is none. */
function platformThat(deployment: JsonValue | undefined, savepoints: JsonValue | undefined): AppManager {
  const nothing = () => Promise.reject(new OperatorError("Unavailable", "nobody answers"));
  const get = async (_caller: unknown, { namespace }: { namespace: string }) =>
    deployment === null ? undefined : toDeployment(deployment ?? {}, namespace);
  const asked = { get, list: async () => [], savepoints: async () => (savepoints ?? []) as never };
  return new Proxy(asked as unknown as AppManager, { get: (target, name) => Reflect.get(target, name) ?? nothing });
}

function seed(mode: "PATCH" | "PUT", annotations: JsonObject, deployment: JsonValue, spec: JsonObject = {}): string {
  const base = example(mode) as unknown as { metadata: JsonObject & { annotations?: JsonObject }; spec: JsonObject };
  const all = { ...base.metadata.annotations, ...annotations };
  const object = {
    ...base,
    metadata: { ...base.metadata, ...metadata, annotations: all },
    spec: { ...base.spec, ...spec },
  };
  return JSON.stringify({ object, deployment, savepoints: [sampleSavepoint] });
}

function recordKey(): string {
  return "weir.dev/record";
}
