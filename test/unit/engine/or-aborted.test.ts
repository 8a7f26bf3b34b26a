import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { orAborted } from "../../../shared/engine/or-aborted.ts";

const never = new Promise<string>(() => {});

it("gives what came first, and leaves no listener behind: a composite signal with one is kept for ever", async () => {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal]);
  expect(await orAborted(Promise.resolve("value"), signal, "given up")).toBe("value");
  await expect(orAborted(Promise.reject(new Error("broken")), signal, "given up")).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const waiting = orAborted(never, signal, "given up");
  ending.abort();
  expect([await waiting, getEventListeners(signal, "abort")]).toEqual(["given up", []]);
  expect(await orAborted(never, signal, "given up")).toBe("given up");
});
