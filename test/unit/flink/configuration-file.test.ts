import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { writeConfigurationFile } from "../../../shared/flink/configuration-file.ts";
import { seeded } from "../../property/json-arbitrary.ts";

/** As Flink 1.15 reads `flink-conf.yaml`: line by line, a `#` begins a comment, `: ` ends the key, both sides trimmed. */
function readLegacy(text: string): Record<string, string> {
  const pairs = text.split(/\r\n|[\r\n]/).map((line) => {
    const [content = ""] = line.split("#", 1);
    const at = content.indexOf(": ");
    return at < 0 ? ["", ""] : [content.slice(0, at).trim(), content.slice(at + 2).trim()];
  });
  return Object.fromEntries(pairs.filter(([key, value]) => key !== "" && value !== ""));
}

/** As Flink 2 reads `config.yaml`: YAML, whatever type a value has becomes its text. */
function readYaml(text: string, version: "1.1" | "1.2"): Record<string, string> {
  const found = parse(text, { version, schema: version === "1.1" ? "yaml-1.1" : "core", uniqueKeys: true }) ?? {};
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, String(value)]));
}

describe("the file of Flink's configuration", () => {
  it("config.yaml is YAML: numbers and plain words bare, all else quoted", () => {
    const file = writeConfigurationFile(
      {
        "state.checkpoints.dir": "s3://bucket/a",
        "taskmanager.numberOfTaskSlots": "2",
        "pipeline.name": "no",
        "a.b": "key:'x'",
        "web.cancel.enable": "false",
        "heartbeat.interval": "10 s",
        "x.y": "012",
        "z.z": "",
      },
      "config.yaml",
    );
    expect(file.left).toEqual({});
    expect(file.text).toBe(
      [
        "a.b: \"key:'x'\"",
        'heartbeat.interval: "10 s"',
        'pipeline.name: "no"',
        "state.checkpoints.dir: s3://bucket/a",
        "taskmanager.numberOfTaskSlots: 2",
        "web.cancel.enable: false",
        'x.y: "012"',
        'z.z: ""',
        "",
      ].join("\n"),
    );
  });

  it("flink-conf.yaml is lines; what a line would mangle is left for the command line", () => {
    const file = writeConfigurationFile(
      {
        "pipeline.jars": "local:///opt/a.jar",
        "$internal.application.program-args": "CREATE TABLE a;\nINSERT 1",
        "some.comment": "a #b",
        empty: "",
        padded: " x",
      },
      "flink-conf.yaml",
    );
    expect(file.text).toBe("pipeline.jars: local:///opt/a.jar\n");
    expect(Object.keys(file.left)).toEqual(["$internal.application.program-args", "empty", "padded", "some.comment"]);
  });

  const nasty = fc.string({
    unit: fc.constantFrom(..."ab.:#-'\"\\[]{}&*!|>%@`,? \t\n\r~0179_eExyYnN\u0085\u2028\u00e9\u{1f600}\ufeff\u0000"),
  });
  const words = fc.constantFrom(
    "yes",
    "NO",
    "On",
    "null",
    "~",
    "0x1F",
    "1_000",
    "12:30:00",
    "2024-01-01",
    "1e3",
    ".inf",
    "=",
    "<<",
    "0777",
    "-1",
    "+1",
    "1.0",
  );
  const keys = fc.oneof(fc.string({ unit: fc.constantFrom(..."abc.-$"), minLength: 1 }), words);
  const configurations = fc.dictionary(keys, fc.oneof(nasty, words), { maxKeys: 6 });

  it.each(["1.1", "1.2"] as const)("config.yaml is read back by YAML %s, whatever is in it", (version) => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        expect(readYaml(writeConfigurationFile(configuration, "config.yaml").text, version)).toEqual({
          ...configuration,
        });
      }),
      seeded(1000),
    );
  });

  it("flink-conf.yaml and what is left of it are the configuration", () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const { text, left } = writeConfigurationFile(configuration, "flink-conf.yaml");
        expect({ ...readLegacy(text), ...left }).toEqual({ ...configuration });
        expect(Object.keys(readLegacy(text)).filter((key) => Object.hasOwn(left, key))).toEqual([]);
      }),
      seeded(1000),
    );
  });

  it("the order of the keys is not that of the configuration", () => {
    const [one, other] = [
      { b: "1", a: "2" },
      { a: "2", b: "1" },
    ].map((c) => writeConfigurationFile(c, "config.yaml").text);
    expect(one).toBe(other);
  });
});
