import type { JsonObject } from "./json.ts";
import { apiVersionOf, type Resource } from "./resource.ts";
import type { Resources } from "./resources.ts";

/** What `/version` answers: the release this server imitates. */
export const version: JsonObject = {
  major: "1",
  minor: "34",
  emulationMajor: "1",
  emulationMinor: "34",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "33",
  gitVersion: "v1.34.4",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "go1.24.0",
  compiler: "gc",
  platform: "linux/amd64",
};

/** The body of a discovery path; undefined if the path is none. `host` is where clients reach the server. */
export function discover(path: string, resources: Resources, host: string): JsonObject | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const [root, group = "", version = ""] = parts;
  if (root === "api") {
    if (parts.length === 1) return coreVersions(host);
    return parts.length === 2 ? resourceList(resources, "", group) : undefined;
  }
  if (root !== "apis") return undefined;
  if (parts.length === 1) return groupList(resources);
  if (parts.length === 2) return groupsOf(resources).find((found) => found.name === group);
  return parts.length === 3 ? resourceList(resources, group, version) : undefined;
}

function coreVersions(host: string): JsonObject {
  const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress: host }];
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs };
}

function groupList(resources: Resources): JsonObject {
  const groups = groupsOf(resources).map(({ kind: _kind, apiVersion: _version, ...group }) => group);
  return { kind: "APIGroupList", apiVersion: "v1", groups };
}

function groupsOf(resources: Resources): JsonObject[] {
  const names = [...new Set(resources.all().map((resource) => resource.group))].filter((name) => name !== "");
  return names.map((name) => {
    const versions = [...new Set(resources.all().flatMap((found) => (found.group === name ? [found.version] : [])))];
    const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { kind: "APIGroup", apiVersion: "v1", name, versions: entries, preferredVersion: entries[0] };
  });
}

function resourceList(resources: Resources, group: string, version: string): JsonObject | undefined {
  const served = resources.all().filter((found) => found.group === group && found.version === version);
  const first = served[0];
  if (!first) return undefined;
  return {
    kind: "APIResourceList",
    ...(group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: apiVersionOf(first),
    resources: served.flatMap(rows),
  };
}

const customVerbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

function rows(resource: Resource): JsonObject[] {
  const { kind, plural, singular, namespaced, shortNames, categories } = resource;
  const main = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: (resource.custom ? customVerbs : verbs).filter((verb) => !resource.without?.includes(verb)),
    ...(shortNames.length > 0 ? { shortNames: [...shortNames] } : {}),
    ...(categories.length > 0 ? { categories: [...categories] } : {}),
  };
  const status = { name: `${plural}/status`, singularName: "", namespaced, kind, verbs: ["get", "patch", "update"] };
  return resource.statusSubresource ? [main, status] : [main];
}
