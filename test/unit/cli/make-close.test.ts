import { afterEach, expect, it, vi } from "vitest";
import { makeClose } from "../../../cli/demo/make-close.ts";

afterEach(() => vi.restoreAllMocks());

it("closes all, the latest first, also what is opened meanwhile and what comes after a failure", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue(undefined);
  const order: string[] = [];
  const part = (name: string, then = () => undefined as unknown) => ({
    close: async () => {
      order.push(name);
      then();
    },
  });
  const fail = () => {
    throw new Error("no");
  };
  const opened = [part("first"), part("failing", fail)];
  opened.push(part("last", () => opened.push(part("late"))));
  await makeClose("dev", opened)();
  expect(order).toEqual(["last", "late", "failing", "first"]);
  expect(said.mock.calls).toEqual([["dev: Error: no"]]);
});

it("ends for nobody while a part is being closed: who asks second waits as long as who asked first", async () => {
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  const close = makeClose("dev", [{ close: () => slow.promise }]);
  const asked = ["signal", "failure"].map((name) => close().then(() => ended.push(name)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  slow.resolve();
  await Promise.all(asked);
  expect(ended).toEqual(["signal", "failure"]);
});
