import { at, type JsonValue } from "../../../shared/core/json.ts";
import type { Passing } from "./fault-proxy.ts";

/** The resource that a request to the API server is about; undefined for lists and what belongs to no single one. */
export function subjectAtApi({ path }: Pick<Passing, "path">): string | undefined {
  return /\/vvpdeployments\/([^/?]+)/.exec(path)?.[1];
}

/** The resource whose deployment a request to AppManager is about; `nameOf` tells the name behind an id. */
export function subjectAtPlatform(
  { path, body }: Pick<Passing, "path" | "body">,
  nameOf: (id: string) => string | undefined,
): string | undefined {
  const json = parsed(body);
  const named = at(json, "metadata", "name");
  if (/\/deployments(\?|$)/.test(path)) return typeof named === "string" ? named : undefined;
  const id = /\/deployments\/([^/?]+)/.exec(path)?.[1] ?? /[?&]deploymentId=([^&]+)/.exec(path)?.[1];
  const of = id ?? at(json, "metadata", "deploymentId");
  return typeof of === "string" ? (nameOf(of) ?? of) : undefined;
}

/** `PATCH status` or `POST savepoints`: what a request is, for a count of what was tried. */
export function kindOfRequest({ method, path }: Pick<Passing, "method" | "path">): string {
  const parts = (path.split("?")[0] ?? "").split("/").filter((part) => part !== "");
  const known = ["status", "savepoints", "deployments", "vvpdeployments", "leases", "configmaps", "secrets", "events"];
  const what = parts.findLast((part) => known.includes(part)) ?? "other";
  const single = what === parts.at(-1) && method === "GET" && what !== "status" ? "list of " : "";
  return `${method} ${single}${what}`;
}

function parsed(body: Buffer): JsonValue | undefined {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}
