import { type ExpectStatic, it } from "vitest";
import { findFreePort } from "../../../../../simulators/platform/autoscaler/readiness.ts";
import { deliver, sourceHeaders } from "../../../scenario-rig.ts";
import { applyExample, name, sendFollow } from "./acts.ts";
import type { Cell, FunctionPod } from "./cell.ts";
import { openConnections } from "./connections.ts";
import { openDoor } from "./door.ts";
import { whenReady } from "./pod.ts";
import { ask, kubeletProbe } from "./probing.ts";
import { ports } from "./queue-settings.ts";
import { withCell } from "./with-cell.ts";

/** How a pod ends, as kubelet does it: SIGTERM to queue-proxy, and to the function when its preStop hook was answered. */
export function drainSuite(): void {
  it.concurrent("a pod that ends answers all it has, serves on for 30 s, and hands over what it follows", ({
    expect,
  }) =>
    withCell(async (cell) => {
      const service = await startService();
      try {
        const [old, next] = await Promise.all([startReady(cell, service.url), startReady(cell, service.url)]);
        service.turnTo(old.network.address, ports.serving);
        await applyExample(cell, "RUNNING");
        expect((await deliver(service.url, sourceHeaders(name))).status).toBe(204);
        const strangers = sendFollow(old.url);
        cell.appManager.admin.configure({ next: [{ kind: "delay", ms: 1_000, method: "GET" }] });
        const inFlight = deliver(service.url, sourceHeaders(name));
        // The follow request of its own, that of a stranger, and the event.
        await expect.poll(() => openConnections(old)).toBe(3);

        service.turnTo(next.network.address, ports.serving);
        await drainQueue(old, inFlight, expect);
        expect(next.app().text.out).not.toContain('"msg":"pass"');

        old.app().child.kill("SIGTERM");
        expect((await strangers).status).toBe(204);
        expect([await old.app().ended, await old.queue.ended]).toEqual([0, 0]);
        expect(old.app().text.out).not.toMatch(/"level":"(warn|error)"/);
        // It follows within a request of its own, which is what keeps it.
        await expect.poll(() => next.stat()).toMatchObject({ averageConcurrentRequests: 1, requestCount: 0 });
        await expect(deliver(old.url, sourceHeaders("nobody"))).rejects.toThrow("fetch failed");
      } finally {
        await service.close();
      }
    }));
}

/** The half of the end that comes before the function hears of it; resolves when its preStop hook is answered. */
async function drainQueue(pod: FunctionPod, inFlight: ReturnType<typeof deliver>, expect: ExpectStatic): Promise<void> {
  pod.queue.child.kill("SIGTERM");
  let drained: number | undefined;
  const hook = pod.waitForDrain().then((status) => {
    drained = status;
  });
  await expect.poll(() => ask(pod, kubeletProbe)).toEqual({ status: 503, text: "shutting down\n" });
  // Whoever does not know yet that the pod ends is still served, and told nothing.
  expect(await deliver(pod.url, sourceHeaders("nobody"))).toEqual({ status: 204, text: "" });
  expect(await inFlight).toEqual({ status: 204, text: "" });
  expect(drained).toBeUndefined();
  await hook;
  expect(drained).toBe(200);
}

/** The address of a service in front of pods, as its pods and senders know it. */
async function startService() {
  const at = { host: "127.0.0.1", port: await findFreePort() };
  const door = await openDoor(at, at);
  return { ...door, url: `http://${at.host}:${at.port}` };
}

async function startReady(cell: Cell, selfUrl: string): Promise<FunctionPod> {
  const pod = await cell.pod("reconcile", {}, selfUrl);
  pod.start();
  await whenReady(pod);
  return pod;
}
