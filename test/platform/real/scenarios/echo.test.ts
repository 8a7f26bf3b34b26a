import { expect } from "vitest";
import { deliver, readExamples, sourceHeaders } from "../../scenario-rig.ts";
import { onBothPlatforms } from "./on-both-platforms.ts";

/** Statuses of the answers to one event, sent by ten senders at once. */
async function deliverOften(url: string, body: string, times: number): Promise<number[]> {
  const statuses = new Set<number>();
  const sender = async () => {
    for (let left = times / 10; left > 0; left -= 1) {
      statuses.add((await deliver(url, sourceHeaders("my-deployment"), body)).status);
    }
  };
  await Promise.all(Array.from({ length: 10 }, sender));
  return [...statuses];
}

onBothPlatforms("the same event again and again makes no write, and as an echo no call at all", async (play) => {
  const { world, stage } = await play.world();
  const { patch } = await readExamples();
  await world.kubectl.apply(patch, "patch.yaml");
  await stage.reach("my-deployment", "CANCELLED");
  await world.changes.stop();
  const stored = await world.resource("my-deployment");
  const { url } = world.functions.reconcile;

  stage.step("echoes");
  expect(await deliverOften(url, JSON.stringify(stored), 1_000)).toEqual([204]);
  stage.tally({ reads: 0, writes: 0, secretReads: 0, appManagerReads: 0, appManagerWrites: 0, passes: 0 });

  const { status: _status, ...added } = { ...patch, metadata: { ...patch.metadata, uid: stored?.metadata.uid } };
  stage.step("the user's own change");
  expect(await deliverOften(url, JSON.stringify(added), 1_000)).toEqual([204]);
  const tally = stage.tally({ writes: 0, appManagerWrites: 0, secretReads: 0 });
  expect(tally.reads).toBe(tally.appManagerReads);
  expect(tally.reads).toBeLessThanOrEqual(1_000);
  expect(await world.resource("my-deployment")).toEqual(stored);
});
