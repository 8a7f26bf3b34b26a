import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makePair } from "../../../../functions/front/certificate.ts";
import { connectFlink, type FlinkConnection } from "../../../../shared/adapters/flink/client.ts";
import { answerOf, recorded } from "../../../contract/flink/recordings.ts";
import { faultOf } from "../../../fault-of.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { deadUrl, type Loopback, type Reply, startLoopback } from "../support/loopback.ts";

const job = "000000000000000000000000000000a1";
const triggerId = "0000000000000000000000000000beef";
const overview = answerOf(recorded("session-1.20", "jobs-overview")).text;
const html: Reply = { headers: { "content-type": "text/html" }, text: "<html>welcome</html>" };

const makeFolder = temporaryFolders();

let server: Loopback;
let flink: FlinkConnection;

beforeEach(async () => {
  server = await startLoopback(() => ({ text: overview }));
  flink = connectFlink({ version: "1.2.3", hosts: "any", timeoutMs: 2_000 });
});
afterEach(async () => {
  flink.close();
  await server.close();
});

describe("Flink's REST over HTTP", () => {
  it("keeps the connection between the calls of a look", async () => {
    server.answer(({ url }) => ({
      text: url.endsWith("/overview") ? overview : answerOf(recorded("session-1.20", "checkpoints")).text,
    }));
    expect(await flink.observe({ url: server.url }, job)).toMatchObject({ job: { state: "RUNNING" } });
    expect(server.received.map(({ url }) => url)).toEqual(["/jobs/overview", `/jobs/${job}/checkpoints`]);
    expect(server.received[0]?.headers).toMatchObject({
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "weir/1.2.3",
    });
    expect(server.connections()).toBe(1);
  });

  it("sends nothing to what is no Service, where nobody has allowed it", async () => {
    const inCluster = connectFlink({ version: "1" });
    expect(await faultOf(inCluster.overview({ url: server.url }))).toMatchObject({ code: "Rejected", applied: "no" });
    expect(server.received).toEqual([]);
    inCluster.close();
  });

  it("vouches for a cluster by the file of its authorities", async () => {
    const folder = makeFolder("authorities");
    const pair = await makePair({ names: ["127.0.0.1", "localhost"], lifeMs: 3_600_000 }, new Date());
    const secure = await startLoopback(() => ({ text: overview }), { key: pair.key, cert: pair.certificate });
    const url = secure.url.replace("127.0.0.1", "localhost");
    try {
      expect(await faultOf(flink.overview({ url }))).toMatchObject({ code: "Unavailable", applied: "no" });
      writeFileSync(join(folder, "ca.crt"), pair.authority);
      const trusting = connectFlink({ version: "1", hosts: "any", caFile: join(folder, "ca.crt") });
      expect(await trusting.overview({ url })).toHaveLength(3);
      trusting.close();
    } finally {
      await secure.close();
    }
  });

  it("says at once that the file of the authorities is not there", () => {
    expect(() => connectFlink({ version: "1", caFile: "/nowhere/ca.crt" })).toThrow(
      "the authorities of Flink's REST cannot be read from /nowhere/ca.crt: ENOENT",
    );
  });
});

/** What a cluster may answer to anything. */
const rows: readonly { name: string; reply: Reply; code: string; tries: number; why: string }[] = [
  { name: "200 HTML", reply: html, code: "Malformed", tries: 1, why: "a login page" },
  { name: "404 HTML", reply: { ...html, status: 404 }, code: "Malformed", tries: 1, why: "an ingress" },
  { name: "404 empty", reply: { status: 404 }, code: "Malformed", tries: 1, why: "an ingress" },
  {
    name: "404 JSON",
    reply: { status: 404, body: { errors: ["x"] } },
    code: "Malformed",
    tries: 1,
    why: "says nothing",
  },
  {
    name: "302",
    reply: { status: 302, headers: { location: "/" } },
    code: "Malformed",
    tries: 1,
    why: "is not followed",
  },
  { name: "400", reply: { status: 400, body: { errors: ["no"] } }, code: "Rejected", tries: 1, why: "the content" },
  {
    name: "400 JSON of others",
    reply: { status: 400, body: { message: "no" } },
    code: "Malformed",
    tries: 1,
    why: "a proxy",
  },
  { name: "401", reply: { status: 401 }, code: "Denied", tries: 1, why: "a proxy" },
  { name: "500", reply: { status: 500, body: { errors: ["x"] } }, code: "Unavailable", tries: 1, why: "stays one" },
  { name: "502", reply: { ...html, status: 502 }, code: "Unavailable", tries: 3, why: "passes" },
  {
    name: "503",
    reply: { status: 503, body: { errors: ["No leader"] } },
    code: "Unavailable",
    tries: 3,
    why: "an election",
  },
  {
    name: "cut-short JSON",
    reply: { text: overview.slice(0, 200) },
    code: "Malformed",
    tries: 1,
    why: "half an answer",
  },
  { name: "deep JSON", reply: { text: `${"[".repeat(100_000)}` }, code: "Malformed", tries: 1, why: "would overflow" },
  { name: "50 MB", reply: { text: "x".repeat(50_000_000) }, code: "Malformed", tries: 1, why: "16 MiB" },
  { name: "cut", reply: "destroy", code: "Unavailable", tries: 3, why: "nobody knows" },
  { name: "silence", reply: "hang", code: "Unavailable", tries: 1, why: "the time is over" },
];

describe("a read that fails", () => {
  it.each(rows)("$name is $code and did nothing, after $tries ($why)", async ({ reply, code, tries }) => {
    server.answer(() => reply);
    expect(await faultOf(flink.overview({ url: server.url }))).toMatchObject({
      code,
      applied: "no",
      message: expect.stringContaining("list the jobs"),
    });
    expect(server.received).toHaveLength(tries);
  });
});

describe("a write that fails", () => {
  const request = { triggerId, targetDirectory: undefined, formatType: "NATIVE", drain: false } as const;
  const maybe = new Set(["Unavailable", "Malformed"]);

  it.each(rows)("$name is $code, and is sent once ($why)", async ({ reply, code }) => {
    server.answer(() => reply);
    const fault = await faultOf(flink.stop({ url: server.url }, job, request));
    expect(fault).toMatchObject({ code, applied: maybe.has(code) ? "maybe" : "no" });
    expect(server.received).toHaveLength(1);
  });

  it("where nobody listens, it was certainly not sent", async () => {
    const fault = await faultOf(flink.cancel({ url: await deadUrl() }, job));
    expect(fault).toMatchObject({ code: "Unavailable", applied: "no" });
  });

  it("cancelled on its way, nobody knows", async () => {
    server.answer(() => "hang");
    const controller = new AbortController();
    const call = faultOf(flink.cancel({ url: server.url }, job, controller.signal));
    await expect.poll(() => server.received.length).toBe(1);
    controller.abort();
    expect(await call).toMatchObject({ code: "Unavailable", applied: "maybe" });
  });
});
