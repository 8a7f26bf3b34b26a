import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const command = join(import.meta.dirname, "../simulation/index.ts");

/** Runs `npm run simulate -- …` without npm; `until` says at which output it gets a signal. */
async function run(argv: readonly string[], until?: RegExp): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, [command, ...argv]);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.out += chunk;
    if (until?.test(said.out) && !child.killed) child.kill("SIGINT");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, ...said };
}

describe("npm run simulate", { timeout: 120_000 }, () => {
  it.each([
    {
      name: "nothing",
      why: "both things that it does",
      argv: [],
      code: 0,
      says: ["--seeds N", "Usage: weir simulate appmanager"],
    },
    {
      name: "--help",
      why: "the search",
      argv: ["--help"],
      code: 0,
      says: ["Usage: npm run simulate", "--only-violations"],
    },
    {
      name: "appmanager --help",
      why: "the simulated backend, as ever",
      argv: ["appmanager", "--help"],
      code: 0,
      says: ["--deployments FILE"],
    },
  ])("$name shows $why", async ({ argv, code, says }) => {
    const shown = await run(argv);
    expect([shown.code, shown.err.replace(/^\(node.*$|^.*Warning.*$/gm, "").trim()]).toEqual([code, ""]);
    for (const part of says) expect(shown.out).toContain(part);
  });

  it("ends with 2 for a wrong flag", async () => {
    const { code, err, out } = await run(["--seeds", "-1"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Try 'npm run simulate -- --help'.");
  });

  it("plays on several threads, says what it plays and what came of it (S1 to L4)", async () => {
    const { code, out } = await run(["--from", "1", "--seeds", "45", "--jobs", "2"]);
    expect(out).toContain("seeds 1 to 45 on 2 threads; again: --from 1 --seeds 45");
    expect(out).toContain("45 schedules, the first of seed 1");
    expect(out).toContain("none; 0 in 45 bounds the rate at 6.7 % (95 %)");
    expect(code).toBe(0);
  });

  it("shows nothing but violations, and there are none", async () => {
    expect((await run(["--from", "1", "--seeds", "5", "--only-violations"])).out).toBe("");
  });

  it("ends by Ctrl-C with what it has come to so far", async () => {
    const { code, out } = await run(["--from", "1", "--jobs", "1", "--seconds", "600"], /again: --from/);
    expect(out).toMatch(/\d+ schedules, the first of seed 1/);
    expect(code).toBe(130);
  });

  it("tells the story of a seed", async () => {
    const { code, out } = await run(["--seed", "1", "--story"]);
    expect(out).toMatch(/^ +\d+\.\d{3} {2}user +\w+$/m);
    expect(out).toMatch(/^ +60\.000 {2}to refresh +tick$/m);
    expect(code).toBe(0);
  });
});
