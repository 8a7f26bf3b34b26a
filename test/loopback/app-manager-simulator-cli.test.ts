import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolders } from "../temporary-folders.ts";
import { DEPLOYMENTS } from "./app-manager-start.ts";

const makeFolder = temporaryFolders();

describe("weir simulate", () => {
  const script = `const { run } = await import(${JSON.stringify(new URL("../../cli/simulate.ts", import.meta.url).href)});
process.exit(await run(process.argv.slice(1)));`;

  function launch(...argv: readonly string[]) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...argv]);
    const text = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      text.out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      text.err += chunk;
    });
    const exit = once(child, "exit").then(([code]) => code as number | null);
    return { child, text, exit };
  }

  it.each(["SIGTERM", "SIGINT"] as const)(
    "serves with the configuration given and ends with 0 on %s",
    async (signal) => {
      const file = join(makeFolder("simulate"), "config.json");
      await writeFile(file, JSON.stringify({ refusedDeleteStatus: 409, delays: { startMs: 3000 } }));
      const { child, text, exit } = launch(
        "appmanager",
        "--port",
        "0",
        "--token",
        "t1",
        "--config",
        file,
        "--speed",
        "10",
      );
      try {
        await expect.poll(() => text.out, { timeout: 20_000 }).toContain("Ctrl-C");
        const url = /url\s+(\S+)/.exec(text.out)?.[1];
        expect(text.out.match(/^ {2}curl .*$/gm)).toHaveLength(3);
        const config = (await (await fetch(`${url}/config`)).json()) as object;
        expect(config).toMatchObject({
          refusedDeleteStatus: 409,
          delays: { startMs: 300, cancelMs: 100, jitter: 0.1 },
        });
        expect((await fetch(`${url}${DEPLOYMENTS}`, { headers: { authorization: "Bearer t1" } })).status).toBe(200);
      } finally {
        child.kill(signal);
      }
      expect([await exit, text.err.replace(/^\(node.*$|^.*Warning.*$/gm, "").trim()]).toEqual([0, ""]);
    },
  );

  it.each([
    { name: "an unknown flag", why: "named", argv: ["appmanager", "--prot", "1"], says: "--prot", code: 2 },
    { name: "an unknown backend", why: "named", argv: ["flink"], says: "flink", code: 2 },
    { name: "no backend", why: "the known ones are named", argv: [], says: "appmanager", code: 2 },
    {
      name: "a port that is no number",
      why: "flag and value",
      argv: ["appmanager", "--port", "x"],
      says: "--port cannot be 'x'",
      code: 2,
    },
    {
      name: "speed 0",
      why: "flag and value",
      argv: ["appmanager", "--speed", "0"],
      says: "--speed cannot be '0'",
      code: 2,
    },
    {
      name: "a missing file",
      why: "flag and path",
      argv: ["appmanager", "--config", "/nowhere.json"],
      says: "/nowhere.json",
      code: 2,
    },
  ])("ends with $code for $name", async ({ argv, says, code }) => {
    const { text, exit } = launch(...argv);
    expect(await exit).toBe(code);
    expect(text.err).toContain(says);
    expect(text.err).toContain("--help");
    expect(text.out).toBe("");
  });

  it("explains itself", async () => {
    const { text, exit } = launch("--help");
    expect([await exit, text.out.startsWith("Usage: weir simulate appmanager")]).toEqual([0, true]);
  });
});
