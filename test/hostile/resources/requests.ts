import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { PlatformCall } from "../../world/platform-port.ts";
import { home } from "../../world/world.ts";

const platformPath = /^\/api\/v1\/namespaces\/([^/?]+)\/(?:deployments|savepoints|events)(?:\/([^/?]+))?(?:\?[^/?]*)?$/;
const resourcePath = new RegExp(
  `^/apis/ververica\\.platform/v1/namespaces/${home.namespace}/vvpdeployments/([^/?]+)(?:/status)?(?:\\?fieldManager=weir)?$`,
);
const secretPath = new RegExp(`^/api/v1/namespaces/${home.namespace}/secrets/([^/?]+)$`);

/** Requests to the platform that are about something else than the resource's own deployment. */
export function strayCalls(calls: readonly PlatformCall[], object: KubeObject, ids: ReadonlySet<string>): string[] {
  const namespace = at(object.spec, "deployment", "metadata", "namespace");
  const name = at(object.spec, "deployment", "metadata", "name");
  const isOwn = (path: string) => {
    const [, where, what] = platformPath.exec(path) ?? [];
    if (where === undefined || !isPlain(path) || decodeURIComponent(where) !== namespace) return false;
    return what === undefined || decodeURIComponent(what) === name || ids.has(what);
  };
  return calls.filter(({ path }) => !isOwn(path)).map(({ method, path }) => `${method} ${path.slice(0, 200)}`);
}

/** Requests to the API server that are neither about the resource nor about a Secret of its namespace. */
export function strayPaths(paths: readonly string[], { metadata }: KubeObject): string[] {
  return paths.filter((path) => {
    const name = resourcePath.exec(path)?.[1];
    const about = name === undefined ? secretPath.test(path) : decodeURIComponent(name) === metadata.name;
    return !about || !isPlain(path);
  });
}

/** True for a path that every reader takes for the same: nothing to climb with, nothing but what a request line may hold. */
function isPlain(path: string): boolean {
  const [pathname] = path.split("?");
  return /^[\x21-\x7e]+$/.test(path) && new URL(path, "http://host").pathname === pathname;
}

/** True for a request that changes something on the platform. */
export function isWrite({ method }: PlatformCall): boolean {
  return method !== "GET";
}
