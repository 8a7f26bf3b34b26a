import { describe, expect, it } from "vitest";
import type { Settings } from "../../../shared/core/settings.ts";
import { readSpec } from "../../../shared/kinds/flink-deployment/read-spec.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const prefix = "kubernetes.operator.";
const format = `${prefix}savepoint.format.type`;

function wantedWith(settings: Partial<Settings>) {
  return readSpec(flinkApplication(), undefined, new FlinkWorld({}, settings).settings).wanted;
}

describe("what holds for a resource that sets nothing itself", () => {
  it.each([
    { name: "without a setting", settings: {}, savepointFormat: "NATIVE", maxCheckpointAgeMs: 600_000 },
    { name: "guide", settings: { flinkDefaults: "guide" }, savepointFormat: "NATIVE", maxCheckpointAgeMs: 600_000 },
    {
      name: "apache",
      settings: { flinkDefaults: "apache" },
      savepointFormat: "CANONICAL",
      maxCheckpointAgeMs: undefined,
    },
  ] as const)("the setting says whose defaults hold: $name (5.6/3)", ({ settings, name: _name, ...held }) => {
    expect(wantedWith(settings)).toMatchObject(held);
  });

  it.each([
    { name: "the operator's file", key: format, savepointFormat: "CANONICAL" },
    {
      name: "its own namespace",
      key: `${prefix}default-configuration.namespace.flink.${format}`,
      savepointFormat: "CANONICAL",
    },
    {
      name: "another namespace",
      key: `${prefix}default-configuration.namespace.other.${format}`,
      savepointFormat: "NATIVE",
    },
    {
      name: "its own version",
      key: `${prefix}default-configuration.flink-version.v1_20.${format}`,
      savepointFormat: "CANONICAL",
    },
    {
      name: "an older version on",
      key: `${prefix}default-configuration.flink-version.v1_19+.${format}`,
      savepointFormat: "CANONICAL",
    },
    {
      name: "a newer version",
      key: `${prefix}default-configuration.flink-version.v2_0+.${format}`,
      savepointFormat: "NATIVE",
    },
  ])("what the operator's file says for $name (SP-10)", ({ key, savepointFormat }) => {
    expect(wantedWith({ flinkConfiguration: { [key]: "CANONICAL" } })).toMatchObject({ savepointFormat });
  });
});
