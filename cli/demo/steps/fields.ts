import { at, isObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { expectSame } from "../expect.ts";
import type { Stage } from "../stage.ts";
import { name } from "./state.ts";

/** Throws `Unexpected` unless the stored spec is the file's, and the platform has each of its fields. */
export async function expectFieldForField(stage: Stage, example: KubeObject): Promise<void> {
  expectSame("the stored spec", (await stage.world.resource(name))?.spec, example.spec);
  const [row] = stage.world.appManager.admin.state().rows.values();
  const wanted = leavesOf(at(example.spec, "deployment") ?? null);
  const there = new Map(leavesOf((row?.deployment ?? null) as unknown as JsonValue));
  const differing = wanted.filter(([path, value]) => there.get(path) !== value);
  expectSame("fields that the platform does not have as the file says", differing, []);
  stage.screen.check(`admitted field for field; the platform has all ${wanted.length} of them`);
}

/** Every value that is no object, by path; an empty object counts as one. */
function leavesOf(value: JsonValue, path = ""): [path: string, value: string][] {
  if (!isObject(value)) return [[path, JSON.stringify(value)]];
  const entries = Object.entries(value);
  return entries.flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}
