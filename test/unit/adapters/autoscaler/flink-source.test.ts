import { describe, expect, it } from "vitest";
import { makeFlinkSource } from "../../../../shared/adapters/autoscaler/flink-source.ts";
import type { WireAnswer, WireRequest } from "../../../../shared/adapters/http.ts";
import { makeJobGraph } from "../../../../shared/autoscaler/graph/job-graph.ts";
import { answerOf, endpoint, portThat, recorded } from "../../../contract/flink/recordings.ts";

const jobId = "000000000000000000000000000000a1";
const topic = "8d66249e32b3bc08f2fae72d32043792";
const work = "674df9b0384c0348e0b9d1034a44c46c";
const job = { key: "a/b", jobId, status: "RUNNING", configuration: {}, now: 0 };
const signal = AbortSignal.timeout(60_000);

/** Which recording answers a path of the session cluster; a source's values are recorded under other names too. */
const answers: readonly (readonly [path: RegExp, name: string])[] = [
  [new RegExp(`^/jobs/${jobId}$`), "job"],
  [new RegExp(`/${topic}/subtasks/metrics$`), "vertex-source-subtasks-metrics-list"],
  [new RegExp(`/${topic}/subtasks/metrics\\?get=.*sourceIdleTime`), "vertex-source-subtasks-metrics-one-unknown"],
  [new RegExp(`/${topic}/subtasks/metrics\\?get=`), "vertex-source-subtasks-metrics"],
  [new RegExp(`/${work}/subtasks/metrics\\?get=`), "vertex-work-subtasks-metrics"],
  [/^\/jobmanager\/metrics\?get=/, "jobmanager-metrics"],
  [/^\/taskmanagers\/metrics\?get=/, "taskmanagers-metrics"],
];

function cluster(folder: string, instead: Readonly<Record<string, WireAnswer>> = {}) {
  const answer = ({ url }: WireRequest): WireAnswer => {
    const path = url.slice(endpoint.url.length);
    const name = answers.find(([pattern]) => pattern.test(path))?.[1];
    if (name === undefined) throw new Error(`nobody was asked for ${path}`);
    return instead[name] ?? answerOf(recorded(folder, name));
  };
  const { port, sent } = portThat(answer);
  return { source: makeFlinkSource(port.metrics, () => endpoint), sent };
}

const says = (json: unknown, status = 200): WireAnswer => ({
  status,
  text: JSON.stringify(json),
  retryAfter: undefined,
});

describe.each(["session-1.20", "session-2.2"])("2.1 on a real Flink, %s", (folder) => {
  it("reads graph, counters, gauges and processes", async () => {
    const { source } = cluster(folder);
    const looked = await source.look(job, signal);
    if (looked.kind !== "read") throw new Error(looked.kind);
    const { graph, vertices, processes, runningSince, at } = looked.reading;
    expect(
      graph.map(({ id, parallelism, maxParallelism, inputs }) => [id, parallelism, maxParallelism, inputs]),
    ).toEqual([
      [topic, 2, 64, []],
      [work, 2, 64, [{ from: topic, strategy: "HASH" }]],
    ]);
    expect(makeJobGraph(graph)?.vertices.size).toBe(2);
    expect(at).toBeGreaterThan(runningSince);
    expect(Object.keys(vertices[topic] ?? {}).sort()).toEqual([
      ...["accumulatedBusyTime", "backPressure", "busyTime", "pendingRecords", "recordsIn", "recordsOut"],
      ...["sourceIn", "sourceInPerSecond", "sourceOut"],
    ]);
    expect(vertices[work]?.busyTime?.max).toBeGreaterThan(0);
    expect(vertices[work]?.inPerSecond?.sum).toBeGreaterThan(0);
    expect(processes).toMatchObject({ slotsTotal: 4, gcTime: { sum: Number.NaN } });
    expect(processes.heapMax?.max).toBeGreaterThan(processes.heapUsed?.max ?? Number.POSITIVE_INFINITY);
  });

  it("takes 3 calls, one for each vertex, and one for each source (2.1)", async () => {
    const { source, sent } = cluster(folder);
    await source.look(job, signal);
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      `GET /jobs/${jobId}`,
      `GET /jobs/${jobId}/vertices/${topic}/subtasks/metrics`,
      `GET /jobs/${jobId}/vertices/${topic}/subtasks/metrics`,
      `GET /jobs/${jobId}/vertices/${work}/subtasks/metrics`,
      "GET /jobmanager/metrics",
      "GET /taskmanagers/metrics",
    ]);
  });
});

describe("what is not there", () => {
  const body = recorded("session-1.20", "job").response.body as Record<string, unknown>;
  const vertices = body.vertices as readonly Record<string, unknown>[];

  it.each([
    {
      name: "a job that the JobManager does not know",
      instead: { job: answerOf(recorded("session-1.20", "job-unknown")) },
      looked: { kind: "not-ready" },
    },
    {
      name: "one that has never run",
      instead: { job: says({ ...body, timestamps: { RUNNING: 0 } }) },
      looked: { kind: "not-ready" },
    },
    {
      name: "metrics of a source",
      instead: { "vertex-source-subtasks-metrics-list": says([{ id: "busyTimeMsPerSecond" }]) },
      looked: { kind: "missing", vertex: topic, metrics: ["backPressure", "sourceInPerSecond", "sourceIn"] },
    },
    {
      name: "metrics that have no value yet (fact 2)",
      instead: { "vertex-work-subtasks-metrics": says([]) },
      looked: { kind: "missing", vertex: work, metrics: ["busyTime", "inPerSecond"] },
    },
    {
      name: "an answer",
      instead: { "jobmanager-metrics": says({ errors: ["Service temporarily unavailable"] }, 500) },
      looked: { kind: "unavailable", why: expect.stringMatching(/500/) },
    },
    {
      name: "sense",
      instead: { job: says({ jid: jobId }) },
      looked: { kind: "unavailable", why: expect.stringMatching(/no sense/) },
    },
  ])("$name", async ({ instead, looked }) => {
    expect(await cluster("session-1.20", instead).source.look(job, signal)).toMatchObject(looked);
  });

  it("an id: nothing is asked", async () => {
    const { source, sent } = cluster("session-1.20");
    expect(await source.look({ ...job, jobId: undefined }, signal)).toMatchObject({ kind: "not-ready" });
    expect(sent).toEqual([]);
  });

  it("a vertex that has finished is not asked", async () => {
    const ended = vertices.map((one) => ({ ...one, status: "FINISHED" }));
    const { source, sent } = cluster("session-1.20", { job: says({ ...body, vertices: ended }) });
    expect(await source.look(job, signal)).toMatchObject({
      kind: "read",
      reading: { graph: [{ isFinished: true }, {}] },
    });
    expect(sent).toHaveLength(3);
  });

  it("garbage collection: TaskManagers are asked without it (2.2)", async () => {
    let asked = 0;
    const { port } = portThat(({ url }) => {
      const path = url.slice(endpoint.url.length);
      const name = answers.find(([pattern]) => pattern.test(path))?.[1] ?? "";
      if (name === "taskmanagers-metrics") {
        asked += 1;
        if (path.includes("GarbageCollector")) return says([]);
      }
      return answerOf(recorded("session-1.20", name));
    });
    const looked = await makeFlinkSource(port.metrics, () => endpoint).look(job, signal);
    expect(asked).toBe(2);
    expect(looked.kind).toBe("read");
  });
});
