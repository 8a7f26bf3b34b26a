import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { WireRequest } from "../../../../shared/adapters/http.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import type { FlinkRest } from "../../../../shared/ports/flink-rest.ts";
import { answerOf, endpoint, portThat, recorded } from "../../../contract/flink/recordings.ts";

const job = "000000000000000000000000000000a1";
const triggerId = "0000000000000000000000000000beef";
const says = (json: unknown, status = 200) => ({ status, text: JSON.stringify(json), retryAfter: undefined });
const portSaying = (json: unknown, status = 200) => portThat(() => says(json, status)).port;

const cluster = ({ url }: WireRequest) =>
  answerOf(recorded("session-1.20", url.endsWith("overview") ? "jobs-overview" : "checkpoints"));

describe("one look at a job", () => {
  it("costs two calls, the state before the checkpoints", async () => {
    const { port, sent } = portThat(cluster);
    const { job: found, checkpoints } = await port.observe(endpoint, job);
    expect(found).toMatchObject({ jobId: job, state: "RUNNING", endTime: undefined });
    expect(checkpoints).toMatchObject({ completed: { id: 4 } });
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      "GET /jobs/overview",
      `GET /jobs/${job}/checkpoints`,
    ]);
  });

  it("costs one where the JobManager does not know the job", async () => {
    const { port, sent } = portThat(cluster);
    expect(await port.observe(endpoint, triggerId)).toEqual({ job: undefined, checkpoints: undefined });
    expect(sent).toHaveLength(1);
  });
});

describe("how long a call may take", () => {
  async function timesOf(times: { timeoutMs?: number; submissionMs?: number }): Promise<(number | undefined)[]> {
    const { port, sent } = portThat(() => says({}, 400), times);
    const jar = { fileName: "daily.jar", content: Readable.from([]) };
    const run = { flinkVersion: "v1_20", jobId: job };
    for (const call of [
      port.jars(endpoint),
      port.uploadJar(endpoint, jar),
      port.runJar(endpoint, "a_daily.jar", run),
    ]) {
      await call.catch(() => undefined);
    }
    return sent.map(({ timeoutMs }) => timeoutMs);
  }

  it("is 5 s, of an upload 300 s and of a run 60 s, where the process is not told otherwise", async () => {
    expect(await timesOf({})).toEqual([5_000, 300_000, 60_000]);
    expect(await timesOf({ timeoutMs: 10_000 })).toEqual([10_000, 300_000, 60_000]);
  });

  it("of both is what job.submission.timeout says", async () => {
    expect(await timesOf({ submissionMs: 600_000 })).toEqual([5_000, 600_000, 600_000]);
  });
});

