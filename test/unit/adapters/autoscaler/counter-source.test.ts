import { describe, expect, it } from "vitest";
import { makeCounterSource } from "../../../../shared/adapters/autoscaler/counter-source.ts";
import type { WireAnswer, WireRequest } from "../../../../shared/adapters/http.ts";
import type { LookMemo, VertexMemo } from "../../../../shared/autoscaler/sample/reading.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { answerOf, endpoint, portThat, recorded } from "../../../contract/flink/recordings.ts";

const jobId = "000000000000000000000000000000a1";
const topic = "8d66249e32b3bc08f2fae72d32043792";
const work = "674df9b0384c0348e0b9d1034a44c46c";
const job = { key: "a/b", jobId, status: "RUNNING", configuration: {}, now: 0 };
const signal = AbortSignal.timeout(60_000);

/** A cluster that answers `GET /jobs/:id` with a recording, or what is made of it; times and records of its source with `source`. */
function cluster(
  folder: string,
  {
    edit = (body: JsonObject) => body,
    source = sourceNow,
  }: { edit?: (body: JsonObject) => JsonObject; source?: typeof sourceNow } = {},
) {
  const answers: readonly (readonly [RegExp, () => WireAnswer])[] = [
    [
      new RegExp(`^/jobs/${jobId}$`),
      () => says(edit(recorded(folder, "job-just-after-rescale").response.body as JsonObject)),
    ],
    [
      new RegExp(`/${topic}/subtasks/metrics$`),
      () => answerOf(recorded(folder, "vertex-source-subtasks-metrics-list")),
    ],
    [new RegExp(`/${topic}/subtasks/metrics\\?get=`), () => says(source())],
    [new RegExp(`/${work}/subtasks/metrics\\?get=`), () => answerOf(recorded(folder, "vertex-work-subtasks-metrics"))],
    [/^\/jobmanager\/metrics\?get=/, () => answerOf(recorded(folder, "jobmanager-metrics"))],
    [/^\/taskmanagers\/metrics\?get=/, () => answerOf(recorded(folder, "taskmanagers-metrics"))],
  ];
  const { port, sent } = portThat(({ url }: WireRequest) => {
    const path = url.slice(endpoint.url.length);
    const answer = answers.find(([pattern]) => pattern.test(path))?.[1];
    if (answer === undefined) throw new Error(`nobody was asked for ${path}`);
    return answer();
  });
  const look = (memo?: LookMemo, configuration: Readonly<Record<string, string>> = {}) =>
    makeCounterSource(port.metrics, () => endpoint).look({ ...job, configuration }, signal, memo);
  return {
    look,
    sent,
    paths: () => sent.splice(0).map(({ url }) => decodeURIComponent(url.slice(endpoint.url.length))),
  };
}

const says = (json: unknown): WireAnswer => ({ status: 200, text: JSON.stringify(json), retryAfter: undefined });

/** Metrics of the source, fetched two seconds before the job was asked for: 2 subtasks, 8 s, 1 s of it busy. */
function sourceNow(): readonly JsonObject[] {
  const sums = {
    ...{ accumulateBusyTimeMs: 2_000, accumulateIdleTimeMs: 14_000, accumulateBackPressuredTimeMs: 1_188 },
    ...{ "Source__topic.numRecordsIn": 4_000, "Source__topic.numRecordsOut": 4_000, numRecordsOut: 4_000 },
    ...{ "Source__topic.pendingRecords": 70, busyTimeMsPerSecond: 80 },
  };
  return Object.entries(sums).map(([id, sum]) => ({ id, min: 0, max: sum, avg: sum / 2, sum }));
}

async function read(looking: ReturnType<ReturnType<typeof cluster>["look"]>) {
  const looked = await looking;
  if (looked.kind !== "read") throw new Error(JSON.stringify(looked));
  return looked.reading;
}

