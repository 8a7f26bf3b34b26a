import { setTimeout as pause } from "node:timers/promises";
import { it } from "vitest";
import { conditionOf, deliver, sourceHeaders } from "../../../scenario-rig.ts";
import { applyExample, beginEvent, name } from "./acts.ts";
import type { Cell, FunctionPod } from "./cell.ts";
import { openConnections } from "./connections.ts";
import { whenReady } from "./pod.ts";
import { activatorProbe, ask } from "./probing.ts";
import { withCell } from "./with-cell.ts";

const event = (pod: FunctionPod, of = name) => deliver(pod.url, sourceHeaders(of));

async function readyPod(
  cell: Cell,
  limits: Parameters<Cell["pod"]>[1] = {},
  selfUrl: string | undefined = undefined,
): Promise<FunctionPod> {
  const pod = await cell.pod("reconcile", limits, selfUrl);
  pod.start();
  await whenReady(pod);
  return pod;
}

/** What queue-proxy's limits mean for the real bundles. */
export function limitsSuite(): void {
  it.concurrent("as many as the manifest says are in the function, ten times as many wait, the rest gets 503", ({
    expect,
  }) =>
    withCell(async (cell) => {
      const pod = await readyPod(cell);
      await applyExample(cell, "RUNNING");
      expect((await event(pod)).status).toBe(204);
      // Its own follow request is the first of ten; the others are ours.
      await expect.poll(async () => (await pod.stat()).averageConcurrentRequests).toBe(1);
      const leaving = new AbortController();
      const held = Array.from({ length: 9 }, () => beginEvent(pod.url, leaving.signal));
      await expect.poll(() => openConnections(pod)).toBe(10);
      const others = Array.from({ length: 105 }, () => event(pod, "nobody"));
      const first = await Promise.race(others);
      expect(first).toEqual({ status: 503, text: "pending request queue full\n" });
      await pause(200);
      expect(await openConnections(pod)).toBe(10);
      leaving.abort();
      expect(await Promise.all(held)).toEqual(Array.from({ length: 9 }, () => "left"));
      const statuses = (await Promise.all(others)).map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array.from({ length: 100 }, () => 204), ...Array.from({ length: 5 }, () => 503)]);
      expect(await openConnections(pod)).toBeLessThanOrEqual(10);
    }));

  it.concurrent("a body that does not come to its end holds its slot for five seconds", ({ expect }) =>
    withCell(async (cell) => {
      const pod = await readyPod(cell, { containerConcurrency: 1 }, "http://127.0.0.1:9");
      const slow = beginEvent(pod.url);
      await expect.poll(() => openConnections(pod)).toBe(1);
      expect((await event(pod, "nobody")).status).toBe(204);
      expect(await slow).toBe(204);
    }));

  it.concurrent.for([
    { why: "before an effect, which then never comes", method: "GET", sent: [] },
    { why: "after an effect was sent, which stands and is not repeated", method: "POST", sent: ["POST"] },
  ] as const)("past the time-out the sender gets 504 and the function stops: $why", ({ method, sent }, { expect }) =>
    withCell(async (cell) => {
      const { appManager } = cell;
      const effects = () =>
        appManager.calls.filter(({ method: one, path }) => one !== "GET" && !path.endsWith("/events"));
      const writes = () => effects().map((call) => call.method);
      const limits = { containerConcurrency: 1, timeoutSeconds: 1, responseStartTimeoutSeconds: 0 };
      // Nobody is at its own address, or it would follow what it could not finish, a second later (D9).
      const pod = await readyPod(cell, limits, "http://127.0.0.1:9");
      await applyExample(cell, "CANCELLED");
      expect((await event(pod, "nobody")).status).toBe(204);
      appManager.admin.configure({ next: [{ kind: "delay", ms: 1_900, method }] });
      expect(await event(pod)).toEqual({ status: 504, text: "request timeout" });
      // The slot is free although AppManager has not answered the function yet.
      expect((await event(pod, "nobody")).status).toBe(204);
      await expect.poll(() => appManager.calls.map(({ fault }) => fault)).toContain("delay");
      await pause(300);
      expect(writes()).toEqual(sent);
      expect((await event(pod)).status).toBe(204);
      expect(writes()).toEqual(["POST"]);
      await expect.poll(async () => conditionOf(await cell.resource(name), "Healthy")?.status).toBe("True");
      expect(writes()).toEqual(["POST"]);
    }),
  );

  it.concurrent("a function that dies gives 502 to whom it served, and serves again when it is started again", ({
    expect,
  }) =>
    withCell(async (cell) => {
      const pod = await readyPod(cell);
      await applyExample(cell, "CANCELLED");
      cell.appManager.admin.configure({ next: [{ kind: "hang", method: "GET" }] });
      const served = event(pod);
      await expect.poll(() => cell.appManager.calls.length).toBe(1);
      pod.app().child.kill("SIGKILL");
      expect(await served).toEqual({ status: 502, text: "EOF\n" });
      expect((await event(pod)).status).toBe(502);
      pod.start();
      expect((await ask(pod, activatorProbe)).status).toBe(200);
      expect((await event(pod)).status).toBe(204);
    }));

  it.concurrent("a function that is held up as its connections idle loses no event", ({ expect }) =>
    withCell(async (cell) => {
      const pod = await readyPod(cell);
      expect((await event(pod, "nobody")).status).toBe(204);
      // Node closes idle connections after 6 s by default, and would do so before it reads what has come meanwhile.
      await pause(5_700);
      const { child } = pod.app();
      child.kill("SIGSTOP");
      const sent = deliver(pod.url, sourceHeaders("nobody"), "{}");
      await pause(600);
      child.kill("SIGCONT");
      expect(await sent).toEqual({ status: 204, text: "" });
    }));
}
