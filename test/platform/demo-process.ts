import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { isAlive } from "../../cli/demo/is-alive.ts";
import { patienceMs } from "../patience.ts";

const cli = join(import.meta.dirname, "../../cli/weir.ts");

/** Variables that say where the real parts are built. */
function whereParts(): Record<string, string> {
  const names = ["HOME", "XDG_CACHE_HOME", "WEIR_REAL_CACHE"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** A demo as a user starts it; its output is not a terminal, so it is plain text. Temporary files go to `folder`. */
export function startDemo(
  flags: readonly string[] = [],
  folder = tmpdir(),
  more: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [cli, "demo", ...flags], {
    env: { PATH: process.env.PATH, TMPDIR: folder, NODE_NO_WARNINGS: "1", ...whereParts(), ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.err += chunk;
  });
  const closed = once(child, "close").then(([code]) => code as number | null);
  return { child, text, closed };
}

/** Every process of a function that the timeline names. */
const pidsIn = (text: string) => [...new Set([...text.matchAll(/\bpid (\d+)/g)].map(([, pid]) => Number(pid)))];

/** Fails unless every process of a function that the timeline names has ended. */
export async function expectAllGone(text: string) {
  const pids = pidsIn(text);
  expect(pids.length).toBeGreaterThan(0);
  await expect.poll(() => pids.filter(isAlive), { timeout: patienceMs }).toEqual([]);
}
