import { isOperatorError } from "../../core/error.ts";
import { at, type JsonObject } from "../../core/json.ts";
import type { Lease } from "../../ports/cluster.ts";
import type { Api } from "./api.ts";
import { objectPath, resourcePath } from "./paths.ts";
import { bodyOf, isNotFound, toOperatorError, versionOf } from "./translate-error.ts";

const leases = { group: "coordination.k8s.io", version: "v1", plural: "leases" };

/** Milliseconds; the `Date` header has whole seconds, so a lease is let run on that much before it is taken over. */
const rounding = 1_000;

interface Held {
  readonly holder: string;
  readonly expires: number;
  readonly transitions: number;
  readonly resourceVersion: string;
}

/**
 * A lock kept as a `coordination.k8s.io/v1` Lease.
 *
 * Guarantees: every write carries the `resourceVersion` that was read, so that of two takers one wins; expiry is judged
 * by the API server's clock.
 * Caveats: a lost answer rejects; the same holder may simply ask again.
 */
export function makeLease(api: Api, namespace: () => Promise<string>, name: string): Lease {
  const read = async (): Promise<{ now: number; held: Held | undefined }> => {
    const key = { kind: "Lease", namespace: await namespace(), name };
    const what = `get leases ${key.namespace}/${name}`;
    const answer = await api.read(objectPath(leases, key), what);
    const now = Number.isNaN(answer.date) ? Date.now() : answer.date;
    if (isNotFound(answer)) return { now, held: undefined };
    if (answer.status >= 300) throw toOperatorError(answer, what, false);
    const body = bodyOf(answer, what, false);
    return { now, held: toHeld(body, versionOf(body, what, false)) };
  };
  const create = async (spec: JsonObject): Promise<boolean> => {
    const home = await namespace();
    const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name, namespace: home }, spec };
    const path = `${resourcePath(leases, home)}?fieldManager=weir`;
    return won(api.write({ method: "POST", path, body: JSON.stringify(body) }, `create leases ${home}/${name}`));
  };
  const patch = async (held: Held, spec: JsonObject): Promise<boolean> => {
    const key = { kind: "Lease", namespace: await namespace(), name };
    const body = JSON.stringify({ metadata: { resourceVersion: held.resourceVersion }, spec });
    const path = `${objectPath(leases, key)}?fieldManager=weir`;
    const contentType = "application/merge-patch+json";
    return won(api.write({ method: "PATCH", path, body, contentType }, `patch leases ${key.namespace}/${name}`));
  };
  return {
    acquire: async (holder, ttlMs, formers) => {
      const { now, held } = await read();
      const spec = toSpec(holder, ttlMs, now, held);
      if (held === undefined) return create(spec);
      const open = held.holder === "" || held.holder === holder || formers?.has(held.holder) === true;
      return (open || now >= held.expires + rounding) && patch(held, spec);
    },
    takeOver: async (former, holder, ttlMs) => {
      const { now, held } = await read();
      if (held === undefined || held.holder === "" || held.holder !== former || now >= held.expires) return false;
      return patch(held, toSpec(holder, ttlMs, now, held));
    },
    release: async (holder) => {
      const { held } = await read();
      if (held?.holder === holder) await patch(held, { holderIdentity: null });
    },
  };
}

function toSpec(holder: string, ttlMs: number, now: number, held: Held | undefined): JsonObject {
  const transitions = (held?.transitions ?? -1) + (held?.holder === holder ? 0 : 1);
  const renewTime = new Date(now).toISOString().replace("Z", "000Z");
  const leaseDurationSeconds = Math.max(1, Math.ceil(ttlMs / 1000));
  return { holderIdentity: holder, leaseDurationSeconds, renewTime, leaseTransitions: transitions };
}

function toHeld(lease: JsonObject, resourceVersion: string): Held {
  const holder = at(lease, "spec", "holderIdentity");
  const renewed = at(lease, "spec", "renewTime");
  const seconds = at(lease, "spec", "leaseDurationSeconds");
  const transitions = at(lease, "spec", "leaseTransitions");
  const time = typeof renewed === "string" ? Date.parse(renewed) : Number.NaN;
  return {
    holder: typeof holder === "string" ? holder : "",
    expires: (Number.isNaN(time) ? 0 : time) + (typeof seconds === "number" ? seconds * 1000 : 0),
    transitions: typeof transitions === "number" ? transitions : 0,
    resourceVersion,
  };
}

/** A lost race is an answer, not a failure. */
async function won(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isOperatorError(error) && (error.code === "Conflict" || error.code === "Missing")) return false;
    throw error;
  }
}
