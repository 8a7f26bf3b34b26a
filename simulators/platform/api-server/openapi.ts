import type { JsonObject } from "./json.ts";
import { apiVersionOf, type Resource } from "./resource.ts";
import type { Resources } from "./resources.ts";

/**
 * The body of a path below `/openapi/v3`: enough for kubectl to see that field validation is supported and to explain custom
 * resources; undefined if the path is none.
 */
export function openApi(path: string, resources: Resources): JsonObject | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts[0] !== "openapi" || parts[1] !== "v3") return undefined;
  const root = parts.slice(2).join("/");
  if (root === "")
    return {
      paths: Object.fromEntries(rootsOf(resources).map((one) => [one, { serverRelativeURL: `/openapi/v3/${one}` }])),
    };
  const served = resources.all().filter((resource) => rootOf(resource) === root);
  return served.length === 0 ? undefined : documentOf(root, served);
}

function rootOf(resource: Resource): string {
  return resource.group === "" ? `api/${resource.version}` : `apis/${apiVersionOf(resource)}`;
}

function rootsOf(resources: Resources): string[] {
  return [...new Set(resources.all().map(rootOf))].sort();
}

function documentOf(root: string, served: readonly Resource[]): JsonObject {
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: "v1.34.4" },
    paths: Object.fromEntries(served.map((resource) => [pathOf(root, resource), operationsOf(resource)])),
    components: { schemas: Object.fromEntries(served.map((resource) => [schemaName(resource), schemaOf(resource)])) },
  };
}

function pathOf(root: string, { namespaced, plural }: Resource): string {
  return `/${root}/${namespaced ? "namespaces/{namespace}/" : ""}${plural}/{name}`;
}

const parameters = ["dryRun", "fieldManager", "fieldValidation", "force"].map((name) => ({
  name,
  in: "query",
  schema: { type: "string", uniqueItems: true },
}));

function operationsOf(resource: Resource): JsonObject {
  const kind = kindOf(resource);
  const answer = {
    200: { description: "OK", content: { "application/json": { schema: { $ref: reference(resource) } } } },
  };
  const operation = (action: string) => ({
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kind,
    responses: answer,
  });
  return {
    get: operation("get"),
    put: { ...operation("put"), parameters },
    patch: { ...operation("patch"), parameters },
  };
}

function kindOf({ group, version, kind }: Resource): JsonObject {
  return { group, version, kind };
}

function schemaName({ group, version, kind }: Resource): string {
  return [...(group === "" ? ["core"] : group.split(".").reverse()), version, kind].join(".");
}

function reference(resource: Resource): string {
  return `#/components/schemas/${schemaName(resource)}`;
}

const text = { type: "string" };

function schemaOf(resource: Resource): JsonObject {
  const raw = resource.schema?.raw ?? { type: "object" };
  const properties = {
    apiVersion: text,
    kind: text,
    metadata: { type: "object" },
    ...(raw.properties as JsonObject | undefined),
  };
  return { ...raw, properties, "x-kubernetes-group-version-kind": [kindOf(resource)] };
}
