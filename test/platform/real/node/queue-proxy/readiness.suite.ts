import { it } from "vitest";
import { review, tick } from "../../../../bench/events.ts";
import { deliver, sourceHeaders } from "../../../scenario-rig.ts";
import { type FunctionName, type FunctionPod, manifestOf } from "./cell.ts";
import { activatorProbe, ask, kubeletProbe, probes } from "./probing.ts";
import { userPort } from "./queue-settings.ts";
import { withCell } from "./with-cell.ts";

const firstOf: Readonly<Record<FunctionName, (pod: FunctionPod) => Promise<{ status: number; text: string }>>> = {
  reconcile: ({ url }) => deliver(url, sourceHeaders("nobody")),
  refresh: ({ url }) => deliver(url, { ...tick.headers }, tick.body as string),
  admission: ({ url }) => deliver(`${url}/validate`, { ...review.headers }, review.body as string),
};
const answers = { reconcile: 204, refresh: 204, admission: 200 } as const;

/** How a function gets ready behind queue-proxy, and who answers what is not for it. */
export function readinessSuite(): void {
  it.concurrent.for(Object.keys(manifestOf) as FunctionName[])(
    "%s gets ready through queue-proxy's checks and serves",
    (name, { annotate, expect }) =>
      withCell(async (cell) => {
        const pod = await cell.pod(name);
        const asked = ask(pod, activatorProbe);
        const from = performance.now();
        pod.start();
        expect(await asked).toEqual({ status: 200, text: "queue" });
        const ready = performance.now();
        expect((await firstOf[name](pod)).status).toBe(answers[name]);
        const answered = performance.now();
        await annotate(`ready ${ms(ready - from)} after its start, first answer ${ms(answered - from)}`);
        // Longer than queue-proxy keeps an idle connection, which is 90 s.
        const own = await fetch(`http://${pod.network.address}:${userPort}/readyz`);
        expect(own.headers.get("keep-alive")).toBe("timeout=120");
      }),
  );

  it.concurrent("probes are answered by queue-proxy, and are no requests to the autoscaler", ({ expect }) =>
    withCell(async (cell) => {
      const pod = await cell.pod("reconcile");
      pod.start();
      await ask(pod, activatorProbe);
      for (const { name, headers, status, text } of probes) {
        expect({ name, ...(await ask(pod, headers)) }).toEqual({ name, status, text });
      }
      let requests = 0;
      await expect.poll(async () => (requests += (await pod.stat()).requestCount)).toBeGreaterThan(0);
      expect(requests).toBe(1);
    }));

  it.concurrent("without its function a pod is not ready, and a request gets 502", ({ expect }) =>
    withCell(async (cell) => {
      const pod = await cell.pod("reconcile");
      const probe = ask(pod, kubeletProbe);
      expect(await ask(pod, {})).toEqual({
        status: 502,
        text: `dial tcp 127.0.0.1:${userPort}: connect: connection refused\n`,
      });
      // It asks for as long as kubelet's own patience, 10 s.
      expect(await probe).toEqual({ status: 503, text: "" });
    }));
}

const ms = (value: number): string => `${Math.round(value)} ms`;
