import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSectionProblems, makeDefaults, readOperatorFile } from "../../../shared/flink/operator-file.ts";
import { seeded } from "../../property/json-arbitrary.ts";

const section = "kubernetes.operator.default-configuration";

describe("the operator's own configuration file", () => {
  it("the guide's values are read as they are", () => {
    const text = `# from the guide
kubernetes.operator.metrics.reporter.slf4j.interval: 5 MINUTE
metrics.reporters: prom
metrics.reporter.prom.port: 9249   # a comment
operator.reconcile.interval.seconds: "15"
quoted: 'it''s # no comment'
escaped: "a\\tb"
url: s3://bucket#part
`;
    expect(readOperatorFile(text)).toEqual({
      configuration: {
        "kubernetes.operator.metrics.reporter.slf4j.interval": "5 MINUTE",
        "metrics.reporters": "prom",
        "metrics.reporter.prom.port": "9249",
        "operator.reconcile.interval.seconds": "15",
        quoted: "it's # no comment",
        escaped: "a\tb",
        url: "s3://bucket#part",
      },
      problems: [],
    });
  });

  it("JSON may be nested", () => {
    expect(
      readOperatorFile('{"kubernetes": {"operator": {"reconcile.interval": "15 s"}}, "a": [1, 2]}').configuration,
    ).toEqual({
      "kubernetes.operator.reconcile.interval": "15 s",
      a: "1;2",
    });
  });

  it.each([
    { text: "a:\n  b: c\nd: e", path: "line 2", message: /write the whole key with dots/, rest: { d: "e" } },
    { text: "- a\nd: e", path: "line 1", message: /nested or a list/, rest: { d: "e" } },
    { text: "d: e\nnonsense", path: "line 2", message: /no key: value/, rest: { d: "e" } },
    { text: 'a: "b\nd: e', path: "line 1", message: /never closed/, rest: { d: "e" } },
    { text: 'a: "\\q"', path: "line 1", message: /escape/, rest: {} },
    { text: "{a", path: "line 1", message: /begins like JSON/, rest: {} },
  ])("$text: the broken line is named, the others count", ({ text, path, message, rest }) => {
    expect(readOperatorFile(text)).toEqual({
      configuration: rest,
      problems: [{ path, message: expect.stringMatching(message) }],
    });
  });

  it("no text makes it throw", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(..."a:'\"\\#{-\n\r ."), fc.string({ minLength: 1, maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, (one) => {
        expect(Array.isArray(readOperatorFile(one).problems)).toBe(true);
      }),
      seeded(1000),
    );
  });
});

describe("defaults of a namespace and a version (3.1)", () => {
  const file = {
    a: "base",
    b: "base",
    c: "base",
    d: "base",
    "high-availability.type": "zookeeper",
    [`${section}.namespace.prod.b`]: "prod",
    [`${section}.namespace.prod.c`]: "prod",
    [`${section}.namespace.prod.high-availability`]: "kubernetes",
    [`${section}.flink-version.v1_19+.c`]: "since 1.19",
    [`${section}.flink-version.v1_18+.c`]: "since 1.18",
    [`${section}.flink-version.v1_18+.env.java.opts.all`]: "--add-opens",
    [`${section}.flink-version.v1_20.d`]: "1.20",
  };

  it.each([
    { namespace: "dev", version: "v1_17", b: "base", c: "base", d: "base" },
    { namespace: "prod", version: "v1_17", b: "prod", c: "prod", d: "base" },
    { namespace: "prod", version: "v1_18", b: "prod", c: "since 1.18", d: "base" },
    { namespace: "dev", version: "v1_20", b: "base", c: "since 1.19", d: "1.20" },
    { namespace: "dev", version: "v2_0", b: "base", c: "since 1.19", d: "base" },
  ] as const)("$namespace, $version", ({ namespace, version, ...wanted }) => {
    const defaults = makeDefaults(file, namespace, version);
    expect(defaults).toMatchObject({ a: "base", ...wanted });
    expect(Object.keys(defaults).filter((one) => one.startsWith(section))).toEqual([]);
    expect(defaults["high-availability.type"]).toBe(namespace === "prod" ? "kubernetes" : "zookeeper");
  });

  it.each([
    { rest: "namespace.prod", message: /is for nobody; write/ },
    { rest: "cluster.a.b", message: /is for nobody; write/ },
    { rest: "flink-version.1.20.a", message: /"1" is no version that is known/ },
    { rest: "flink-version.v9_9+.a", message: /"v9_9" is no version/ },
  ])("$rest is for nobody, and that is said", ({ rest, message }) => {
    expect(findSectionProblems({ [`${section}.${rest}`]: "x", a: "b" })).toEqual([
      { path: `${section}.${rest}`, message: expect.stringMatching(message) },
    ]);
    expect(makeDefaults({ [`${section}.${rest}`]: "x" }, "prod", "v1_20")).toEqual({});
  });
});
