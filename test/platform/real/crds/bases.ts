import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { fullObject, leanObject } from "./samples.ts";

const file = join(import.meta.dirname, "../../../../crds/ververica.platform_vvpdeployments.yaml");
const definition = parse(readFileSync(file, "utf8")) as {
  readonly spec: { readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: JsonObject } }[] };
};

/** The schema as it is installed, from its root. */
export const schema = definition.spec.versions[0]?.schema.openAPIV3Schema as JsonObject;

/** A resource with every field. */
export const full = fullObject(schema);

/** A resource with what every one needs. */
export const lean = leanObject(full);
