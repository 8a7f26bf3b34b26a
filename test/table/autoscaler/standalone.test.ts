import { describe, expect, it } from "vitest";
import { findObstacle } from "../../../cli/autoscaler/find-obstacle.ts";
import { readFlags } from "../../../cli/autoscaler/flags.ts";
import { type Configuration, readSettings } from "../../../cli/autoscaler/settings.ts";

describe("1.7: which jobs Flink rescales in place", () => {
  const needs = "it needs jobmanager.scheduler: adaptive";
  const reactive = "its cluster is in reactive mode, and gives it all slots that there are";
  it.each([
    { name: "those of the adaptive scheduler", of: { "jobmanager.scheduler": "adaptive" }, says: undefined },
    { name: "in any spelling that Flink takes", of: { "jobmanager.scheduler": " Adaptive" }, says: undefined },
    { name: "not those of the default one", of: { "jobmanager.scheduler": "default" }, says: needs },
    { name: "which is the one that nobody set", of: {}, says: needs },
    { name: "not batches", of: { "jobmanager.scheduler": "AdaptiveBatch" }, says: needs },
    { name: "not those that take every slot", of: { "scheduler-mode": "reactive" }, says: reactive },
  ])("$name", ({ of, says }) => {
    expect(findObstacle(of as Configuration)).toBe(says);
  });
});

describe("weir autoscaler: which cluster", () => {
  const usual = /no --flink is given, so that http:\/\/localhost:8081 is looked after/;
  const port = { "autoscaler.standalone.fetcher.flink-cluster.port": "9081" };
  it.each([
    { name: "the usual one where none is named", argv: [], file: {}, url: "http://localhost:8081", says: usual },
    { name: "that of the file", argv: [], file: port, url: "http://localhost:9081", says: undefined },
    { name: "that of the flag", argv: ["--flink", "http://f:1"], file: port, url: "http://f:1", says: undefined },
  ])("$name", ({ argv, file, url, says }) => {
    const { clusters, remarks } = readSettings(readFlags(argv), file as Configuration, {});
    expect(clusters.map((one) => one.url)).toEqual([url]);
    expect(remarks).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
  });
});
