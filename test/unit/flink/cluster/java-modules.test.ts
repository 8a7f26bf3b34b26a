import { describe, expect, it } from "vitest";
import { built, makeRequest, one } from "../../../builders/flink-cluster.ts";

const opens = "--add-opens=java.base/java.util=ALL-UNNAMED";

/** The lines of the configuration file that are about options of the JVM. */
function javaLines(flinkVersion: string, configuration: Record<string, string> = {}): string[] {
  const map = one(built(makeRequest({ flinkVersion }, configuration)), "ConfigMap", "flink-config-app");
  const { data } = map as unknown as { data: Record<string, string> };
  const text = data["flink-conf.yaml"] ?? data["config.yaml"] ?? "";
  return text.split("\n").filter((line) => line.includes("env.java") || line.includes("--add-"));
}

describe("what Flink must see of Java 17's modules, since its own configuration is mounted over", () => {
  it.each([
    { version: "v1_17", key: undefined, why: "knows no Java 17" },
    { version: "v1_18", key: "env.java.opts.all", why: "has no option beside the user's" },
    { version: "v1_19", key: "env.java.default-opts.all", why: "has one" },
    { version: "v2_2", key: "env.java.default-opts.all", why: "runs on Java 17 by default" },
  ])("$version, which $why", ({ version, key }) => {
    expect(javaLines(version)).toEqual(
      key === undefined ? [] : [expect.stringMatching(new RegExp(`^"?${key}.*${opens}`))],
    );
  });

  it.each([
    { version: "v1_18", given: { "env.java.opts": "-Xmn1g" }, opened: 0, why: "the user's options are all there are" },
    { version: "v1_20", given: { "env.java.opts.all": "-Xmn1g" }, opened: 1, why: "the user's stand beside" },
    { version: "v1_20", given: { "env.java.default-opts.all": "-Xmn1g" }, opened: 0, why: "somebody knows better" },
  ])("$version: $why", ({ version, given, opened }) => {
    const lines = javaLines(version, given);
    expect(lines.filter((line) => line.includes(opens))).toHaveLength(opened);
    expect(lines.filter((line) => line.includes("-Xmn1g"))).toHaveLength(1);
  });
});
