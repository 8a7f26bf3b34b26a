import http from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { isAlive } from "../../cli/demo/is-alive.ts";
import type { PodEvent } from "../../simulators/platform/autoscaler/history.ts";
import {
  type Autoscaler,
  type AutoscalerOptions,
  startAutoscaler,
} from "../../simulators/platform/autoscaler/start-autoscaler.ts";
import { untilDefined } from "../patience.ts";

const command = [process.execPath, fileURLToPath(new URL("./autoscaler-function.ts", import.meta.url))];
const running: Autoscaler[] = [];

afterEach(async () => {
  for (const service of running.splice(0)) {
    const pids = service.pods().map(({ pid }) => pid);
    await service.close();
    expect(pids.filter(isAlive)).toEqual([]);
  }
});

async function start(options: Partial<AutoscalerOptions> = {}, START = "ready"): Promise<Autoscaler> {
  const env = (url: string) => ({ START, SELF: url, NODE_NO_WARNINGS: "1" });
  const service = await startAutoscaler({ name: "reconcile", command, env, readinessPath: "/readyz", ...options });
  running.push(service);
  return service;
}

const events = (service: Autoscaler) => service.history().map(({ event }) => event);
const post = (service: Autoscaler, path: string, init: RequestInit = {}) =>
  fetch(`${service.url}${path}`, { method: "POST", ...init });
const statuses = async (all: Promise<Response>[]) => (await Promise.all(all)).map(({ status }) => status).sort();
const until = (isTrue: () => boolean) =>
  untilDefined(
    () => isTrue() || undefined,
    10,
    () => `it never came to ${isTrue}`,
  );
// How a pod ended is told once its last lines are read, a moment after its process is gone.
const untilLast = (service: Autoscaler, event: PodEvent) => until(() => events(service).at(-1) === event);

it("starts a process at the first request, stops it after the window, and wakes again", async () => {
  const lines: string[] = [];
  const service = await start({ windowMs: 200, onLog: (line) => lines.push(line) });
  expect(service.pods()).toEqual([]);
  expect((await post(service, "/")).status).toBe(200);
  expect(service.pods()).toMatchObject([{ inFlight: 0, state: "ready" }]);
  await untilLast(service, "stopped");
  expect(events(service)).toEqual(["starting", "ready", "idle", "stopped"]);
  expect(service.pods()).toEqual([]);
  expect(service.history().at(-1)?.detail).toBe("exit code 0");
  expect(lines).toEqual(["starting as ready", "got SIGTERM"]);
  expect((await post(service, "/")).status).toBe(200);
  expect(events(service).slice(4)).toEqual(["starting", "ready"]);
});

it("passes method, path and body on, and headers as queue-proxy writes them", async () => {
  const service = await start();
  const body = await new Promise<string>((resolve, reject) => {
    const headers = [
      "Host",
      "reconcile.demo.svc",
      "Ce-Id",
      "1",
      "ce-type",
      "t",
      "X-Forwarded-For",
      "10.0.0.9",
      "Content-Length",
      "2",
    ];
    const request = http.request(`${service.url}/a?b=c`, { method: "PUT", headers, agent: false }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    request.on("error", reject).end("{}");
  });
  expect(JSON.parse(body)).toEqual({
    method: "PUT",
    url: "/a?b=c",
    headers: [
      ...["Host", "reconcile.demo.svc", "Content-Length", "2", "Ce-Id", "1", "Ce-Type", "t"],
      ...["Forwarded", "for=10.0.0.9", "X-Forwarded-For", "10.0.0.9, 127.0.0.1"],
    ],
    body: "{}",
  });
});

it("runs containerConcurrency at once, lets ten times as many wait, and refuses the rest (40 at 2: 22 and 18)", async () => {
  const service = await start({ containerConcurrency: 2 });
  const all = Array.from({ length: 40 }, () => post(service, "/slow?ms=20"));
  const codes = await statuses(all);
  expect(codes.filter((code) => code === 200)).toHaveLength(22);
  expect(codes.filter((code) => code === 503)).toHaveLength(18);
  expect(await (await post(service, "/stats")).json()).toMatchObject({ most: 2, service: "reconcile" });
});

it("has no limit at containerConcurrency 0", async () => {
  const service = await start();
  await post(service, "/");
  const codes = await statuses(Array.from({ length: 40 }, () => post(service, "/slow?ms=300")));
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(await (await post(service, "/stats")).json()).toMatchObject({ most: 40 });
});

it("starts further pods up to maxScale and lets the later ones fall idle", async () => {
  const service = await start({ containerConcurrency: 1, maxScale: 2, windowMs: 300 });
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(service, "/slow?ms=200")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ headers }) => headers.get("x-pod"))).size).toBe(2);
  expect(events(service).filter((event) => event === "starting")).toHaveLength(2);
  await until(() => service.pods().length === 0);
});

