import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { findWithoutEffect, judgePodTemplate } from "../../../../shared/flink/cluster/judge-pod-template.ts";
import { mergePodTemplates } from "../../../../shared/flink/cluster/pod-template.ts";

const common: JsonObject = {
  metadata: { labels: { team: "data" } },
  spec: {
    nodeSelector: { disk: "ssd" },
    containers: [
      { name: "flink-main-container", volumeMounts: [{ name: "config", mountPath: "/app", readOnly: true }] },
      { name: "log-forwarder", image: "fluent" },
    ],
    volumes: [{ name: "config", configMap: { name: "app" } }],
  },
};
const ofRole: JsonObject = {
  spec: {
    containers: [{ name: "flink-main-container", volumeMounts: [{ name: "rocksdb", mountPath: "/rocksdb" }] }],
    volumes: [{ name: "rocksdb", emptyDir: { sizeLimit: "50Gi" } }],
  },
};

describe("merging pod templates (3.4, 8.1/51)", () => {
  it("lays arrays over each other by index, as Apache does", () => {
    expect(mergePodTemplates(common, ofRole, "by-index").spec).toEqual({
      nodeSelector: { disk: "ssd" },
      containers: [
        { name: "flink-main-container", volumeMounts: [{ name: "rocksdb", mountPath: "/rocksdb", readOnly: true }] },
        { name: "log-forwarder", image: "fluent" },
      ],
      volumes: [{ name: "rocksdb", configMap: { name: "app" }, emptyDir: { sizeLimit: "50Gi" } }],
    });
  });

  it("brings elements of one name together where asked, at any depth", () => {
    expect(mergePodTemplates(common, ofRole, "by-name").spec).toEqual({
      nodeSelector: { disk: "ssd" },
      containers: [
        {
          name: "flink-main-container",
          volumeMounts: [
            { name: "config", mountPath: "/app", readOnly: true },
            { name: "rocksdb", mountPath: "/rocksdb" },
          ],
        },
        { name: "log-forwarder", image: "fluent" },
      ],
      volumes: [
        { name: "config", configMap: { name: "app" } },
        { name: "rocksdb", emptyDir: { sizeLimit: "50Gi" } },
      ],
    });
  });

  it.each<{ name: string; why: string; below: JsonObject; above: JsonObject; merged: JsonObject }>([
    {
      name: "null deletes nothing",
      why: "a client that writes nulls for what it does not set would empty the template",
      below: { a: 1, list: [1, 2], gone: null },
      above: { a: null, list: [null, 3] },
      merged: { a: 1, list: [1, 3] },
    },
    {
      name: "elements without a name are merged by index even by name",
      why: "there is nothing to tell them by",
      below: { tolerations: [{ key: "a", effect: "NoSchedule" }] },
      above: { tolerations: [{ key: "b" }] },
      merged: { tolerations: [{ key: "b", effect: "NoSchedule" }] },
    },
    {
      name: "another type replaces",
      why: "a number and a map have nothing in common",
      below: { port: { a: 1 }, list: [1], map: 3 },
      above: { port: 8081, list: { b: 1 }, map: { c: 1 } },
      merged: { port: 8081, list: { b: 1 }, map: { c: 1 } },
    },
    {
      name: "of two twins the first meets its partner",
      why: "the second one stays, and is refused when the template is judged",
      below: {
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "2" },
        ],
      },
      above: { env: [{ name: "A", value: "3" }] },
      merged: {
        env: [
          { name: "A", value: "3" },
          { name: "A", value: "2" },
        ],
      },
    },
    {
      name: "a key that reaches a prototype is dropped",
      why: "the template is anybody's",
      below: JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as JsonObject,
      above: {},
      merged: { a: 1 },
    },
  ])("$name: $why", ({ below, above, merged }) => {
    expect(mergePodTemplates(below, above, "by-name")).toEqual(merged);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("looks at each name a few times, however many there are of either side", () => {
    let looks = 0;
    const named = (prefix: string) =>
      Array.from({ length: 300 }, (_, index) => ({
        get name() {
          looks += 1;
          return `${prefix}${index}`;
        },
      }));
    const { list } = mergePodTemplates({ list: named("a") }, { list: named("b") }, "by-name");
    expect(list).toHaveLength(600);
    expect(looks).toBeLessThanOrEqual(10 * 600);
  });
});

