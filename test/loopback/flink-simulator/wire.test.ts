import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "../../../simulators/flink/body.ts";
import { start } from "./start.ts";

const jobId = "000000000000000000000000000000a1";
const json = "application/json; charset=UTF-8";

/** A form of one file, as curl sends it. */
function form(name: string, content: string) {
  const data = new FormData();
  data.append("jarfile", new Blob([content]), name);
  return data;
}

describe("what comes over the wire", () => {
  it.each([
    {
      name: "JSON that is cut short",
      why: "the class of the body is named",
      method: "POST",
      path: "/jars/x.jar/run",
      body: '{"a":',
      status: 400,
      says: "Request did not match expected format JarRunRequestBody.",
    },
    {
      name: "a list where an object is meant",
      why: "Jackson takes none",
      method: "POST",
      path: `/jobs/${jobId}/savepoints`,
      body: "[]",
      status: 400,
      says: "expected format SavepointTriggerRequestBody",
    },
    {
      name: "a body that is too long",
      why: "Flink's own word for it",
      method: "POST",
      path: `/jobs/${jobId}/stop`,
      body: `"${"x".repeat(MAX_BODY_BYTES)}"`,
      status: 413,
      says: "Try to raise [rest.server.max-content-length]",
    },
    {
      name: "an upload without a file",
      why: "one has to be sent",
      method: "POST",
      path: "/jars/upload",
      body: "{}",
      status: 400,
      says: "Exactly 1 file must be sent, received 0.",
    },
    {
      name: "a path that is not there",
      why: "Flink looks for a file of its pages",
      method: "GET",
      path: "/no/such/path",
      body: undefined,
      status: 404,
      says: "Unable to load requested file /no/such/path.",
    },
    {
      name: "a method that is not there",
      why: "Flink's router does not know it",
      method: "DELETE",
      path: "/jobs/overview",
      body: undefined,
      status: 404,
      says: "Not found: /jobs/overview",
    },
    {
      name: "a job's id that is none",
      why: "no job is looked for",
      method: "GET",
      path: "/jobs/xyz",
      body: undefined,
      status: 400,
      says: 'Cannot resolve path parameter (jobid) from value "xyz".',
    },
    {
      name: "escapes that are broken",
      why: "they are part of a name, then",
      method: "DELETE",
      path: "/jars/%E0%A4%A",
      body: undefined,
      status: 400,
      says: "File %E0%A4%A does not exist",
    },
  ])("$name: $status ($why)", async ({ method, path, body, status, says }) => {
    const { send } = await start();
    const reply = await send(method, path, body);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([status, json]);
    const { errors } = (await reply.json()) as { errors: readonly string[] };
    expect(errors[0]).toContain(says);
  });

  it("the headers are Flink's", async () => {
    const { send } = await start();
    const { headers } = await send("GET", "/overview");
    expect(headers.get("content-type")).toBe(json);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("date")).toBeNull();
  });

  it("a file goes to no call but the upload", async () => {
    const { url } = await start();
    const reply = await fetch(`${url}/savepoint-disposal`, { method: "POST", body: form("a.jar", "A\n") });
    expect([reply.status, await reply.json()]).toEqual([400, { errors: [expect.stringContaining("uploads not")] }]);
  });

  it("of a large file only the beginning is looked at, and any class of a real jar is there", async () => {
    const { url, send } = await start();
    const body = form("large.jar", `PK\u0003\u0004${"x".repeat(3 * MAX_BODY_BYTES)}`);
    const reply = (await (await fetch(`${url}/jars/upload`, { method: "POST", body })).json()) as { filename: string };
    const id = reply.filename.split("/").at(-1);
    const run = await send("POST", `/jars/${id}/run`, { entryClass: "com.example.Main" });
    expect(await run.json()).toEqual({ jobid: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it("a file that is cut short leaves no jar", async () => {
    const { url, send } = await start();
    const headers = { "content-type": "multipart/form-data; boundary=b", "content-length": "1000" };
    const upload = request(`${url}/jars/upload`, { method: "POST", headers });
    const cut = new Promise((resolve) => upload.on("error", resolve));
    upload.write('--b\r\nContent-Disposition: form-data; name="jarfile"; filename="a.jar"\r\n\r\nA\n', () =>
      upload.destroy(),
    );
    await cut;
    expect(await (await send("GET", "/jars")).json()).toMatchObject({ files: [] });
  });
});

describe("the simulator's own paths", () => {
  it.each([
    {
      name: "an unknown knob",
      why: "it is named",
      path: "/admin/config",
      body: { hnag: 1 },
      says: "hnag: is not a known",
    },
    { name: "a rate above 1", why: "it is named", path: "/admin/config", body: { hang: 2 }, says: "hang: " },
    { name: "no JSON", why: "said so", path: "/admin/config", body: "{", says: "no JSON" },
  ])("$name is 400 and changes nothing: $why", async ({ path, body, says }) => {
    const { site, send } = await start();
    const before = site.settings();
    const reply = await send("PUT", path, body);
    expect([reply.status, await reply.json()]).toEqual([400, { errors: [expect.stringContaining(says)] }]);
    expect(site.settings()).toEqual(before);
  });

  it.each([
    { name: "an unknown path", method: "GET", path: "/admin/nothing", status: 404 },
    { name: "a wrong method", method: "DELETE", path: "/admin/config", status: 405 },
    { name: "a job that is not there", method: "POST", path: `/admin/jobs/${jobId}/fail`, status: 404 },
    { name: "the load of one that is not there", method: "PUT", path: `/admin/jobs/${jobId}/load`, status: 404 },
  ])("$name is $status", async ({ method, path, status }) => {
    const { send } = await start();
    expect((await send(method, path)).status).toBe(status);
  });

  it("a job starts, gets another load, loses its tasks, and fails", async () => {
    const { send, wait, flink, endpoint } = await start();
    const { jobid } = (await (await send("POST", "/admin/jobs", { name: "orders" })).json()) as { jobid: string };
    expect((await send("POST", "/admin/jobs", { name: "again", id: jobid })).status).toBe(409);
    wait(5_000);
    const load = await send("PUT", `/admin/jobs/${jobid}/load`, { arrivals: 90_000 });
    expect(await load.json()).toMatchObject({ arrivals: 90_000, source: 4_000, work: 4_000 });
    const state = async () => (await flink.observe(endpoint, jobid)).job?.state;
    await send("POST", `/admin/jobs/${jobid}/fail-tasks`);
    expect(await state()).toBe("RESTARTING");
    wait(5_000);
    expect(await state()).toBe("RUNNING");
    await send("POST", `/admin/jobs/${jobid}/fail`);
    expect(await state()).toBe("FAILED");
    expect((await send("POST", `/admin/jobs/${jobid}/fail`)).status).toBe(404);
  });

  it("slots are taken away and given, time passes, and all begins anew", async () => {
    const { send, flink, endpoint, site } = await start({ jobs: [{ name: "orders", parallelism: 4 }] });
    await send("PUT", "/admin/config", { taskManagers: 0 });
    await send("POST", "/admin/clock", { ms: 60_000 });
    expect(await flink.overview(endpoint)).toMatchObject([{ name: "orders", state: "CREATED" }]);
    await send("PUT", "/admin/config", { taskManagers: 1, rate5xx: 1 });
    await send("POST", "/admin/reset");
    expect(site.settings()).toMatchObject({ taskManagers: 8, rate5xx: 0 });
    expect((await flink.overview(endpoint)).length).toBe(1);
    const lists = ["/admin", "/admin/storage", "/admin/starts", "/admin/calls"].map((path) => send("GET", path));
    const replies = await Promise.all(lists.map(async (reply) => (await reply).json() as Promise<{ items: object[] }>));
    expect(replies.map(({ items }) => items.length > 0)).toEqual([true, false, true, true]);
  });
});
