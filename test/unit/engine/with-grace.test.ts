import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { withGrace } from "../../../shared/engine/with-grace.ts";
import { VirtualClock } from "../../world/virtual-clock.ts";

it.each([
  { leavesAt: -1, endsAt: 1_500, why: "the caller has left already" },
  { leavesAt: 0, endsAt: 1_500, why: "it leaves at once" },
  { leavesAt: 1_000, endsAt: 1_500, why: "it leaves within the time that is given" },
  { leavesAt: 3_000, endsAt: 3_000, why: "it leaves behind that time" },
])("ends the work after $endsAt ms where the caller leaves at $leavesAt ms: $why", async ({ leavesAt, endsAt }) => {
  const [clock, caller] = [new VirtualClock(), new AbortController()];
  if (leavesAt < 0) caller.abort();
  const ended = withGrace(clock, caller.signal, (signal) => {
    return new Promise<number>((resolve) => {
      signal.addEventListener("abort", () => resolve(clock.monotonic()));
    });
  });
  for (const at of [0, 1_000, 1_500, 3_000]) {
    await clock.advance(at - clock.monotonic());
    if (at === leavesAt) caller.abort();
  }
  expect(await ended).toBe(endsAt);
});

it.each([true, false])("leaves no listener and no sleep behind (the caller has left: %s)", async (hasLeft) => {
  const [clock, caller] = [new VirtualClock(), new AbortController()];
  if (hasLeft) caller.abort();
  expect(await withGrace(clock, caller.signal, async () => "done")).toBe("done");
  await expect(withGrace(clock, caller.signal, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  expect(clock.sleepers).toBe(0);
});