describe("a template that no pod can be made of", () => {
  const of = (spec: unknown) => ({ spec }) as JsonObject;
  const main = (rest: object) => of({ containers: [{ name: "flink-main-container", ...rest }] });

  it.each<{ name: string; template: JsonObject; path: string; message: RegExp }>([
    {
      name: "volumes that a merge by index mixed",
      template: mergePodTemplates(common, ofRole, "by-index"),
      path: "spec.podTemplate.spec.volumes.0",
      message: /^is at once configMap and emptyDir; .*merge-arrays-by-name: "true" merges them by name$/,
    },
    {
      name: "two containers of one name",
      template: of({ containers: [{ name: "flink-main-container" }, { name: "flink-main-container" }] }),
      path: "spec.podTemplate.spec.containers",
      message: /^has "flink-main-container" more than once as name/,
    },
    {
      name: "an init container of the same name",
      template: of({ containers: [{ name: "a" }], initContainers: [{ name: "a" }] }),
      path: "spec.podTemplate.spec.containers",
      message: /^has "a" more than once as name/,
    },
    {
      name: "two variables of one name",
      template: main({
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "2" },
        ],
      }),
      path: "spec.podTemplate.spec.containers.0.env",
      message: /^has "A" more than once/,
    },
    {
      name: "two mounts at one path",
      template: main({
        volumeMounts: [
          { name: "a", mountPath: "/x" },
          { name: "b", mountPath: "/x" },
        ],
      }),
      path: "spec.podTemplate.spec.containers.0.volumeMounts",
      message: /^has "\/x" more than once as mountPath/,
    },
    {
      name: "a mount over the configuration, which would be writable (3.2)",
      template: main({ volumeMounts: [{ name: "conf", mountPath: "/opt/flink/conf/" }] }),
      path: "spec.podTemplate.spec.containers.volumeMounts",
      message: /^mounts "conf" over \/opt\/flink\/conf, .*use spec\.flinkConfiguration/,
    },
    {
      name: "a container without a name",
      template: of({ containers: [{ image: "x" }] }),
      path: "spec.podTemplate.spec.containers.0.name",
      message: /^Required value$/,
    },
    {
      name: "containers that are no list",
      template: of({ containers: "flink-main-container" }),
      path: "spec.podTemplate.spec.containers",
      message: /^is no list of maps$/,
    },
    { name: "a spec that is no map", template: of([1]), path: "spec.podTemplate.spec", message: /^is no map$/ },
    {
      name: "an environment of texts",
      template: main({ env: ["A=1"] }),
      path: "spec.podTemplate.spec.containers.0.env",
      message: /^is no list of maps$/,
    },
  ])("$name", ({ template, path, message }) => {
    expect(judgePodTemplate(template, "spec.podTemplate")).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it.each([{}, common, mergePodTemplates(common, ofRole, "by-name")])("is none of these (%#)", (template) => {
    expect(judgePodTemplate(template, "spec.podTemplate")).toEqual([]);
  });

  it("is told of what has no effect", () => {
    const template = of({
      restartPolicy: "Never",
      containers: [{ name: "flink-main-container", command: ["sleep"], args: ["1"] }],
    });
    expect(findWithoutEffect(template, "spec.podTemplate").map(({ message }) => message)).toEqual([
      expect.stringContaining("sets command"),
      expect.stringContaining("sets args"),
      expect.stringContaining("no effect"),
    ]);
    expect(findWithoutEffect(common, "spec.podTemplate")).toEqual([]);
  });
});
