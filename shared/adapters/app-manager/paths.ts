import { pathSegment } from "../path-segment.ts";

/** The path of a collection of a platform namespace; throws for a namespace that no path can hold. */
export function collectionPath(namespace: string, collection: "deployments" | "events" | "savepoints"): string {
  return `/api/v1/namespaces/${pathSegment(namespace, "the platform namespace")}/${collection}`;
}
