import { equals } from "../../../shared/core/diff.ts";
import { at, isObject, type JsonValue } from "../../../shared/core/json.ts";
import { ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { nonceNames } from "../../../shared/kinds/vvp-deployment/nonce-memory.ts";
import type { State } from "../../../simulators/app-manager/state.ts";
import { endOf, momentary } from "../../world/history.ts";
import type { World } from "../../world/world.ts";
import type { Plan } from "./plan.ts";
import { remembered } from "./reference.ts";

/** Where a resource and its deployment are, in the words of the world in memory. */
export function liveEnd(name: string, object: KubeObject | undefined, state: State): JsonValue {
  const rows = new Map([...state.rows].filter(([, { deployment }]) => deployment.metadata.name === name));
  const seen = { cluster: { find: () => object }, platform: { state: { rows } } } as unknown as World;
  return JSON.parse(JSON.stringify(endOf(seen)).replaceAll(`"${name}"`, `"${remembered}"`)) as JsonValue;
}

/**
 * What differs between the end of a fault-free run and that of another; undefined where nothing does. A full definition
 * resets what a creation left to the platform's defaults, so these may or may not be there in mode PUT; what became of a
 * nonce depends on the state of its moment.
 */
export function differenceOf(plan: Plan, upTo: number, expected: JsonValue, found: JsonValue): string | undefined {
  const asks = plan.chapters
    .slice(0, upTo + 1)
    .some(({ moments }) => moments.some(({ deed }) => momentary.includes(deed)));
  const plain = (end: JsonValue) => (asks ? withoutNonces(end) : end);
  const [one, other] = [plain(expected), plain(found)];
  if (plan.mode === "PUT" ? isWithin(one, other) : equals(one, other)) return undefined;
  return `expected ${JSON.stringify(one)}\n     but is ${JSON.stringify(other)}`;
}

/** True where all of `part` is in `whole`; an object of `whole` may have more in a spec. */
function isWithin(part: JsonValue, whole: JsonValue | undefined): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.length === whole.length && part.every((one, at) => isWithin(one, whole[at]));
  }
  if (!isObject(part)) return equals(part, whole ?? null);
  return isObject(whole) && Object.entries(part).every(([key, one]) => isWithin(one as JsonValue, whole[key]));
}

const told = /^(NonceAligned|Healthy|Ready|Stalled) /;
const ofNonces = new Set(["lastProcessedSavepointNonce", "lastProcessedTriggerNonce", "weir.dev/restart"]);

function withoutNonces(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value
      .filter((one) => typeof one !== "string" || !told.test(one))
      .map((one: JsonValue) => withoutNonces(one));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !ofNonces.has(key));
  const inner = kept.map(([key, one]): [string, JsonValue] => [key, withoutNonces(one as JsonValue)]);
  return Object.fromEntries(inner.filter(([key, one]) => key !== "annotations" || !equals(one, {})));
}

/** Requests of nonces that came to no end: neither processed nor said to be blocked (L2). */
export function forgottenNonces(object: KubeObject | undefined): string[] {
  const record = object === undefined ? undefined : ownRecord(object);
  if (record === undefined) return [];
  const values = nonceNames.map((name) => ({
    name,
    value: at(object?.spec, `${name}Nonce`),
    memory: record.nonces?.[name],
  }));
  const open = values.filter(({ value, memory }) => {
    return typeof value === "number" && memory?.processed !== value && memory?.burnt.includes(value) !== true;
  });
  return open.map(({ name, value }) => `L2: nothing came of ${name}Nonce ${value}`);
}
