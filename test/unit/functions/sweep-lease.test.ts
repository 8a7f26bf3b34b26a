import { expect, it } from "vitest";
import { makeSweepLease } from "../../../functions/sweep-lease.ts";
import { FakeLease } from "./fake-lease.ts";

function makePods() {
  const lease = new FakeLease();
  return { lease, pod: makeSweepLease(lease, 1_000), another: makeSweepLease(lease, 1_000) };
}

const refused = { code: "Unavailable" };

it.each([
  { name: "a tick that took it", why: "the answer was lost", trouble: "answer lost" },
  { name: "a sweep that could not give it back", why: "the request was lost", trouble: "lost" },
] as const)("is taken from $name, by the next tick of the same pod only ($why)", async ({ trouble }) => {
  const { lease, pod, another } = makePods();
  if (trouble === "lost") {
    const first = (await pod.acquire()) ?? "";
    lease.troubles.push(trouble);
    await expect(pod.release(first)).rejects.toMatchObject(refused);
  } else {
    lease.troubles.push(trouble);
    await expect(pod.acquire()).rejects.toMatchObject(refused);
  }
  expect(await another.acquire()).toBeUndefined();
  const both = await Promise.all([pod.acquire(), pod.acquire()]);
  expect(both.filter((holder) => holder !== undefined)).toEqual([lease.holder]);
});

it("is taken from a holder in doubt also when another tick failed meanwhile", async () => {
  const { lease, pod } = makePods();
  const first = (await pod.acquire()) ?? "";
  lease.troubles.push("lost", "lost", "lost");
  await expect(pod.release(first)).rejects.toMatchObject(refused);
  await Promise.allSettled([pod.acquire(), pod.acquire()]);
  expect(lease.holder).toBe(first);
  const next = await pod.acquire();
  expect([next, lease.holder]).toEqual([expect.any(String), next]);
});

it("is taken from a holder whose write landed under the next tick's, by the tick after that", async () => {
  const { lease, pod } = makePods();
  lease.troubles.push("late");
  await expect(pod.acquire()).rejects.toMatchObject(refused);
  const beaten = pod.acquire();
  lease.landing[0]?.();
  expect(await beaten).toBeUndefined();
  const next = await pod.acquire();
  expect([next, lease.holder]).toEqual([expect.any(String), next]);
});

it("stays a sweep's when the write of a holder in doubt lands late", async () => {
  const { lease, pod, another } = makePods();
  lease.troubles.push("late");
  await expect(pod.acquire()).rejects.toMatchObject(refused);
  const next = await pod.acquire();
  lease.landing[0]?.();
  expect([next, lease.holder]).toEqual([expect.any(String), next]);
  expect([await pod.acquire(), await another.acquire()]).toEqual([undefined, undefined]);
});

it("of a sweep that went on elsewhere is neither given back nor taken by who handed it over", async () => {
  const { lease, pod, another } = makePods();
  const first = (await pod.acquire()) ?? "";
  const second = await another.takeOver(first);
  expect([second, await another.takeOver(first)]).toEqual([lease.holder, undefined]);
  lease.troubles.push("lost");
  await expect(pod.release(first)).rejects.toMatchObject(refused);
  expect(await pod.acquire()).toBeUndefined();
  await pod.release(first);
  expect([second, lease.holder]).toEqual([expect.any(String), second]);
});

it("that a leg took over without an answer goes to that pod's next tick", async () => {
  const { lease, pod, another } = makePods();
  const first = (await pod.acquire()) ?? "";
  lease.troubles.push("answer lost");
  await expect(another.takeOver(first)).rejects.toMatchObject(refused);
  await pod.release(first);
  expect(await pod.acquire()).toBeUndefined();
  expect(await another.acquire()).toBe(lease.holder);
});

it("is renewed by its holder, and by nobody else", async () => {
  const { lease, pod, another } = makePods();
  const first = (await pod.acquire()) ?? "";
  expect([await pod.renew(first), await another.renew("somebody"), lease.holder]).toEqual([true, false, first]);
});
