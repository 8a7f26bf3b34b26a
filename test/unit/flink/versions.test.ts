import { describe, expect, it } from "vitest";
import {
  atLeast,
  findFlinkVersion,
  flinkVersions,
  newestVersion,
  versionProblem,
} from "../../../shared/flink/versions.ts";

describe("versions of Flink", () => {
  it.each([
    { name: "v1_13", support: "refused", image: "flink:1.13", file: "flink-conf.yaml" },
    { name: "v1_14", support: "refused", image: "flink:1.14", file: "flink-conf.yaml" },
    { name: "v1_15", support: "deprecated", image: "flink:1.15", file: "flink-conf.yaml" },
    { name: "v1_18", support: "deprecated", image: "flink:1.18", file: "flink-conf.yaml" },
    { name: "v1_19", support: "supported", image: "flink:1.19", file: "flink-conf.yaml" },
    { name: "v1_20", support: "supported", image: "flink:1.20", file: "flink-conf.yaml" },
    { name: "v2_0", support: "supported", image: "flink:2.0", file: "config.yaml" },
    { name: "v2_4", support: "supported", image: "flink:2.4", file: "config.yaml" },
  ])("$name is $support, runs $image and reads $file", ({ name, support, image, file }) => {
    expect(findFlinkVersion(name)).toMatchObject({ support, image, configurationFile: file });
  });

  it("has one row for each word, oldest first, and the last one is the newest", () => {
    const numbers = flinkVersions.map(({ major, minor }) => major * 100 + minor);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(13);
    expect(flinkVersions.at(-1)?.name).toBe(newestVersion);
  });

  it("orders by number, not by word", () => {
    expect(atLeast("v1_20", "v1_20")).toBe(true);
    expect(atLeast("v2_0", "v1_20")).toBe(true);
    expect(atLeast("v1_9" as "v1_19", "v1_15")).toBe(false);
    expect(atLeast("v1_15", "v1_17")).toBe(false);
  });

  it.each([
    { name: undefined, why: "FD-2: nobody said which", problem: /^is missing; use one of v1_15, .*v2_4$/ },
    {
      name: "1.20",
      why: "the number is not the word",
      problem: /^"1\.20" is no version that is known \(did you mean v1_20\?\); use one of v1_15/,
    },
    { name: "v3_0", why: "not out yet", problem: /known \(did you mean v2_0\?\); use one of v1_15/ },
    { name: "__proto__", why: "rubbish", problem: /known; use one of v1_15/ },
    { name: "v1_14", why: "FD-3", problem: /^v1_14 is no longer supported; use one of v1_15/ },
  ])("$name is refused: $why", ({ name, problem }) => {
    expect(versionProblem(name)).toMatch(problem);
  });

  it.each(["v1_15", "v1_20", "v2_0"])("%s is fine", (name) => {
    expect(versionProblem(name)).toBeUndefined();
  });
});
