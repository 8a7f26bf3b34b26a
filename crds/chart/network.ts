import type { Document } from "yaml";
import { put } from "./documents.ts";
import type { Holes } from "./holes.ts";

/** A place in a NetworkPolicy, and the value that says what is there. */
type Opening = readonly [path: readonly (string | number)[], value: string];

const knative = (way: "ingress" | "egress", rule: number, peers: "from" | "to"): Opening => [
  ["spec", way, rule, peers, 0, "namespaceSelector", "matchExpressions", 0, "values"],
  "knativeNamespaces",
];
const apiServer: Opening = [["spec", "egress", 1, "to"], "apiServer"];

/** By policy, what depends on the cluster. An empty list of peers is any address. */
const openings: Readonly<Record<string, readonly Opening[]>> = {
  "weir-cluster": [apiServer],
  "weir-functions": [knative("ingress", 0, "from")],
  "weir-callers": [knative("egress", 0, "to")],
  "weir-platform": [[["spec", "egress", 0, "to"], "appManager"]],
  "weir-front": [[["spec", "ingress", 0, "from"], "apiServer"]],
  "weir-source": [apiServer, knative("egress", 2, "to")],
};

/** Makes a NetworkPolicy hold for any cluster: namespaces of Knative, addresses of API server and platform become values. */
export function openNetwork(document: Document, name: string, holes: Holes): void {
  for (const [path, value] of openings[name] ?? [])
    put(document, path, `toJson $.Values.networkPolicy.${value}`, holes);
}
