import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at, isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { judgePodTemplate } from "../../shared/flink/cluster/judge-pod-template.ts";
import { makeCluster } from "../../shared/flink/cluster/make-cluster.ts";
import { planCluster } from "../../shared/flink/cluster/plan-cluster.ts";
import { mergePodTemplates } from "../../shared/flink/cluster/pod-template.ts";
import type { ClusterRequest } from "../../shared/flink/cluster/request.ts";
import { findPrefixClashes } from "../../shared/flink/configuration.ts";
import { makeRequest } from "../builders/flink-cluster.ts";
import { anyJson, seeded, unhurried } from "./json-arbitrary.ts";

const names = fc.constantFrom("flink-main-container", "sidecar", "app", "flink-config-volume", "rest");
const item = fc.record(
  {
    name: names,
    env: fc.array(fc.record({ name: names, value: fc.constantFrom("1", "2") }), { maxLength: 2 }),
    ports: fc.array(fc.record({ name: names, containerPort: fc.constantFrom(8081, 9249, 6122) }), { maxLength: 2 }),
    volumeMounts: fc.array(fc.record({ name: names, mountPath: fc.constantFrom("/a", "/opt/flink/conf") }), {
      maxLength: 2,
    }),
    resources: fc.record({ limits: fc.record({ memory: fc.constantFrom("8Gi", "1Gi", 5) }, { requiredKeys: [] }) }),
  },
  { requiredKeys: [] },
);
const wellShaped = fc.record(
  {
    metadata: fc.record(
      { labels: fc.dictionary(fc.constantFrom("app", "component", "team"), names) },
      { requiredKeys: [] },
    ),
    spec: fc.record(
      {
        containers: fc.array(item, { maxLength: 3 }),
        volumes: fc.array(fc.record({ name: names, emptyDir: fc.constant({}) }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const rubbish = fc.dictionary(
  fc.constantFrom("metadata", "spec", "containers"),
  fc.oneof(anyJson, fc.dictionary(fc.constantFrom("containers", "volumes", "labels", "nodeSelector"), anyJson)),
) as fc.Arbitrary<JsonObject>;
const template = fc.oneof({ weight: 3, arbitrary: wellShaped }, { weight: 1, arbitrary: rubbish });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const request: fc.Arbitrary<ClusterRequest> = fc
  .record({
    flinkVersion: fc.constantFrom("v1_15", "v1_18", "v1_20", "v2_2"),
    mode: maybe(fc.constantFrom("native" as const, "standalone" as const)),
    job: maybe(fc.record({ jarURI: fc.constantFrom("local:///opt/flink/usrlib/a.jar", "s3://x", "") })),
    podTemplate: maybe(template),
    jobManager: maybe(fc.record({ podTemplate: maybe(template) })),
    taskManager: maybe(fc.record({ podTemplate: maybe(template), replicas: maybe(fc.integer({ min: 1, max: 9 })) })),
    configuration: fc.dictionary(
      fc.constantFrom(
        "high-availability",
        "high-availability.storageDir",
        "kubernetes.jobmanager.labels",
        "kubernetes.taskmanager.labels",
        "rest.port",
        "rest.bind-port",
        "restart-strategy",
        "restart-strategy.fixed-delay.attempts",
        "my",
        "my.option",
      ),
      fc.constantFrom("kubernetes", "9091", "app:other,team:data", "component:x", "", "0"),
    ),
    mergesByName: fc.boolean(),
  })
  .map(({ configuration, mergesByName, ...spec }) => ({
    ...makeRequest(spec, configuration),
    options: { mergesByName, startupProbe: true },
  }));

const podsOf = (objects: readonly KubeObject[]) =>
  objects.filter(({ kind }) => kind === "Deployment").map(({ spec }) => at(spec, "template") as JsonObject);
const labelsOf = (pod: JsonObject) => at(pod, "metadata", "labels") as JsonObject;
const portsOf = (pod: JsonObject) =>
  ((at(pod, "spec", "containers") ?? []) as JsonObject[]).flatMap(({ ports }) => (ports ?? []) as JsonObject[]);
const covers = (labels: JsonObject, selector: JsonValue | undefined) =>
  isObject(selector) && Object.entries(selector).every(([key, value]) => labels[key] === value);

describe("any two templates", unhurried, () => {
  it("merge and are judged, without a null and without an exception", () => {
    fc.assert(
      fc.property(
        template,
        template,
        fc.constantFrom("by-index" as const, "by-name" as const),
        (below, above, arrays) => {
          const merged = mergePodTemplates(below, above, arrays);
          expect(JSON.stringify(merged)).not.toContain("null");
          expect(judgePodTemplate(merged, "spec.podTemplate")).toBeInstanceOf(Array);
        },
      ),
      seeded(1_500),
    );
  });

  it("merge into themselves, and with nothing into themselves", () => {
    fc.assert(
      fc.property(wellShaped, (one) => {
        expect(mergePodTemplates(one, one, "by-index")).toEqual(one);
        expect(mergePodTemplates(one, undefined, "by-name")).toEqual(one);
        expect(mergePodTemplates(undefined, one, "by-name")).toEqual(one);
      }),
      seeded(500),
    );
  });
});

describe("any cluster is planned without an exception, and one that is built", unhurried, () => {
  const always = (law: (objects: readonly KubeObject[], request: ClusterRequest) => void, runs = 400) => {
    let made = 0;
    fc.assert(
      fc.property(request, (each) => {
        const { blueprint, problems } = planCluster(each);
        if (blueprint === undefined) expect(problems?.length).toBeGreaterThan(0);
        else {
          made += 1;
          law(makeCluster(blueprint), each);
        }
      }),
      seeded(runs),
    );
    expect(made).toBeGreaterThan(runs / 10);
  };

  it("has selectors that find its own pods and no others", () => {
    always((objects) => {
      const pods = podsOf(objects);
      for (const { spec } of objects.filter(({ kind }) => kind === "Deployment")) {
        const selector = at(spec, "selector", "matchLabels");
        expect(pods.filter((pod) => covers(labelsOf(pod), selector))).toEqual([at(spec, "template")]);
      }
      for (const { spec } of objects.filter(({ kind }) => kind === "Service")) {
        expect(pods.filter((pod) => covers(labelsOf(pod), at(spec, "selector")))).toEqual([pods[0]]);
      }
    });
  });

  it("has services whose ports its JobManager has", () => {
    always((objects) => {
      const numbers = portsOf(podsOf(objects)[0] ?? {}).map(({ containerPort }) => containerPort);
      for (const { spec } of objects.filter(({ kind }) => kind === "Service")) {
        for (const { targetPort } of at(spec, "ports") as JsonObject[]) expect(numbers).toContain(targetPort);
      }
    });
  });

  it("has lists without twins, which server-side apply would refuse", () => {
    always((objects) => {
      for (const pod of podsOf(objects)) {
        const spec = at(pod, "spec") as JsonObject;
        expect(isUnique(spec.volumes, "name")).toBe(true);
        expect(isUnique(spec.containers, "name")).toBe(true);
        for (const container of spec.containers as JsonObject[]) {
          expect(isUnique(container.env, "name")).toBe(true);
          expect(isUnique(container.volumeMounts, "mountPath")).toBe(true);
        }
      }
    });
  });

  it("has a configuration file of Flink 2 without a key that is the beginning of another", () => {
    fc.assert(
      fc.property(request, (each) => {
        const { blueprint } = planCluster({ ...each, spec: { ...each.spec, flinkVersion: "v2_2" } });
        if (blueprint !== undefined) expect(findPrefixClashes(blueprint.configuration)).toEqual([]);
      }),
      seeded(500),
    );
  });

  it("is built the same twice, and holds nothing that JSON cannot", () => {
    always((objects, each) => {
      const { blueprint } = planCluster(structuredClone(each));
      expect(JSON.parse(JSON.stringify(objects))).toEqual(blueprint === undefined ? [] : makeCluster(blueprint));
    }, 300);
  });
});

function isUnique(list: JsonValue | undefined, key: string): boolean {
  const values = ((list ?? []) as JsonObject[]).map((each) => each[key]).filter((value) => value !== undefined);
  return new Set(values).size === values.length;
}
