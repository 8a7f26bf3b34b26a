import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { recordAnnotation, writeRecord } from "../../shared/core/record.ts";

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

/** A resource as a cluster holds it once its deployment `id-of-<name>` is on record, in a namespace of the platform. */
export function mirrored(name: string, metadata: JsonObject = {}, namespace = "default"): KubeObject {
  const uid = `uid-of-${name}`;
  const target = { namespace, name, deploymentTargetName: "default" };
  const record = { v: 1 as const, uid, generation: 1, input: "", id: `id-of-${name}`, target, intents: [] };
  const annotations = { [recordAnnotation]: writeRecord(record) };
  const held = { name, uid, creationTimestamp: "2026-11-21T10:00:00Z", annotations };
  return mergePatch(vvpDeployment("PATCH", { metadata: held }) as unknown as JsonValue, {
    metadata,
  }) as unknown as KubeObject;
}
