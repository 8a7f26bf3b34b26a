import type { JsonObject, JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { example } from "../../builders/vvp-deployment.ts";
import { full } from "../../platform/real/crds/bases.ts";
import { leanWith, withValue } from "../../platform/real/crds/samples.ts";
import { metadataSample, type Place } from "./places.ts";

/** The mode of the sound resource that a hostile value is put into. */
export type Mode = "PATCH" | "PUT";

/** Stands for JSON text that is put in afterwards; no example holds it. */
const mark = "the place of what is hostile";
const quotedMark = JSON.stringify(mark);

/** The sound resource of a mode with a field present that the hostile value replaces or joins. */
function sound(mode: Mode, { keys }: Place): JsonObject {
  const base = example(mode) as KubeObject & JsonObject;
  const finalizers = keys[1] === "finalizers";
  const bare = finalizers ? { ...base, metadata: { ...base.metadata, ...metadataSample } } : base;
  return keys[0] === "metadata" ? (bare as unknown as JsonObject) : leanWith(base, full, keys);
}

/** JSON text of the sound resource with the text of a value at a place; undefined takes what is there away. */
export function replaced(mode: Mode, place: Place, text: string | undefined): string {
  return withText(sound(mode, place), place, text);
}

/** JSON text of the sound resource with one more member in the object at a place; key and value are JSON text. */
export function joined(mode: Mode, place: Place, key: string, text: string): string {
  return withMember(sound(mode, place), place, key, text);
}

/** JSON text of an object with the text of a value at a place; undefined takes what is there away. */
export function withText(object: JsonObject, { keys }: Place, text: string | undefined): string {
  const value: JsonValue | undefined = text === undefined ? undefined : mark;
  const whole = withValue(object, keys, value) as JsonValue | undefined;
  return (JSON.stringify(whole) ?? "").replace(quotedMark, () => text ?? "");
}

/** JSON text of an object with one more member in the object at a place; key and value are JSON text. */
export function withMember(object: JsonObject, { keys }: Place, key: string, text: string): string {
  const whole = JSON.stringify(withValue(object, [...keys, mark], mark));
  return whole.replace(`${quotedMark}:${quotedMark}`, () => `${key}:${text}`);
}
