import { describe, expect, it } from "vitest";
import type { RestRequest } from "../../../../simulators/flink/exchange.ts";
import { answer } from "../../../../simulators/flink/rest.ts";
import { jobId, sessionWithJob } from "./simulated-job.ts";

const load = { arrivals: 100, source: 1_000, work: 1_000 };
const application = { "$internal.pipeline.job-id": jobId };
const file = { name: "a.jar", content: "A\n" };
const unknownId = "000000000000000000000000000000ff";

interface Row extends Pick<RestRequest, "body" | "file" | "unreadable"> {
  readonly name: string;
  readonly why: string;
  readonly call: string;
  readonly status: number;
  /** A part of the answer, as text. */
  readonly says: string;
  readonly configuration?: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = [
  { name: "the cluster", why: "slots in use", call: "GET /overview", status: 200, says: '"slots-available":3' },
  { name: "its jobs", why: "ids and states", call: "GET /jobs", status: 200, says: '"status":"RUNNING"' },
  { name: "a job's state", why: "the short call", call: `GET /jobs/${jobId}/status`, status: 200, says: "RUNNING" },
  {
    name: "a version before the path",
    why: "Flink's own client sends one",
    call: "GET /v1/jobs",
    status: 200,
    says: jobId,
  },
  {
    name: "options",
    why: "pairs of key and value",
    call: "GET /jobmanager/config",
    configuration: { "a.b": "c" },
    status: 200,
    says: '[{"key":"a.b","value":"c"}]',
  },
  {
    name: "options by way of a job",
    why: "the autoscaler reads them there",
    call: `GET /jobs/${jobId}/jobmanager/config`,
    configuration: { "a.b": "c" },
    status: 200,
    says: '"a.b"',
  },
  {
    name: "options by way of an unknown job",
    why: "it is looked for",
    call: `GET /jobs/${unknownId}/jobmanager/config`,
    status: 404,
    says: "FlinkJobNotFoundException",
  },
  { name: "a session", why: "takes jars", call: "GET /config", status: 200, says: '"web-submit":true' },
  {
    name: "an application",
    why: "takes none",
    call: "GET /config",
    configuration: application,
    status: 200,
    says: '"web-submit":false',
  },
  {
    name: "jars of an application",
    why: "the path is not there",
    call: "GET /jars",
    configuration: application,
    status: 404,
    says: "Unable to load requested file /jars.",
  },
  {
    name: "jars where submission is off",
    why: "web.submit.enable",
    call: "POST /jars/upload",
    configuration: { "web.submit.enable": "false" },
    file,
    status: 404,
    says: "Not found: /jars/upload",
  },
  { name: "an upload", why: "one file", call: "POST /jars/upload", file, status: 200, says: '"status":"success"' },
  {
    name: "a file elsewhere",
    why: "only the upload takes one",
    call: `POST /jobs/${jobId}/stop`,
    file,
    status: 400,
    says: "File uploads not allowed.",
  },
  {
    name: "no JSON",
    why: "the class that was expected is named",
    call: "PUT /jobs/x/resource-requirements",
    unreadable: "Unexpected end",
    status: 400,
    says: "JobResourceRequirementsBody",
  },
  {
    name: "no JSON in a call without a body",
    why: "Flink reads it all the same",
    call: "GET /overview",
    unreadable: "Unexpected end",
    status: 400,
    says: "EmptyRequestBody",
  },
  {
    name: "text for an object",
    why: "no object",
    call: "POST /savepoint-disposal",
    body: "x",
    status: 400,
    says: "SavepointDisposalRequest",
  },
  {
    name: "a savepoint without a trigger id",
    why: "Flink chooses one",
    call: `POST /jobs/${jobId}/savepoints`,
    body: {},
    status: 202,
    says: `{"request-id":"${"d".repeat(31)}0"}`,
  },
  {
    name: "a job's id that is none",
    why: "no hex digits",
    call: "GET /jobs/xyz",
    status: 400,
    says: "path parameter (jobid)",
  },
  { name: "an unknown job", why: "it is looked for", call: `GET /jobs/${unknownId}`, status: 404, says: "not found" },
  {
    name: "an unknown part of a job",
    why: "no such call",
    call: `GET /jobs/${jobId}/nothing`,
    status: 404,
    says: "Unable to load",
  },
  {
    name: "an unknown method",
    why: "the router's word",
    call: "DELETE /overview?x=1",
    status: 404,
    says: "Not found: /overview?x=1",
  },
];

describe("what a JobManager answers", () => {
  it.each(rows)("$name: $status ($why)", ({ call, configuration, status, says, body, file, unreadable }) => {
    const [method = "", path = ""] = call.split(" ");
    const process = sessionWithJob(load, configuration);
    const request: RestRequest = {
      ...{ method, path },
      ...(body !== undefined && { body }),
      ...(file !== undefined && { file }),
      ...(unreadable !== undefined && { unreadable }),
    };
    const reply = answer(process, request, 1_000);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.body)).toContain(says);
  });
});

describe("arguments of a job", () => {
  it.each([
    { name: "nothing", why: "the usual load", args: [], load: undefined },
    {
      name: "arrivals alone",
      why: "the rest is usual",
      args: ["--arrivals", "7"],
      load: { arrivals: 7, source: 4_000, work: 4_000 },
    },
    {
      name: "a swing",
      why: "both ends of it and its time",
      args: ["--work", "5", "--swing-to", "9", "--swing-every", "60"],
      load: { arrivals: 1_000, source: 4_000, work: 5, swing: { to: 9, everyMs: 60 } },
    },
    {
      name: "half a swing",
      why: "it is none",
      args: ["--work", "5", "--swing-to", "9"],
      load: { arrivals: 1_000, source: 4_000, work: 5 },
    },
    { name: "no number", why: "is not there", args: ["--arrivals", "many"], load: undefined },
    {
      name: "no capacity",
      why: "nothing can be divided by it",
      args: ["--arrivals", "1", "--work", "0"],
      load: { arrivals: 1, source: 4_000, work: 4_000 },
    },
  ])("$name: $why", ({ args, load: expected }) => {
    const process = sessionWithJob(load);
    answer(process, { method: "POST", path: "/jars/upload", file }, 0);
    const [jar = ""] = process.jars.keys();
    const body = { jobId: unknownId, programArgsList: args };
    expect(answer(process, { method: "POST", path: `/jars/${jar}/run`, body }, 0).status).toBe(200);
    expect(process.jobs.get(unknownId)?.settings.load).toEqual(expected);
  });
});