it("counts a request that a pod holds to its own address, not work after the answer", async () => {
  const service = await start({ windowMs: 150 });
  expect((await post(service, "/follow?ms=600")).status).toBe(202);
  const heldFrom = Date.now();
  await until(() => service.pods()[0]?.inFlight === 1);
  await until(() => service.pods().length === 0);
  const idle = service.history().find(({ event }) => event === "idle");
  expect((idle?.at ?? 0) - heldFrom).toBeGreaterThan(600);
});

it("answers 504 past the time-out, frees the slot and ends the request to the pod", async () => {
  const service = await start({ containerConcurrency: 1, timeoutSeconds: 1.5 });
  await post(service, "/");
  const slow = await post(service, "/slow?ms=5000");
  expect([slow.status, await slow.text()]).toEqual([504, "request timeout"]);
  expect(service.pods()).toMatchObject([{ inFlight: 0 }]);
  expect((await post(service, "/stats")).status).toBe(200);
  await expect.poll(async () => (await post(service, "/stats")).json()).toMatchObject({ aborted: 1 });
});

it("passes the abort of a client on to the pod and frees the slot", async () => {
  const service = await start({ containerConcurrency: 1 });
  await post(service, "/");
  const leaving = new AbortController();
  const left = post(service, "/slow?ms=5000", { signal: leaving.signal }).catch(() => "left");
  await until(() => service.pods()[0]?.inFlight === 1);
  leaving.abort();
  expect(await left).toBe("left");
  await expect.poll(async () => (await post(service, "/stats")).json()).toMatchObject({ aborted: 1 });
});

it("answers 502 when the pod dies while serving, cuts a half-sent answer, and starts another for the next", async () => {
  const service = await start();
  expect((await post(service, "/die")).status).toBe(502);
  await untilLast(service, "died");
  expect(events(service)).toEqual(["starting", "ready", "died"]);
  expect(service.pods()).toEqual([]);
  await expect(post(service, "/partial").then((response) => response.text())).rejects.toThrow();
  await until(() => service.pods().length === 0);
  expect((await post(service, "/")).status).toBe(200);
});

it.each([
  { start: "unready", detail: /^not ready in time\nstarting as unready$/, why: "the probe never succeeds" },
  { start: "broken", detail: /^exit code 2\nstarting as broken\nWEIR_KINDS: unknown kind$/, why: "it ends at start" },
])("answers 503 when a pod does not get ready: $why", async ({ start: mode, detail }) => {
  const service = await start({ readyTimeoutMs: 700 }, mode);
  expect(await statuses([post(service, "/"), post(service, "/")])).toEqual([503, 503]);
  expect(service.history().find(({ event }) => event === "failed")?.detail).toMatch(detail);
  await until(() => service.pods().length === 0);
  expect(events(service).filter((event) => event === "starting")).toHaveLength(1);
});

it("answers 503 when the program does not exist", async () => {
  const service = await start({ command: ["/nowhere/function"] });
  expect((await post(service, "/")).status).toBe(503);
  expect(service.history()).toMatchObject([{ event: "failed", detail: expect.stringContaining("ENOENT") }]);
});

it("kill() ends the pods; what they served is 502 and the next request starts another", async () => {
  const service = await start();
  await post(service, "/");
  const slow = post(service, "/slow?ms=5000");
  await until(() => service.pods()[0]?.inFlight === 1);
  const [pid] = service.kill();
  expect((await slow).status).toBe(502);
  await untilLast(service, "died");
  expect(service.history().slice(-2)).toMatchObject([
    { event: "killed", pid },
    { event: "died", pid, detail: "signal SIGKILL" },
  ]);
  expect((await post(service, "/")).status).toBe(200);
});

it("kills after the grace period what ignores SIGTERM, and close() refuses what waits", async () => {
  const service = await start({ gracePeriodMs: 150, containerConcurrency: 1 }, "stubborn");
  await post(service, "/");
  const [pid] = service.pods().map((pod) => pod.pid);
  const held = post(service, "/slow?ms=5000");
  await until(() => service.pods()[0]?.inFlight === 1);
  const waiting = post(service, "/");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await service.close();
  expect((await waiting).status).toBe(503);
  expect((await held).status).toBe(502);
  expect(service.history().at(-1)).toMatchObject({ event: "stopped", detail: "signal SIGKILL", pid });
});

it("close() while a pod is still starting leaves nothing", async () => {
  const service = await start({}, "unready");
  const waiting = post(service, "/");
  await until(() => service.pods().length === 1);
  const [pid = 0] = service.pods().map((pod) => pod.pid);
  await service.close();
  expect((await waiting).status).toBe(503);
  expect(isAlive(pid)).toBe(false);
});