const withVertices = (change: (vertex: JsonObject) => JsonObject) => (body: JsonObject) => ({
  ...body,
  vertices: (body.vertices as JsonObject[]).map(change),
});
const withMetrics = (metrics: JsonObject) =>
  withVertices((one) => ({ ...one, metrics: { ...(one.metrics as JsonObject), ...metrics } }));

describe.each(["session-1.20", "session-2.2"])("counters of a real Flink, %s", (folder) => {
  it("are those of the job, dated by the time that they count, and the source's own (REST fact 1)", async () => {
    const { vertices, at, runningSince } = await read(cluster(folder).look());
    const { age = 0, runTime = 0, recordsIn, accumulatedBusyTime } = vertices[work] ?? {};
    expect(recordsIn).toBeGreaterThan(3_900);
    expect(accumulatedBusyTime).toBeGreaterThan(8_000);
    expect(age, "older than the look by less than a poll").toBeGreaterThan(0);
    expect(age).toBeLessThan(1_500);
    expect(Math.abs(at - age - runTime / 2 - runningSince)).toBeLessThan(100);
    const source = vertices[topic];
    expect(source).toMatchObject({ runTime: 17_188, accumulatedBackPressure: 1_188, recordsOut: 4_000 });
    expect(source?.sourceIn?.sum).toBe(4_000);
    expect(source?.pendingRecords?.sum).toBe(70);
    expect(Math.abs((source?.age ?? 0) - (at - runningSince - 8_594))).toBeLessThan(100);
  });

  it("take one call for the job and one for the source, and one for the skew of a vertex", async () => {
    const { look, paths } = cluster(folder);
    const first = await read(look());
    const listed = `/jobs/${jobId}/vertices/${topic}/subtasks/metrics`;
    expect(paths(), "names are listed once").toEqual([
      ...[`/jobs/${jobId}`, listed, expect.stringMatching(`^${listed}\\?get=.*Source__topic.pendingRecords`)],
      `/jobs/${jobId}/vertices/${work}/subtasks/metrics?get=busyTimeMsPerSecond`,
    ]);
    await read(look(first.memo));
    expect(paths()).toHaveLength(3);
    await read(look(first.memo, { "job.autoscaler.metrics.busy-time.aggregator": "AVG" }));
    expect(paths()).toHaveLength(2);
    await read(look(first.memo, { "job.autoscaler.memory.gc-pressure.threshold": "0.5" }));
    expect(
      paths()
        .slice(3)
        .map((path) => path.split("?")[0]),
    ).toEqual(["/jobmanager/metrics", "/taskmanagers/metrics"]);
  });

  it("names that are ten minutes old, or of an earlier run, are listed anew", async () => {
    const { look, paths } = cluster(folder);
    const { memo, at } = await read(look());
    if (memo === undefined) throw new Error("no memo");
    expect(memo.vertices[topic]).toMatchObject({ listedAt: at, partitions: 0 });
    paths();
    const listedAt = (then: number) => ({
      ...memo,
      vertices: { [topic]: { ...memo.vertices[topic], listedAt: then } },
    });
    for (const then of [at - 600_000, 0]) {
      await read(look(listedAt(then)));
      expect(paths()).toHaveLength(4);
    }
  });

  it("names without a lag, and those of a start, are listed anew after a minute (seen on Flink 2.2.1)", async () => {
    const runs = 300_000;
    const edit = (body: JsonObject): JsonObject => {
      const now = body.now as number;
      return { ...body, timestamps: { ...(body.timestamps as JsonObject), RUNNING: now - runs } };
    };
    const { look, paths } = cluster(folder, { edit });
    const { memo, at } = await read(look());
    const known = memo?.vertices[topic];
    if (memo === undefined || known?.names === undefined) throw new Error("no memo");
    const { pendingRecords: _, ...others } = known.names;
    const callsWith = async (source: VertexMemo) => {
      paths();
      await read(look({ ...memo, vertices: { [topic]: { ...known, ...source } } }));
      return paths().length;
    };
    expect(await callsWith({ listedAt: at - 61_000 })).toBe(3);
    expect(await callsWith({ listedAt: at - 59_000, names: others })).toBe(3);
    expect(await callsWith({ listedAt: at - 61_000, names: others })).toBe(4);
    expect(await callsWith({ listedAt: at - runs + 5_000 }), "of a start").toBe(4);
  });
});

