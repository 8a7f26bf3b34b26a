import type { Change } from "./change.ts";
import type { JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { Resource } from "./resource.ts";
import type { User } from "./user.ts";

/** What admission knows about a write. */
export interface Attributes {
  readonly resource: Resource;
  readonly subresource: string;
  readonly operation: Change["operation"];
  readonly name: string;
  /** The name itself for requests about a namespace, as in the real server. */
  readonly namespace: string;
  /** Undefined for a deletion. */
  readonly object: KubeObject | undefined;
  /** Undefined for a creation. */
  readonly oldObject: KubeObject | undefined;
  readonly user: User;
  readonly dryRun: boolean;
  readonly fieldManager: string;
  /** The namespace that the object is in; undefined for cluster-scoped ones. */
  readonly namespaceObject: KubeObject | undefined;
}

const optionKinds = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" } as const;

/** The request as expressions and webhooks see it, without uid and objects; what is empty is left out. */
export function requestBody(attributes: Attributes): JsonObject {
  const { resource, subresource, operation, name, namespace, user, dryRun, fieldManager } = attributes;
  const { group, version, kind, plural } = resource;
  const kindBody = { group, version, kind };
  const resourceBody = { group, version, resource: plural };
  return {
    kind: kindBody,
    resource: resourceBody,
    ...(subresource === "" ? {} : { subResource: subresource, requestSubResource: subresource }),
    requestKind: kindBody,
    requestResource: resourceBody,
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: { username: user.username, ...(user.groups.length > 0 ? { groups: [...user.groups] } : {}) },
    dryRun,
    options: {
      kind: optionKinds[operation],
      apiVersion: "meta.k8s.io/v1",
      ...(dryRun ? { dryRun: ["All"] } : {}),
      ...(fieldManager === "" ? {} : { fieldManager }),
    },
  };
}