describe("what an answer is taken for", () => {
  const overview = (state: unknown) => ({
    jobs: [{ jid: job, name: "a\nb", state, "start-time": 1, "end-time": -1, "last-modification": 2, new: {} }],
  });

  it("a state that Weir does not know is none of an end, and is shown", async () => {
    expect(await portSaying(overview("HIBERNATING")).overview(endpoint)).toEqual([
      {
        jobId: job,
        name: "a b",
        state: "RECONCILING",
        rawState: "HIBERNATING",
        startTime: 1,
        endTime: undefined,
        lastModification: 2,
      },
    ]);
  });

  it.each([
    { name: "some are being deployed", tasks: { total: 3, running: 2, deploying: 1 }, state: "CREATED" },
    { name: "none has begun", tasks: { total: 3, created: 3 }, state: "CREATED" },
    { name: "all run or have finished", tasks: { total: 3, running: 2, finished: 1 }, state: "RUNNING" },
    { name: "a later stage of a batch job waits", tasks: { total: 3, running: 2, created: 1 }, state: "RUNNING" },
    { name: "nothing is said of them", tasks: undefined, state: "RUNNING" },
  ])("a job that Flink calls RUNNING is $state where of its tasks $name", async ({ tasks, state }) => {
    const json = { jobs: [{ ...overview("RUNNING").jobs[0], tasks }] };
    expect(await portSaying(json).overview(endpoint)).toMatchObject([{ state, rawState: "RUNNING" }]);
  });

  it.each([
    { name: "no jobs", json: {}, why: "an empty list would be an absence" },
    { name: "a job without a state", json: overview(undefined), why: "leaving it out would be an absence" },
    { name: "an id that is none", json: { jobs: [{ ...overview("RUNNING").jobs[0], jid: "../x" }] }, why: "" },
    { name: "a list", json: [], why: "" },
  ])("an overview with $name is no overview ($why)", async ({ json }) => {
    await expect(portSaying(json).overview(endpoint)).rejects.toMatchObject({ code: "Malformed", applied: "no" });
  });

  const vertices = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        index.toString(16).padStart(32, "0"),
        { parallelism: { lowerBound: 1, upperBound: 2 } },
      ]),
    );

  it.each([
    { name: "no vertex", why: "a job has at least one", json: {}, says: "names no vertex" },
    { name: "a list", why: "nobody knows whose bounds they are", json: [], says: "no object" },
    { name: "too many vertices", why: "each costs CPU", json: vertices(10_001), says: "more than 10000 vertices" },
    { name: "a name that is no id", why: "it would be sent back", json: { x: {} }, says: "Invalid key" },
  ])("requirements with $name are none: $why", async ({ json, says }) => {
    const read = portSaying(json).resourceRequirements(endpoint, job);
    await expect(read).rejects.toMatchObject({ code: "Malformed", message: expect.stringContaining(says) });
  });

  it("requirements have as many vertices as a job may have", async () => {
    const read = await portSaying(vertices(10_000)).resourceRequirements(endpoint, job);
    expect(Object.keys(read ?? {})).toHaveLength(10_000);
  });

  it("a checkpoint in the JobManager's memory has no path to restore from", async () => {
    const { response } = recorded("session-1.20", "checkpoint-details");
    const body = { ...(response.body as JsonObject), external_path: "<checkpoint-not-externally-addressable>" };
    expect(await portSaying(body).checkpoint(endpoint, job, 4)).toMatchObject({ id: 4, externalPath: undefined });
  });

  it.each([
    { name: "job", call: (port: FlinkRest) => port.job(endpoint, triggerId), of: "job" },
    {
      name: "result",
      call: (port: FlinkRest) => port.executionResult(endpoint, triggerId),
      of: "execution-result-finished",
    },
    { name: "checkpoint", call: (port: FlinkRest) => port.checkpoint(endpoint, job, 7), of: "checkpoint-details" },
    {
      name: "trigger",
      call: (port: FlinkRest) =>
        port.savepoint(endpoint, job, { triggerId, targetDirectory: undefined, formatType: "NATIVE" }),
      of: "savepoint-trigger",
    },
    {
      name: "run",
      call: (port: FlinkRest) => port.runJar(endpoint, "x.jar", { flinkVersion: "v1_20", jobId: triggerId }),
      of: "jars-run",
    },
  ])("the $name of something else is no answer", async ({ call, of }) => {
    const { port } = portThat(() => answerOf(recorded("session-1.20", of)));
    await expect(call(port)).rejects.toMatchObject({ code: "Malformed" });
  });

  it("an operation that has ended with nothing is no success", async () => {
    for (const operation of [null, {}, { location: "" }, { location: "a\u0000b" }]) {
      const poll = portSaying({ status: { id: "COMPLETED" }, operation }).savepointStatus(endpoint, job, triggerId);
      await expect(poll, JSON.stringify(operation)).rejects.toMatchObject({ code: "Malformed" });
    }
  });

  it("the failure of a checkpoint is spelled in another way", async () => {
    const operation = { failureCause: { class: "a.B", "stack-trace": "a.B: no" } };
    const poll = portSaying({ status: { id: "COMPLETED" }, operation }).checkpointStatus(endpoint, job, triggerId);
    expect(await poll).toEqual({ status: "FAILED", cause: [{ exception: "a.B", message: "no" }] });
  });

  it.each([
    { words: "There is no checkpoint operation with triggerId=1 for job 2.", of: "checkpointStatus" as const },
    { words: "There is no savepoint operation with triggerId=1 for job 2.", of: "savepointStatus" as const },
    { words: "Operation not found under key: a.b.OperationKey@1f", of: "disposalStatus" as const },
  ])("$of: only Flink's own words are an absence", async ({ words, of }) => {
    const poll = (text: string) => {
      const port = portSaying({ errors: [`a.RestHandlerException: ${text}`] }, 404);
      return of === "disposalStatus" ? port[of](endpoint, triggerId) : port[of](endpoint, job, triggerId);
    };
    expect(await poll(words)).toBeUndefined();
    await expect(poll("Nothing here.")).rejects.toMatchObject({ code: "Malformed", applied: "no" });
  });

  it.each(["a b.jar", "x.zip", '".jar', "../x.jar", "x\r\n.jar", `${"x".repeat(200)}.jar`])(
    "%j is no name of a jar, and nothing is sent",
    async (fileName) => {
      const { port, sent } = portThat(() => says({}));
      const content = (async function* () {})();
      await expect(port.uploadJar(endpoint, { fileName, content })).rejects.toMatchObject({ code: "Rejected" });
      expect(sent).toEqual([]);
    },
  );
});
