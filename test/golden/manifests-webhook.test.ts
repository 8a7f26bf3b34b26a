import { join } from "node:path";
import { Environment } from "@marcbachmann/cel-js";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseDuration } from "../../shared/core/duration.ts";
import { projectRoot, render } from "./kustomization.ts";
import * as shapes from "./manifest-shapes.ts";

const manifests = render(join(projectRoot, "knative/overlays/direct"));
const only = <T>(items: T[]): T => {
  expect(items).toHaveLength(1);
  return items[0] as T;
};
const configuration = only(
  shapes.shaped(
    manifests,
    "admissionregistration.k8s.io/v1",
    "ValidatingWebhookConfiguration",
    shapes.webhookConfiguration,
  ),
);
const { webhooks } = configuration;
const [webhook] = webhooks;
const front = only(shapes.shaped(manifests, "apps/v1", "Deployment", shapes.deployment)).spec.template;
const service = only(shapes.shaped(manifests, "v1", "Service", shapes.service));
const container = front.spec.containers[0];

describe("the way of a review", () => {
  it("leads from the webhook over the Service to the front's TLS port", () => {
    const { name, namespace, path, port } = webhook.clientConfig.service;
    expect([name, namespace, path]).toEqual([service.metadata.name, service.metadata.namespace, "/validate"]);
    expect(service.spec.ports[0].port).toBe(port);
    expect(front.metadata.labels).toMatchObject(service.spec.selector);
    const target = container.ports.find((one) => one.name === service.spec.ports[0].targetPort);
    expect(target?.containerPort).toBe(8443);
  });

  it("leads on to the admission function, which has time to start, and less than the API server waits", () => {
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const admission = shapes
      .shaped(manifests, "serving.knative.dev/v1", "Service", shapes.knativeService)
      .find(({ metadata }) => env.WEIR_ADMISSION_URL === `http://${metadata.name}.weir-system.svc.cluster.local`);
    expect(admission?.metadata.name).toBe("admission");
    const frontMs = parseDuration(env.WEIR_ADMISSION_TIMEOUT ?? "") ?? 0;
    expect(frontMs).toBeGreaterThanOrEqual(10_000);
    expect(frontMs).toBeLessThan(webhook.timeoutSeconds * 1000);
    expect(admission?.spec.template.spec.timeoutSeconds).toBeGreaterThanOrEqual(frontMs / 1000);
  });

  it("is the same for every kind, but for the name and what is asked about", () => {
    const { name: _name, rules: _rules, ...shared } = webhook;
    for (const { name: _other, rules: _others, ...hook } of webhooks) expect(hook).toEqual(shared);
  });

  it("is for served versions of our kinds", () => {
    const crds = manifests
      .filter(({ kind }) => kind === "CustomResourceDefinition")
      .map((manifest) =>
        z.object({ spec: z.object({ group: z.string(), names: z.object({ plural: z.string() }) }) }).parse(manifest),
      );
    const rules = webhooks.flatMap((hook) => hook.rules);
    expect(rules.flatMap(({ resources }) => resources)).toEqual(crds.map(({ spec }) => spec.names.plural));
    for (const { apiGroups, resources } of rules) {
      for (const plural of resources) {
        expect(crds.find(({ spec }) => spec.names.plural === plural)?.spec.group).toBe(apiGroups[0]);
      }
    }
  });

  it("is what the front's account may touch, by the same name", () => {
    const role = manifests.find(({ kind, metadata }) => kind === "ClusterRole" && metadata.name === "weir-front");
    expect(role?.rules).toEqual([
      {
        apiGroups: ["admissionregistration.k8s.io"],
        resources: ["validatingwebhookconfigurations"],
        resourceNames: [configuration.metadata.name],
        verbs: ["get", "patch"],
      },
    ]);
  });
});

describe("its conditions", () => {
  const spec = { deployment: { metadata: { name: "a" } } };
  const stored = { metadata: { labels: { a: "1" }, annotations: { b: "1" }, resourceVersion: "1" }, spec };
  const user = "jane";
  const rows = [
    { name: "a new object", object: stored, oldObject: null, user, reviewed: true, why: "never seen" },
    {
      name: "a new object without labels",
      object: { metadata: {}, spec },
      oldObject: null,
      user,
      reviewed: true,
      why: "never seen",
    },
    {
      name: "a changed spec",
      object: { ...stored, spec: {} },
      oldObject: stored,
      user,
      reviewed: true,
      why: "may have become wrong",
    },
    {
      name: "a spec that came",
      object: stored,
      oldObject: { metadata: stored.metadata },
      user,
      reviewed: true,
      why: "may be wrong",
    },
    {
      name: "a changed label",
      object: { ...stored, metadata: { ...stored.metadata, labels: {} } },
      oldObject: stored,
      user,
      reviewed: true,
      why: "the owner label is a rule (R10)",
    },
    {
      name: "labels that went",
      object: { ...stored, metadata: { annotations: { b: "1" } } },
      oldObject: stored,
      user,
      reviewed: true,
      why: "the owner label is a rule (R10)",
    },
    {
      name: "a changed annotation",
      object: { ...stored, metadata: { ...stored.metadata, annotations: { b: "2" } } },
      oldObject: stored,
      user,
      reviewed: true,
      why: "an annotation is input too",
    },
    {
      name: "nothing changed",
      object: stored,
      oldObject: stored,
      user,
      reviewed: false,
      why: "kubectl apply of the same",
    },
    {
      name: "a status, a finalizer or managed fields",
      object: { ...stored, status: {}, metadata: { ...stored.metadata, finalizers: ["x"], resourceVersion: "2" } },
      oldObject: stored,
      user,
      reviewed: false,
      why: "no content rule looks at them",
    },
    {
      name: "an object that goes away",
      object: { ...stored, metadata: { ...stored.metadata, deletionTimestamp: "2031-01-01T00:00:00Z", labels: {} } },
      oldObject: stored,
      user,
      reviewed: false,
      why: "a deletion must never hang on a review",
    },
    {
      name: "a write of reconcile",
      object: { ...stored, metadata: { ...stored.metadata, annotations: { "weir.dev/record": "{}" } } },
      oldObject: stored,
      user: "system:serviceaccount:weir-system:weir-reconcile",
      reviewed: false,
      why: "the record is ours to write",
    },
    {
      name: "a write of an account with such a name elsewhere",
      object: { ...stored, spec: {} },
      oldObject: stored,
      user: "system:serviceaccount:default:weir-reconcile",
      reviewed: true,
      why: "only our own accounts are trusted",
    },
  ];

  it.each(rows)("$name: reviewed $reviewed ($why)", ({ object, oldObject, user: username, reviewed }) => {
    const environment = new Environment({ unlistedVariablesAreDyn: true });
    const values = { object, oldObject, request: { userInfo: { username } } };
    const results = webhook.matchConditions.map(({ expression }) => environment.evaluate(expression, values));
    for (const result of results) expect(typeof result).toBe("boolean");
    expect(results.every(Boolean)).toBe(reviewed);
  });

  it("spare Weir's own writers, by the accounts they run as", () => {
    const accounts = shapes
      .shaped(manifests, "serving.knative.dev/v1", "Service", shapes.knativeService)
      .map(({ spec }) => spec.template.spec.serviceAccountName)
      .filter((name) => name !== "weir-admission");
    const condition = webhook.matchConditions.find(({ name }) => name === "not-weir-itself")?.expression ?? "";
    const named = [...condition.matchAll(/"system:serviceaccount:weir-system:([a-z-]+)"/g)].map((match) => match[1]);
    expect(named.sort()).toEqual(accounts.sort());
  });
});
