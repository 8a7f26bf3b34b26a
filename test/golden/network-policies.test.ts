import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { projectRoot, render } from "./kustomization.ts";
import * as shapes from "./manifest-shapes.ts";
import { allows, type Connection, type End, networkPolicy, type Policy } from "./network-policies.ts";

const component = join(projectRoot, "knative/components/network-policy");
const policies = shapes.shaped<Policy>(render(component), "networking.k8s.io/v1", "NetworkPolicy", networkPolicy);
const overlay = render(join(projectRoot, "knative/overlays/direct"));

const namespace = "weir-system";
const other = (where: string, labels: Readonly<Record<string, string>> = {}): End => ({ namespace: where, labels });
const stranger = other("jobs");
const gateway = other("kourier-system");
const activator = other("knative-serving");
const dns = other("kube-system", { "k8s-app": "kube-dns" });
const platform = other("vvp");
const outside: End = { address: "203.0.113.7" };
const metadataService: End = { address: "169.254.169.254" };

/** The pods of the manifests, by their own labels, and the adapter that Knative makes of the source. */
const pods = new Map<string, End>([
  ...overlay
    .filter(({ kind, apiVersion }) => kind === "Deployment" || apiVersion.startsWith("serving.knative.dev"))
    .map(({ metadata, spec }): [string, End] => {
      const { template } = spec as { template: { metadata: { labels: Record<string, string> } } };
      return [metadata.name, { namespace, labels: template.metadata.labels }];
    }),
  ["adapter", { namespace, labels: { "eventing.knative.dev/sourceName": "weir-changes" } }],
]);

function pod(name: string): End {
  const found = pods.get(name);
  if (found === undefined) throw new Error(`no manifest makes ${name}`);
  return found;
}

const functions = ["reconcile", "refresh", "autoscale", "admission"];
const all = [...functions, "weir-front", "adapter"];

interface Row extends Connection {
  readonly name: string;
  readonly why: string;
}

describe("the NetworkPolicies let through", () => {
  it.each<Row>([
    ...functions.flatMap((name) => [
      { name: `gateway to ${name}`, from: gateway, to: pod(name), port: 8012, why: "events and reviews" },
      { name: `activator to ${name}`, from: activator, to: pod(name), port: 8012, why: "from zero" },
      { name: `autoscaler to ${name}`, from: activator, to: pod(name), port: 9090, why: "it counts requests" },
    ]),
    ...["reconcile", "refresh", "autoscale", "weir-front", "adapter"].map((name) => ({
      name: `${name} to the gateway`,
      from: pod(name),
      to: gateway,
      port: 8081,
      why: "the way to a function, also to oneself (D9)",
    })),
    ...["reconcile", "refresh"].map((name) => ({
      name: `${name} to the platform`,
      from: pod(name),
      to: platform,
      port: 8080,
      why: "it is what they are for",
    })),
    ...all.flatMap((name) => [
      { name: `${name} to the API server`, from: pod(name), to: outside, port: 6443, why: "its own address" },
      {
        name: `${name} to the names of the cluster`,
        from: pod(name),
        to: dns,
        port: 53,
        protocol: "UDP",
        why: "",
      },
    ]),
    { name: "the API server to the front", from: outside, to: pod("weir-front"), port: 8443, why: "reviews" },
  ])("$name ($why)", ({ from, to, port, protocol = "TCP" }) => {
    expect(allows(policies, { from, to, port, protocol })).toBe(true);
  });
});

describe("the NetworkPolicies keep out", () => {
  it.each([
    ...functions.flatMap((name) => [
      {
        name: `strangers from queue-proxy of ${name}`,
        from: stranger,
        to: pod(name),
        port: 8012,
        why: "unseen by Knative",
      },
      {
        name: `strangers from ${name}`,
        from: stranger,
        to: pod(name),
        port: 8080,
        why: "past all limits, and its metrics",
      },
      {
        name: `the gateway from ${name} past queue-proxy`,
        from: gateway,
        to: pod(name),
        port: 8080,
        why: "past all limits",
      },
      { name: `pods of our own from ${name}`, from: pod("adapter"), to: pod(name), port: 8080, why: "past all limits" },
    ]),
    { name: "strangers from the adapter", from: stranger, to: pod("adapter"), port: 8080, why: "nobody calls it" },
    {
      name: "strangers from the front's health",
      from: stranger,
      to: pod("weir-front"),
      port: 8080,
      why: "the kubelet's",
    },
    ...all.flatMap((name) => [
      {
        name: `${name} from the metadata of the machine`,
        from: pod(name),
        to: metadataService,
        port: 80,
        why: "credentials",
      },
      { name: `${name} from the outside`, from: pod(name), to: outside, port: 80, why: "a way out for tokens" },
      { name: `${name} from other pods`, from: pod(name), to: stranger, port: 8080, why: "SSRF" },
    ]),
    ...["admission", "weir-front", "adapter"].map((name) => ({
      name: `${name} from the platform`,
      from: pod(name),
      to: platform,
      port: 8080,
      why: "it has no business there",
    })),
    {
      name: "admission from the gateway",
      from: pod("admission"),
      to: gateway,
      port: 8081,
      why: "it calls no function",
    },
  ])("$name ($why)", ({ from, to, port }) => {
    expect(allows(policies, { from, to, port })).toBe(false);
  });
});

describe("the NetworkPolicies", () => {
  it.each([
    { name: "in another namespace", end: stranger },
    { name: "in ours, of somebody else", end: other(namespace, { "app.kubernetes.io/name": "admission" }) },
  ])("hold back nobody's pods $name", ({ end }) => {
    for (const [from, to] of [
      [end, outside],
      [outside, end],
    ] as const) {
      expect(allows(policies, { from, to, port: 80 })).toBe(true);
    }
  });

  it("name the source as its manifest does", () => {
    const sources = overlay.filter(({ kind }) => kind === "ApiServerSource").map(({ metadata }) => metadata.name);
    expect(sources).toEqual(["weir-changes"]);
  });

  it("are the chart's, with its own values", () => {
    const values = parse(readFileSync(join(projectRoot, "knative/chart/values.yaml"), "utf8")) as Values;
    const [first] = policies.filter(({ metadata }) => metadata.name === "weir-functions");
    const { matchExpressions = [] } = first?.spec.ingress?.[0]?.from?.[0]?.namespaceSelector ?? {};
    const [platformPolicy] = policies.filter(({ metadata }) => metadata.name === "weir-platform");
    expect(values.networkPolicy).toEqual({
      enabled: false,
      knativeNamespaces: matchExpressions[0]?.values,
      appManager: platformPolicy?.spec.egress?.[0]?.to,
      apiServer: [],
    });
  });
});

interface Values {
  readonly networkPolicy: object;
}