describe("what is not there", () => {
  it("times, as before Flink 1.16: gauges are asked for, and are of the look before", async () => {
    const older = withVertices((one) => {
      const { "read-records": a, "write-records": b } = one.metrics as JsonObject;
      return { ...one, metrics: { "read-records": a, "write-records": b } as JsonObject };
    });
    const gauges = () =>
      recorded("session-1.20", "vertex-source-subtasks-metrics").response.body as readonly JsonObject[];
    const ages = (body: JsonObject): JsonObject => older({ ...body, now: (body.now as number) + 60_000 });
    const { look, paths } = cluster("session-1.20", { edit: ages, source: gauges });
    const { at } = await read(look());
    expect(paths()).toHaveLength(4);
    const { vertices } = await read(look({ at: at - 45_000, vertices: {} }));
    expect(vertices[work]).toMatchObject({ age: 45_000 });
    expect(vertices[work]?.busyTime?.max).toBeGreaterThan(0);
    expect(vertices[work]?.runTime).toBeUndefined();
    const young = await cluster("session-1.20", { edit: older, source: gauges }).look();
    expect(young, "gauges ramp up for a minute").toMatchObject({ kind: "not-ready" });
  });

  it("the counters of a subtask: those of its vertex are unknown, not low", async () => {
    const { look } = cluster("session-1.20", { edit: withMetrics({ "read-records-complete": false }) });
    const { vertices } = await read(look());
    expect(vertices[work]).toMatchObject({ recordsIn: Number.NaN, runTime: Number.NaN });
  });

  it("sense, in counters of an earlier run: they would be of the future", async () => {
    const { look } = cluster("session-1.20", { edit: withMetrics({ "accumulated-idle-time": 9_000_000 }) });
    expect((await read(look())).vertices[work]).toMatchObject({ recordsIn: Number.NaN, runTime: Number.NaN });
  });

  it("busy time, as of a source that cannot tell: its records are known", async () => {
    const source = () =>
      sourceNow().map((one) => (one.id === "accumulateBusyTimeMs" ? { ...one, sum: "NaN" } : one) as JsonObject);
    const { vertices } = await read(cluster("session-1.20", { source }).look());
    expect(vertices[topic]).toMatchObject({ runTime: Number.NaN, age: vertices[work]?.age, recordsOut: 4_000 });
  });

  it("an answer to the names that were known: nothing is taken for 0, and they are listed anew", async () => {
    const { look } = cluster("session-1.20", { source: () => [] });
    const { vertices, memo } = await read(look());
    expect(vertices[topic]?.recordsIn).toBeNaN();
    expect(vertices[topic]?.pendingRecords?.sum).toBeNaN();
    expect(memo?.vertices[topic]).toEqual({});
  });

  it("subtasks that have ended: the moment is that of the other vertices", async () => {
    const ended = withVertices((one) =>
      one.id === work ? one : { ...one, tasks: { ...(one.tasks as JsonObject), FINISHED: 1, RUNNING: 1 } },
    );
    const { vertices } = await read(cluster("session-1.20", { edit: ended }).look());
    expect(vertices[topic]?.age).toBe(vertices[work]?.age);
  });

  it("a vertex that runs: it is not asked", async () => {
    const { look, paths } = cluster("session-1.20", { edit: withVertices((one) => ({ ...one, status: "FINISHED" })) });
    expect((await read(look())).vertices[topic]).toMatchObject({ recordsOut: 4_192 });
    expect(paths()).toHaveLength(1);
  });
});
