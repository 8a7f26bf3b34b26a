import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { partPath } from "../build/cache.ts";
import { describeReal } from "../control-plane/shared.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describeReal("real:up and real:down", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "weir-up-"));
  });
  afterAll(async () => {
    await run("down");
    await rm(folder, { recursive: true, force: true });
  });

  function execute(file: string, args: readonly string[], env: object): Promise<Ended> {
    return new Promise((resolve) => {
      execFile(file, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }

  const run = (script: "up" | "down", ...args: string[]) =>
    execute(process.execPath, [join(import.meta.dirname, `${script}.ts`), ...args], { WEIR_REAL_UP: folder });

  it("leaves a control plane that kubectl reaches, refuses a second one, and ends it whole", async () => {
    const first = await run("up");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const KUBECONFIG = /^export KUBECONFIG=(.+)$/m.exec(first.stdout)?.[1];
    expect(await execute(partPath("kubectl"), ["auth", "whoami"], { KUBECONFIG, HOME: folder })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("admin"),
    });
    const second = await run("up");
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^real:up: one is up already at https:.*real:down ends it\n$/);
    const { pids } = JSON.parse(await readFile(join(folder, "up.json"), "utf8")) as { pids: number[] };
    expect(pids).toHaveLength(3);
    expect((await run("down")).stdout).toBe(`ended 3 processes: ${pids.join(", ")}\n`);
    expect((await run("down")).stdout).toBe("nothing was up\n");
  });

  it.each([
    { name: "no JSON", text: "{" },
    { name: "ids of other programs", text: JSON.stringify({ level: "api", url: "", pids: [process.pid] }) },
    { name: "ids that are none", text: JSON.stringify({ level: "api", url: "", pids: [-1] }) },
  ])("ends nothing when its note holds $name", async ({ text }) => {
    folder = await mkdtemp(join(tmpdir(), "weir-up-"));
    await writeFile(join(folder, "up.json"), text);
    expect(await run("down")).toMatchObject({ code: 0, stdout: "nothing was up\n" });
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    { args: ["--level=moon"], says: "--level is api or node, not moon" },
    { args: ["--levle=api"], says: "Unknown option '--levle'" },
  ])("refuses $args with one line", async ({ args, says }) => {
    const { code, stderr } = await run("up", ...args);
    expect([code, stderr.trimEnd().split("\n")]).toEqual([2, [expect.stringContaining(says)]]);
  });
});
