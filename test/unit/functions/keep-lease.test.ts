import { expect, it } from "vitest";
import { keepLease } from "../../../functions/keep-lease.ts";
import { makeSweepLease } from "../../../functions/sweep-lease.ts";
import { VirtualClock } from "../../world/virtual-clock.ts";
import { FakeLease } from "./fake-lease.ts";

async function kept() {
  const clock = new VirtualClock();
  const lease = new FakeLease();
  const sweepLease = makeSweepLease(lease, 30_000);
  const keeping = keepLease(sweepLease, (await sweepLease.acquire()) ?? "", clock);
  lease.asked.length = 0;
  return { clock, lease, keeping };
}

it("is renewed every 10 s until the sweep ends (L1)", async () => {
  const { clock, lease, keeping } = await kept();
  await clock.advance(35_000);
  expect(lease.asked.length).toBe(3);
  await keeping.end();
  await clock.advance(60_000);
  expect([lease.asked.length, keeping.lost.aborted]).toEqual([3, false]);
});

it("says when another has it, and leaves it alone then", async () => {
  const { clock, lease, keeping } = await kept();
  lease.holder = "another";
  await clock.advance(60_000);
  expect([keeping.lost.aborted, lease.asked.length, lease.holder]).toEqual([true, 1, "another"]);
  await keeping.end();
});

it("is tried again after a renewal that failed: the API server may be away", async () => {
  const { clock, lease, keeping } = await kept();
  lease.troubles.push("lost");
  await clock.advance(25_000);
  expect([keeping.lost.aborted, lease.asked.length]).toEqual([false, 2]);
  await keeping.end();
});
