import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const cli = join(import.meta.dirname, "../../cli/weir.ts");

/** A demo as a user starts it; its output is not a terminal, so it is plain text. Temporary files go to `TMPDIR`. */
function startDemo(...flags: readonly string[]) {
  const child = spawn(process.execPath, [cli, "demo", ...flags], {
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_NO_WARNINGS: "1" },
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

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function expectAllGone(text: string) {
  const pids = pidsIn(text);
  expect(pids.length).toBeGreaterThan(0);
  await expect.poll(() => pids.filter(isAlive), { timeout: 5_000 }).toEqual([]);
}

it("runs from apply to deletion and leaves nothing behind", { timeout: 100_000 }, async () => {
  const { child, text, closed } = startDemo();
  const limit = setTimeout(() => child.kill("SIGTERM"), 90_000);
  const code = await closed;
  clearTimeout(limit);
  expect([code, text.err]).toEqual([0, ""]);
  for (const line of [
    "ValidatingAdmissionPolicy 'weir-vvpdeployments'",
    "numberOfTaskManagers: Required value: is required in PUT mode",
    'admission webhook "validate.weir.dev" denied the request',
    "Warning: spec: savepointNonce and restartNonce are not acted upon",
    "admitted field for field; the platform has all 7 of them",
    "admitted field for field; the platform has all 14 of them",
    "holds 1 request to itself while the job starts",
    "reconcile woke as pid",
    "spec.deployment.metadata.name: Forbidden: is immutable",
    "all of this without one tick: refresh was never started",
    "the source is back, the event is not",
    "A tick heals it",
    "DeletionBlocked True, DeploymentStillActive",
    "none, every function is at zero",
  ]) {
    expect(text.out).toContain(line);
  }
  expect(text.out).toMatch(/Done: 14 steps as expected in \d+\.\d s/);
  expect(text.out).not.toContain("\u001b");
  expect(text.out.match(/NAME +ACTUAL +INSTANCE-ID .*DELETIONBLOCKED$/gm)?.length).toBeGreaterThan(5);
  await expectAllGone(text.out);
});

it.each([
  { signal: "SIGINT", code: 130, why: "Ctrl-C" },
  { signal: "SIGTERM", code: 143, why: "a stop from outside" },
] as const)("leaves no process behind when it is cut short by $why", async ({ signal, code }) => {
  const { child, text, closed } = startDemo();
  await expect.poll(() => text.out + text.err, { timeout: 40_000 }).toContain("holds 1 request to itself");
  child.kill(signal);
  expect(await closed).toBe(code);
  await expectAllGone(text.out);
});

it("stays up with --keep, tells how to poke it, and ends with 0 on Ctrl-C", { timeout: 100_000 }, async () => {
  const { child, text, closed } = startDemo("--keep");
  try {
    await expect.poll(() => text.out + text.err, { timeout: 80_000 }).toContain("Stop with Ctrl-C.");
    const kubeconfig = /KUBECONFIG=(\S+)/.exec(text.out)?.[1] ?? "";
    expect(existsSync(kubeconfig)).toBe(true);
    expect(text.out).toContain("ce-type: dev.weir.reconcile.requested");
    child.kill("SIGINT");
    expect(await closed).toBe(0);
    expect(existsSync(kubeconfig)).toBe(false);
  } finally {
    child.kill("SIGTERM");
  }
});

it.each([
  { name: "an unknown flag", argv: ["--fast"], code: 2, says: "--fast" },
  { name: "a word too many", argv: ["now"], code: 2, says: "now" },
  { name: "--help", argv: ["--help"], code: 0, says: "Usage: weir demo" },
])("answers $name at once", async ({ argv, code, says }) => {
  const { text, closed } = startDemo(...argv);
  expect(await closed).toBe(code);
  expect(text.out + text.err).toContain(says);
});
