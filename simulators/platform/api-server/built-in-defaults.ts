import { at, isObject, type Json, type JsonObject, listAt, textAt, withMembers } from "./json.ts";
import { type KubeObject, withMeta } from "./object.ts";

/** A namespace is Active and labelled with its own name. */
export function prepareNamespace(object: KubeObject): KubeObject {
  const labels = { ...object.metadata.labels, "kubernetes.io/metadata.name": object.metadata.name ?? "" };
  const spec = under(object, "spec", { finalizers: ["kubernetes"] });
  return { ...withMeta(object, { labels }), spec, status: under(object, "status", { phase: "Active" }) };
}

/** A Secret keeps `stringData` as base64 in `data`; its type defaults to Opaque. */
export function prepareSecret(object: KubeObject): KubeObject {
  const { stringData, ...rest } = object;
  const plain = Object.entries(isObject(stringData) ? stringData : {});
  const encoded = plain.map(([key, value]) => [key, Buffer.from(String(value)).toString("base64")] as const);
  const data = isObject(object.data) ? object.data : {};
  const merged = Object.fromEntries([...Object.entries(data), ...encoded]);
  const type = textAt(object, "type") || "Opaque";
  return { ...rest, ...(Object.keys(merged).length > 0 ? { data: merged } : {}), type } as KubeObject;
}

/** An Event always shows its reporter and its times. */
export function prepareEvent(object: KubeObject): KubeObject {
  const defaults = {
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: "",
    reportingInstance: "",
  };
  return { ...defaults, ...object };
}

/** A Service gets a type, a cluster address and complete ports. */
export function prepareService(object: KubeObject): KubeObject {
  const type = textAt(object, "spec", "type") || "ClusterIP";
  const ports = listAt(object, "spec", "ports").map((port) =>
    isObject(port) ? { protocol: "TCP", targetPort: port.port ?? 0, ...port } : port,
  );
  const address = textAt(object, "spec", "clusterIP") || clusterAddress(object.metadata);
  const network: JsonObject =
    type === "ExternalName"
      ? {}
      : {
          clusterIP: address,
          clusterIPs: [address],
          ipFamilies: ["IPv4"],
          ipFamilyPolicy: "SingleStack",
          internalTrafficPolicy: "Cluster",
        };
  const spec = under(object, "spec", { sessionAffinity: "None", ...network });
  const complete = withMembers(spec, { type, ports: ports.length > 0 ? ports : undefined });
  return { ...object, spec: complete, status: under(object, "status", { loadBalancer: {} }) };
}

function clusterAddress(metadata: KubeObject["metadata"]): string {
  let hash = 0;
  for (const c of `${metadata.namespace}/${metadata.name}`) hash = (hash * 31 + c.charCodeAt(0)) % 65_000;
  return `10.96.${Math.floor(hash / 250)}.${(hash % 250) + 1}`;
}

/** Webhooks default to failing closed after ten seconds. */
export function prepareWebhooks(object: KubeObject): KubeObject {
  const webhooks = listAt(object, "webhooks").map((webhook) => {
    if (!isObject(webhook)) return webhook;
    const service = at(webhook, "clientConfig", "service");
    const withPort = isObject(service) ? { service: { port: 443, ...service } } : {};
    return {
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
      ...webhook,
      clientConfig: { ...under(webhook, "clientConfig", {}), ...withPort },
      ...(webhook.rules === undefined ? {} : { rules: listAt(webhook, "rules").map(withScope) }),
    };
  });
  return object.webhooks === undefined ? object : { ...object, webhooks };
}

/** A policy defaults to failing closed. */
export function preparePolicy(object: KubeObject): KubeObject {
  const spec = under(object, "spec", { failurePolicy: "Fail" });
  const constraints = spec.matchConstraints;
  return { ...object, spec: isObject(constraints) ? { ...spec, matchConstraints: matchDefaults(constraints) } : spec };
}

/** A binding's parameters that are not found deny; its `matchResources` get the defaults of a policy. */
export function prepareBinding(object: KubeObject): KubeObject {
  const spec = under(object, "spec", {});
  const match = spec.matchResources;
  return isObject(match) ? { ...object, spec: { ...spec, matchResources: matchDefaults(match) } } : object;
}

function matchDefaults(match: JsonObject): JsonObject {
  const rules = Object.fromEntries(
    ["resourceRules", "excludeResourceRules"].flatMap((key) =>
      Array.isArray(match[key]) ? [[key, listAt(match, key).map(withScope)]] : [],
    ),
  );
  return { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {}, ...match, ...rules };
}

function withScope(rule: Json): Json {
  return isObject(rule) ? { scope: "*", ...rule } : rule;
}

function under(object: JsonObject, key: string, defaults: JsonObject): JsonObject {
  const value = object[key];
  return { ...defaults, ...(isObject(value) ? value : {}) };
}
