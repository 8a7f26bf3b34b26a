import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { PlatformCall } from "../../world/platform-port.ts";
import { home } from "../../world/world.ts";

const platformPath = /^\/api\/v1\/namespaces\/([^/?]+)\/(?:deployments|savepoints|events)(?:\/([^/?]+))?(?:\?[^/?]*)?$/;
const resourcePath = new RegExp(
  `^/apis/ververica\\.platform/v1/namespaces/${home.namespace}/vvpdeployments/([^/?]+)(?:/status)?(?:\\?fieldManager=weir)?$`,
);
const secretPath = new RegExp(`^/api/v1/namespaces/${home.namespace}/secrets/([^/?]+)$`);

/** Namespace and name of a deployment on the platform, as a resource gives them. */
export function identityOf({ spec }: KubeObject): string {
  const identity = ["namespace", "name"].map((key) => at(spec, "deployment", "metadata", key));
  return identity.join("/");
}

/** Requests to the platform that are about none of these deployments; ids are those that the platform gave. */
export function strayCalls(calls: readonly PlatformCall[], own: readonly string[], ids: ReadonlySet<string>): string[] {
  const isOwn = (path: string) => {
    const [, where, what] = platformPath.exec(path) ?? [];
    if (where === undefined || !isPlain(path)) return false;
    const inNamespace = own.filter((one) => one.startsWith(`${decodeURIComponent(where)}/`));
    if (what === undefined || ids.has(what)) return inNamespace.length > 0;
    return inNamespace.includes(`${decodeURIComponent(where)}/${decodeURIComponent(what)}`);
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
