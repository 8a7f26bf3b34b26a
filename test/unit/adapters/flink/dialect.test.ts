import { describe, expect, it } from "vitest";
import { toRunBody } from "../../../../shared/adapters/flink/dialect.ts";

const jobId = "000000000000000000000000000000a1";
const flinkConfiguration = { "pipeline.name": "one" };

describe("the request to run a jar in the words of a version", () => {
  it.each([
    { flinkVersion: "v1_15", field: "restoreMode", why: "the oldest" },
    { flinkVersion: "v1_19", field: "restoreMode", why: "the last with that name" },
    { flinkVersion: "v1_20", field: "claimMode", why: "renamed" },
    { flinkVersion: "v2_4", field: "claimMode", why: "the newest" },
    { flinkVersion: "1.19.2", field: "restoreMode", why: "as Flink says it" },
    { flinkVersion: "2.2-SNAPSHOT", field: "claimMode", why: "as Flink says it" },
  ])("$flinkVersion: $field ($why)", ({ flinkVersion, field }) => {
    const body = toRunBody({
      flinkVersion,
      jobId,
      programArgs: ["--a", "b c"],
      restoreMode: "NO_CLAIM",
      savepointPath: "s3://b/1",
    });
    expect(body).toEqual({ jobId, programArgsList: ["--a", "b c"], savepointPath: "s3://b/1", [field]: "NO_CLAIM" });
  });

  it.each([
    { flinkVersion: "v1_17", why: "the first that takes it" },
    { flinkVersion: "v2_0", why: "a higher major" },
  ])("$flinkVersion: takes a configuration ($why)", ({ flinkVersion }) => {
    expect(toRunBody({ flinkVersion, jobId, flinkConfiguration })).toEqual({ jobId, flinkConfiguration });
  });

  it("an older Flink is not sent a configuration that it would drop", () => {
    const old = { flinkVersion: "v1_16", jobId };
    expect(() => toRunBody({ ...old, flinkConfiguration })).toThrow("Flink 1.16 takes no flinkConfiguration");
    expect(toRunBody({ ...old, flinkConfiguration: {} })).toEqual({ jobId });
  });

  it.each(["", "v1", "one", "v1_20x", "v99999_1", "1.20\n"])("%j is no version", (flinkVersion) => {
    expect(() => toRunBody({ flinkVersion, jobId })).toThrow("is no version of Flink");
  });
});
