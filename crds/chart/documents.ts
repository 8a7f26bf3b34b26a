import { type Document, isScalar, Scalar, visit } from "yaml";
import { systemNamespace } from "../service-accounts.ts";
import type { Holes } from "./holes.ts";

/** The accounts in a policy's expression, all of which belong to operators of this cluster. */
const writers = /\['system:serviceaccount:[^\]]*\]/;

/**
 * Makes a manifest hold for any namespace, image and operator instance: what differs becomes a hole. Names of objects of
 * the whole cluster that each operator has for itself get the namespace into them.
 */
export function generalise(document: Document, holes: Holes): void {
  const kind = String(document.get("kind"));
  if (isOneForEach(document)) rename(document, ["metadata", "name"], holes);
  if (document.getIn(["roleRef", "kind"]) === "ClusterRole") rename(document, ["roleRef", "name"], holes);
  const ofEveryOperator = (accounts: string) => {
    const names = [...accounts.matchAll(/:(weir-[a-z]+)'/g)].map(([, name]) => JSON.stringify(name));
    return `[${holes.dig(`include "weir.accounts" (list $ ${names.join(" ")})`)}]`;
  };
  const namespace = holes.dig("$.Release.Namespace");
  const image = holes.dig('include "weir.image" $ | quote');
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === "image" && isScalar(value)) value.value = image;
    },
    Scalar: (_, node) => {
      if (typeof node.value !== "string") return;
      const text = kind === "ValidatingAdmissionPolicy" ? node.value.replace(writers, ofEveryOperator) : node.value;
      node.value = text.replaceAll(systemNamespace, namespace);
    },
  });
}

/** Puts an expression where a value is. */
export function put(document: Document, path: readonly (string | number)[], expression: string, holes: Holes): void {
  document.setIn(path, new Scalar(holes.dig(expression)));
}

/** Makes a name that of an object of the whole cluster which each operator has for itself. */
export function rename(document: Document, path: readonly (string | number)[], holes: Holes): void {
  put(document, path, `include "weir.clusterName" (list $ "${document.getIn(path)}")`, holes);
}

/** True for a role that the cluster adds to its own, so that all operators share it. */
export function isOfUsers(document: Document): boolean {
  const { metadata } = document.toJS() as { metadata: { labels?: Record<string, string> } };
  return Object.keys(metadata.labels ?? {}).some((key) => key.includes("/aggregate-to-"));
}

function isOneForEach(document: Document): boolean {
  const kind = String(document.get("kind"));
  if (kind === "ValidatingWebhookConfiguration" || kind === "ClusterRoleBinding") return true;
  return kind === "ClusterRole" && !isOfUsers(document);
}
