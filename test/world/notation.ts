import { hashOf } from "../../shared/core/hash.ts";
import { inputHash } from "../../shared/core/input.ts";
import { at, isObject, type JsonObject, type JsonValue, member } from "../../shared/core/json.ts";
import { conditionsOf } from "../../shared/core/kind.ts";
import { type KubeObject, keyOf } from "../../shared/core/object.ts";
import { recordAnnotation } from "../../shared/core/record.ts";
import { requestAnnotation, secretAnnotation } from "../../shared/kinds/vvp-deployment/names.ts";
import { originOf } from "../../shared/kinds/vvp-deployment/nonce-memory.ts";
import type { PlatformCall } from "./platform-port.ts";
import { beginning } from "./virtual-clock.ts";
import type { Call, World } from "./world.ts";

/** The conditions for tools that wait; rows do not write them down, they follow from what rows do. */
export const progressTypes: ReadonlySet<string> = new Set(["Ready", "Reconciling", "Stalled"]);

/** A call as tables write it: one line, or one line and what was sent. */
export type Written = string | { readonly [line: string]: JsonValue };

/**
 * Writes down what happened in a world without its random and hashed parts: the n-th deployment is `deployment-n`, the
 * n-th different content of a spec `content-n`, request `request-n` and input `input-n`, instants are seconds; a restart
 * leaves out whose it is.
 */
export class Notation {
  readonly #world: World;
  readonly #ids = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  calls(calls: readonly Call[]): Written[] {
    return calls.map((call) => this.#plain(toLine(call)) as Written);
  }

  /** Announcements become lines: what each is attached to, the status of a failure, and its words. */
  told(calls: readonly PlatformCall[]): string[] {
    return calls.map((call) => this.#plain(toldLine(call)) as string);
  }

  /** Conditions become lines: `Type Status/Reason second message`; those for tools that wait are left out. */
  status(object: KubeObject | undefined): JsonValue {
    const status = object?.status;
    if (!isObject(status)) return null;
    const { conditions, ...rest } = status;
    return this.#plain(Array.isArray(conditions) ? { ...rest, conditions: lines(conditions) } : status);
  }

  /** The conditions for tools that wait, as `Status/Reason message` by type. */
  progress(object: KubeObject | undefined): JsonValue {
    const shown = object === undefined ? [] : conditionsOf(object).filter(({ type }) => progressTypes.has(type));
    return this.#plain(
      Object.fromEntries(shown.map((one) => [one.type, `${one.status}/${one.reason} ${one.message}`])),
    );
  }

  /** Without version and uid, whose values are always the same here, and without what follows from the mode. */
  record(object: KubeObject | undefined): JsonValue {
    const text = object?.metadata.annotations?.[recordAnnotation];
    return text === undefined ? null : this.#plain(readable(text));
  }

