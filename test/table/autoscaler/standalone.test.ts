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

describe("1.7: the reference's own keys", () => {
  const prefix = "autoscaler.standalone.";
  const settingsOf = (file: Configuration) => readSettings(readFlags(["--once"]), file, { OTHER: "p", JDBC_PWD: "q" });

  it.each([
    { of: {}, is: { interval: 10_000, parallelism: 100, timeout: 10_000 }, why: "as the reference has them, unset" },
    { of: { [`${prefix}control-loop.interval`]: "30 s" }, is: { interval: 30_000 }, why: "the key" },
    { of: { scalingInterval: "20 s" }, is: { interval: 20_000 }, why: "the older one has no prefix" },
    {
      of: { scalingInterval: "20 s", [`${prefix}control-loop.interval`]: "30 s" },
      is: { interval: 30_000 },
      why: "the key holds where both are set",
    },
    { of: { [`${prefix}control-loop.parallelism`]: "7" }, is: { parallelism: 7 }, why: "how many jobs at once" },
    {
      of: { flinkClusterHost: "flink", flinkClusterPort: "9081" },
      is: { clusters: [expect.objectContaining({ url: "http://flink:9081" })] },
      why: "where its cluster is, by the older keys",
    },
    {
      of: { [`${prefix}state-store.type`]: "jdbc", [`${prefix}jdbc.url`]: "sqlite:a" },
      is: { database: expect.objectContaining({ keepsState: true, keepsEvents: false, eventsTtl: 90 * 86_400_000 }) },
      why: "state in a database, events for 90 days",
    },
    {
      of: {
        ...{ [`${prefix}event-handler.type`]: "JDBC", [`${prefix}jdbc.url`]: "sqlite:a" },
        ...{ [`${prefix}jdbc.event-handler.ttl`]: "0", [`${prefix}jdbc.username`]: "u" },
        [`${prefix}jdbc.password-env-variable`]: "OTHER",
      },
      is: {
        database: {
          ...{ address: { url: "sqlite:a", user: "u", password: "p" } },
          ...{ keepsState: false, keepsEvents: true, eventsTtl: 0 },
        },
      },
      why: "events alone, for ever, and whose password that is",
    },
  ])("$why", ({ of, is }) => {
    expect(settingsOf(of as Configuration)).toMatchObject(is);
  });

  it("one that is none is told", () => {
    const { remarks } = settingsOf({ flinkClusterPort: "8081", [`${prefix}flinkClusterPort`]: "8081" });
    expect(remarks).toEqual([`${prefix}flinkClusterPort is no option that is known`]);
  });
});
