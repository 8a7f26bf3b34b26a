import { it } from "vitest";
import { makeChanges } from "../../../../../cli/demo/changes.ts";
import { applyExample, editExample } from "./acts.ts";
import { whenReady } from "./pod.ts";
import { withCell } from "./with-cell.ts";

/** D9 through queue-proxy: the function's request to its own address. */
export function followSuite(): void {
  it.concurrent("a held follow counts as concurrency, delays no edit, and ends when nothing moves", ({ expect }) =>
    withCell(async (cell) => {
      const { appManager, platform } = cell;
      const pod = await cell.pod("reconcile");
      pod.start();
      await whenReady(pod);
      const changes = makeChanges({ url: platform.url, token: platform.tokenOf("weir-source") }, pod.url);
      await changes.start();
      try {
        await applyExample(cell, "RUNNING");
        // A second in which one request was there all the time and none came.
        const held = { averageConcurrentRequests: 1, requestCount: 0 };
        await expect.poll(() => pod.stat()).toMatchObject(held);
        expect(changes.isBusy()).toBe(false);
        const looks = () => appManager.calls.length;
        const before = looks();
        await expect.poll(looks).toBeGreaterThan(before);

        const edits = appManager.calls.filter(({ method }) => method === "PATCH").length;
        await editExample(cell, { template: { spec: { parallelism: 2 } } });
        await expect.poll(() => appManager.calls.filter(({ method }) => method === "PATCH").length).toBe(edits + 1);
        // The edit came while the job still moves: nothing but its own event brought it there.
        await expect.poll(() => pod.stat()).toMatchObject(held);

        await editExample(cell, { state: "CANCELLED" });
        const none = { averageConcurrentRequests: 0, requestCount: 0 };
        await expect.poll(() => pod.stat()).toMatchObject(none);
        expect(changes.deliveries.every(({ outcome, tries }) => outcome === "delivered" && tries === 1)).toBe(true);
      } finally {
        await changes.close();
      }
    }));
}
