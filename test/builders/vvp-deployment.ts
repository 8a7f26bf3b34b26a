import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";

const examples = { PATCH: read("vvp-minimal-patch.yaml"), PUT: read("vvp-minimal-put.yaml") };

function read(name: string): KubeObject {
  return parse(readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8")) as KubeObject;
}

/** The documents' own example of a mode, as a user applies it. */
export function example(mode: "PATCH" | "PUT"): KubeObject {
  return structuredClone(examples[mode]);
}

/** The example with a merge patch over it. */
export function vvpDeployment(mode: "PATCH" | "PUT", patch: JsonObject = {}): KubeObject {
  return mergePatch(example(mode) as unknown as JsonValue, patch) as unknown as KubeObject;
}

/** A merge patch of `spec.deployment.spec`. */
export function deploymentSpec(patch: JsonObject): JsonObject {
  return { spec: { deployment: { spec: patch } } };
}

/** A merge patch that asks for a state. */
export function wanted(state: string): JsonObject {
  return deploymentSpec({ state });
}
