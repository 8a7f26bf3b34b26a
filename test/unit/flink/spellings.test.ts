import { describe, expect, it } from "vitest";
import { findPrefixClashes } from "../../../shared/flink/configuration.ts";
import { layer, withoutOperatorKeys } from "../../../shared/flink/layers.ts";
import { keyFor, optionOf, renamings, toDialect } from "../../../shared/flink/spellings.ts";

describe("spellings of options", () => {
  it.each([
    { key: "high-availability", version: "v1_16", spelled: "high-availability" },
    { key: "high-availability.type", version: "v1_16", spelled: "high-availability" },
    { key: "high-availability", version: "v1_17", spelled: "high-availability.type" },
    { key: "kubernetes.container.image.ref", version: "v1_16", spelled: "kubernetes.container.image" },
    { key: "execution.state-recovery.path", version: "v1_19", spelled: "execution.savepoint.path" },
    { key: "execution.savepoint.path", version: "v1_20", spelled: "execution.state-recovery.path" },
    { key: "state.checkpoints.dir", version: "v1_18", spelled: "state.checkpoints.dir" },
    { key: "state.checkpoints.dir", version: "v2_0", spelled: "execution.checkpointing.dir" },
    { key: "high-availability.storageDir", version: "v2_0", spelled: "high-availability.storageDir" },
  ] as const)("$key is $spelled for $version", ({ key, version, spelled }) => {
    expect(keyFor(version, key)).toBe(spelled);
  });

  it("reads an option in either spelling, the newest first", () => {
    expect(optionOf({ "state.backend": "rocksdb" }, "state.backend.type")).toBe("rocksdb");
    expect(optionOf({ "state.backend.type": "rocksdb" }, "state.backend")).toBe("rocksdb");
    expect(optionOf({ "state.backend": "old", "state.backend.type": "new" }, "state.backend")).toBe("new");
    expect(optionOf({}, "constructor")).toBeUndefined();
  });

  it("a layer overrides one below it that uses the other spelling", () => {
    expect(layer({ "high-availability.type": "zookeeper", a: "1" }, { "high-availability": "kubernetes" })).toEqual({
      "high-availability.type": "kubernetes",
      a: "1",
    });
  });

  it("no key was renamed twice, and none into a former one, so that one look finds it", () => {
    const former = new Set(renamings.map(({ formerly }) => formerly));
    expect(former.size).toBe(renamings.length);
    expect(renamings.filter(({ key }) => former.has(key))).toEqual([]);
  });

  it("the guide's own configuration has no clash in the spelling of Flink 2", () => {
    const guide = {
      "state.backend": "rocksdb",
      "state.backend.incremental": "true",
      "high-availability": "kubernetes",
      "high-availability.storageDir": "s3://ha",
    };
    expect(findPrefixClashes(guide).map(({ path }) => path)).toEqual([
      "spec.flinkConfiguration.state.backend",
      "spec.flinkConfiguration.high-availability",
    ]);
    expect(findPrefixClashes(toDialect(guide, "v2_0"))).toEqual([]);
    expect(toDialect(toDialect(guide, "v2_0"), "v1_16")).toEqual(guide);
  });

  it("Flink 1.15 gets high availability by the name of the class, which is all that it knows", () => {
    const factory = "org.apache.flink.kubernetes.highavailability.KubernetesHaServicesFactory";
    expect(toDialect({ "high-availability.type": "Kubernetes" }, "v1_15")).toEqual({ "high-availability": factory });
    expect(toDialect({ "high-availability": "zookeeper" }, "v1_15")).toEqual({ "high-availability": "zookeeper" });
    expect(toDialect({ "high-availability": "kubernetes" }, "v1_16")).toEqual({ "high-availability": "kubernetes" });
  });

  it("keeps from Flink what is the operator's", () => {
    const kept = withoutOperatorKeys({
      "kubernetes.operator.savepoint.format.type": "NATIVE",
      "job.autoscaler.enabled": "true",
      "kubernetes.operatorish": "1",
      "kubernetes.cluster-id": "a",
    });
    expect(Object.keys(kept)).toEqual(["kubernetes.operatorish", "kubernetes.cluster-id"]);
  });
});
