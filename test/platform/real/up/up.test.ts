import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
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
    expect((await run("down")).stdout).toMatch(/^ended 3 processes: \d+, \d+, \d+\n$/);
    expect(existsSync(folder)).toBe(false);
    expect((await run("down")).stdout).toBe("nothing was up\n");
    await expect(
      execute(partPath("kubectl"), ["get", "namespaces"], { KUBECONFIG, HOME: tmpdir() }),
    ).resolves.toMatchObject({ code: 1 });
  });

  it("ends what it has started when it is cut short, and leaves nothing", async () => {
    const script = join(import.meta.dirname, "up.ts");
    const child = spawn(process.execPath, [script], { env: { ...process.env, WEIR_REAL_UP: folder }, stdio: "ignore" });
    await expect.poll(() => existsSync(join(folder, "kube-apiserver.log"))).toBe(true);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(existsSync(folder)).toBe(false);
    expect((await run("down")).stdout).toBe("nothing was up\n");
  });

  it("is not kept by what a killed one left, and takes no other program for a part", async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "ready.json"), "{}");
    const other = spawn("sleep", ["60", folder].slice(0, 1), { argv0: `tail ${folder}/etcd.log` });
    expect((await run("down")).stdout).toBe("nothing was up\n");
    expect([existsSync(folder), other.exitCode]).toEqual([false, null]);
    other.kill();
  });

  it.each([
    { args: ["--level=moon"], says: "--level is api or node, not moon" },
    { args: ["--levle=api"], says: "Unknown option '--levle'" },
  ])("refuses $args with one line", async ({ args, says }) => {
    const { code, stderr } = await run("up", ...args);
    expect([code, stderr.trimEnd().split("\n")]).toEqual([2, [expect.stringContaining(says)]]);
  });

  it("real:down refuses what it does not know", async () => {
    expect(await run("down", "--level=api")).toMatchObject({ code: 2, stdout: "" });
  });
});
