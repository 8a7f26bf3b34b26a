import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isAlive } from "../../cli/demo/is-alive.ts";

const parent = fileURLToPath(new URL("./autoscaler-parent.ts", import.meta.url));

it.each([
  { mode: "wait", start: "ready", signals: ["SIGINT"] as const, code: 130, why: "SIGINT" },
  { mode: "wait", start: "ready", signals: ["SIGTERM"] as const, code: 143, why: "SIGTERM" },
  { mode: "wait", start: "ready", signals: ["SIGHUP"] as const, code: 129, why: "SIGHUP, the terminal is gone" },
  { mode: "wait", start: "stubborn", signals: ["SIGINT", "SIGINT"] as const, code: 130, why: "a second SIGINT" },
  { mode: "exit", start: "stubborn", signals: [] as const, code: 3, why: "process.exit" },
  { mode: "throw", start: "stubborn", signals: [] as const, code: 1, why: "an exception nobody caught" },
])("leaves no pod behind when its program ends by $why", async ({ mode, start, signals, code }) => {
  const env = { PATH: process.env.PATH, MODE: mode, START: start, NODE_NO_WARNINGS: "1" };
  const child = spawn(process.execPath, [parent], { env, stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  for (const signal of signals) {
    child.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(await exited).toEqual([code, null]);
  const pid = Number(line);
  expect(pid).toBeGreaterThan(1);
  // What is dead stays visible until the init process of the machine has collected it.
  await expect.poll(() => isAlive(pid)).toBe(false);
});
