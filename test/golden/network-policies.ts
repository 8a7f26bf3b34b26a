import * as z from "zod";

/** One end of a connection: a pod with its namespace and labels, or an address outside of the cluster's pods. */
export type End =
  | { readonly namespace: string; readonly labels: Readonly<Record<string, string>> }
  | { readonly address: string };

/** A connection that somebody tries to make. */
export interface Connection {
  readonly from: End;
  readonly to: End;
  readonly port: number;
  readonly protocol?: "TCP" | "UDP";
}

const labels = z.record(z.string(), z.string());
const selector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(z.strictObject({ key: z.string(), operator: z.literal("In"), values: z.array(z.string()).min(1) }))
    .optional(),
});
const peer = z.strictObject({ namespaceSelector: selector, podSelector: selector.optional() });
const ports = z.array(z.strictObject({ protocol: z.enum(["TCP", "UDP"]), port: z.int() }));

/** A NetworkPolicy, as far as ours go; anything else fails, so that it is not judged wrongly. */
export const networkPolicy = z.strictObject({
  apiVersion: z.literal("networking.k8s.io/v1"),
  kind: z.literal("NetworkPolicy"),
  file: z.string(),
  metadata: z.strictObject({ name: z.string(), namespace: z.string(), labels }),
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(["Ingress", "Egress"])).min(1),
    ingress: z.array(z.strictObject({ from: z.array(peer).optional(), ports: ports.optional() })).optional(),
    egress: z.array(z.strictObject({ to: z.array(peer).optional(), ports: ports.optional() })).optional(),
  }),
});

/** A checked NetworkPolicy. */
export type Policy = z.infer<typeof networkPolicy>;

type Selector = z.infer<typeof selector>;
type Peer = z.infer<typeof peer>;

/** Whether policies let a connection be made, as Kubernetes says: what selects no pod holds nothing back, others add up. */
export function allows(policies: readonly Policy[], { from, to, port, protocol = "TCP" }: Connection): boolean {
  const open = (rules: readonly { peers: readonly Peer[]; ports: z.infer<typeof ports> | undefined }[], other: End) =>
    rules.some(
      (rule) =>
        (rule.peers.length === 0 || rule.peers.some((one) => isPeer(one, other))) &&
        (rule.ports === undefined || rule.ports.some((one) => one.port === port && one.protocol === protocol)),
    );
  const leaving = selecting(policies, from, "Egress");
  const coming = selecting(policies, to, "Ingress");
  const out = leaving
    .flatMap(({ spec }) => spec.egress ?? [])
    .map((rule) => ({ peers: rule.to ?? [], ports: rule.ports }));
  const into = coming
    .flatMap(({ spec }) => spec.ingress ?? [])
    .map((rule) => ({ peers: rule.from ?? [], ports: rule.ports }));
  return (leaving.length === 0 || open(out, to)) && (coming.length === 0 || open(into, from));
}

function selecting(policies: readonly Policy[], end: End, way: "Ingress" | "Egress"): Policy[] {
  if ("address" in end) return [];
  return policies.filter(
    ({ metadata, spec }) =>
      spec.policyTypes.includes(way) && metadata.namespace === end.namespace && matches(spec.podSelector, end.labels),
  );
}

function isPeer({ namespaceSelector, podSelector }: Peer, end: End): boolean {
  if ("address" in end) return false;
  const ofNamespace = { "kubernetes.io/metadata.name": end.namespace };
  return matches(namespaceSelector, ofNamespace) && (podSelector === undefined || matches(podSelector, end.labels));
}

function matches(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  own: Readonly<Record<string, string>>,
): boolean {
  const labelled = Object.entries(matchLabels).every(([key, value]) => own[key] === value);
  return labelled && matchExpressions.every(({ key, values }) => values.includes(own[key] ?? ""));
}