  /** Deployments are numbered as they come to be known, so look before one is deleted. */
  look(): void {
    for (const id of this.#world.platform.state.rows.keys()) {
      if (!this.#ids.has(id)) this.#ids.set(id, `deployment-${this.#ids.size + 1}`);
    }
  }

  #plain(value: JsonValue): JsonValue {
    this.look();
    let text = JSON.stringify(value);
    for (const [hash, name] of [...this.#ids, ...this.#hashes(), ...this.#origins()])
      text = text.replaceAll(hash, name);
    return JSON.parse(text) as JsonValue;
  }

  #origins(): (readonly [origin: string, name: string])[] {
    const uids = this.#world.cluster.changes.map(({ object }) => object.metadata.uid ?? "");
    return [...new Set(uids)].map((uid) => [`#${originOf({ uid })}`, ""] as const);
  }

  #hashes(): Map<string, string> {
    const contents = new Set<string>();
    const requests = new Set<string>();
    const inputs = new Set<string>();
    for (const { object } of this.#world.cluster.changes) {
      contents.add(hashOf(at(object.spec, "deployment") ?? null));
      const { [secretAnnotation]: secret = null, [requestAnnotation]: asked } = object.metadata.annotations ?? {};
      requests.add(hashOf([object.spec ?? null, secret, ...(asked === undefined ? [] : [asked])]));
      inputs.add(inputHash(object, this.#world.kind.inputs));
    }
    const named = (hashes: Set<string>, what: string) =>
      [...hashes].map((hash, index) => [hash, `${what}-${index + 1}`] as const);
    return new Map([...named(contents, "content"), ...named(requests, "request"), ...named(inputs, "input")]);
  }
}

/** The calls of a look, and apart from them the events that it told the platform of last; no call may follow those. */
export function apart(calls: readonly Call[]): readonly [made: readonly Call[], news: readonly PlatformCall[]] {
  const news = announcements(calls);
  const made = calls.slice(0, calls.length - news.length);
  if (made.some((call) => news.includes(call as PlatformCall))) throw new Error("a call follows an announcement");
  return [made, news];
}

/** The events that the platform was told of. */
export function announcements(calls: readonly Call[]): readonly PlatformCall[] {
  return calls.filter((call): call is PlatformCall => call.to === "platform" && call.path.endsWith("/events"));
}

function toldLine({ path, body, status }: PlatformCall): string {
  const namespace = path.split("/").at(-2);
  const { deploymentId = namespace } = (member(body, "metadata") ?? {}) as { deploymentId?: string };
  const message = String(member(member(body, "spec"), "message")).replace("Kubernetes operator ", "");
  return `${deploymentId}${status === 201 ? "" : ` ${status}`}: ${message}`;
}

/** Seconds since the world began. */
export function second(instant: number): number {
  return (instant - beginning) / 1000;
}

function lines(conditions: readonly JsonValue[]): string[] {
  return conditions.filter((one) => !progressTypes.has(String(member(one, "type")))).map(conditionLine);
}

function conditionLine(condition: JsonValue): string {
  const [type, status, reason, message, time] = ["type", "status", "reason", "message", "lastTransitionTime"].map(
    (key) => member(condition, key),
  );
  return `${type} ${status}/${reason} ${second(Date.parse(String(time)))} ${message}`;
}

function toLine(call: Call): Written {
  if (call.to === "platform") {
    const where = call.path.replace("/api/v1/namespaces/", "").replace("/deployments", "");
    const line = `platform ${call.method} ${where} ${call.status}`;
    return call.body === undefined ? line : { [line]: call.body };
  }
  if (call.verb === "patch") return { "api patch": metadataPatch(call.patch) };
  return call.verb === "get" || call.verb === "patch status" ? `api ${call.verb}` : `api ${call.verb} ${call.name}`;
}

/** A patch of metadata without its precondition, and with a readable record. */
function metadataPatch(patch: JsonObject | undefined): JsonValue {
  const metadata = member(patch, "metadata");
  if (!isObject(metadata)) return patch ?? null;
  const { resourceVersion: _precondition, annotations, ...rest } = metadata;
  const text = member(annotations, recordAnnotation);
  return typeof text === "string"
    ? { ...rest, record: readable(text) }
    : { ...rest, ...(annotations && { annotations }) };
}

/** A record with seconds for instants. */
function readable(text: string): JsonValue {
  const record = JSON.parse(text) as JsonObject;
  const { v: _version, uid: _uid, whole: _mode, ...rest } = record;
  return withSeconds(rest) as JsonObject;
}

/** Instants are what stands under `at` and `since`. */
function withSeconds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => withSeconds(one));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]): [string, JsonValue] => {
    const instant = (key === "at" || key === "since") && typeof one === "number";
    return [key, instant ? second(one) : withSeconds(one as JsonValue)];
  });
  return Object.fromEntries(entries);
}

/** The key of an object as the API server names it. */
export function keyOfObject(world: World, object: KubeObject) {
  return keyOf(world.kind.names.kind, object);
}
