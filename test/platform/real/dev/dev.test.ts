import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { partPath } from "../build/cache.ts";
import { describeReal } from "../control-plane/shared.ts";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A control plane of its own, seven processes and an installation: what comes up in a quarter of a minute takes longer than one beside other suites. */
const startMs = 200_000;

/** Starts `npm run dev` without the build; `text` is everything that it printed so far. */
function startDev(env: object, ...args: string[]) {
  const program = [join(import.meta.dirname, "dev.ts"), ...args];
  const child = spawn(process.execPath, program, { stdio: "pipe", env: { ...process.env, ...env } });
  started.push(child);
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said.text += chunk;
    });
  }
  return { child, said };
}

describeReal("npm run dev", { timeout: 300_000 }, () => {
  it("is a place where plain kubectl apply works, and leaves nothing", async () => {
    const { child, said } = startDev({}, "--tick=1s");
    await expect.poll(() => said.text, { timeout: startMs }).toContain("Ctrl-C ends it all.");
    const KUBECONFIG = /export KUBECONFIG=(\S+)/.exec(said.text)?.[1] ?? "";
    const env = { KUBECONFIG, HOME: dirname(KUBECONFIG) };
    const kubectl = (...args: string[]) => promisify(execFile)(partPath("kubectl"), args, { env });
    const example = join(import.meta.dirname, "../../../../examples/vvp-minimal-patch.yaml");
    expect((await kubectl("apply", "-f", example)).stdout).toContain("my-deployment created");
    const wait = ["wait", "--for=condition=Healthy", "vvpdeployment/my-deployment", "--timeout=60s"];
    expect((await kubectl(...wait)).stdout).toContain("condition met");
    await expect.poll(() => said.text).toMatch(/^refresh \d+: .*"msg":"sweep"/m);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    await expect(kubectl("get", "namespaces")).rejects.toThrow();
  });

  it("leaves nothing when it is ended while it starts", async () => {
    const TMPDIR = await mkdtemp(join(tmpdir(), "weir-dev-"));
    const { child } = startDev({ TMPDIR });
    await expect
      .poll(() => readdirSync(TMPDIR).some((name) => name.startsWith("weir-real-")), { timeout: startMs })
      .toBe(true);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(readdirSync(TMPDIR)).toEqual([]);
    await rm(TMPDIR, { recursive: true, force: true });
  });

  it.each([
    { args: ["--tick=600h"], says: "at most a day, not 600h" },
    { args: ["--tick=often"], says: "dev: --tick is a duration such as 30s, at most a day, not often; try --help" },
    { args: ["--tock=1s"], says: "Unknown option '--tock'" },
  ])("refuses $args with one line", async ({ args, says }) => {
    const { child, said } = startDev({}, ...args);
    expect(await once(child, "exit")).toEqual([2, null]);
    expect(said.text.trimEnd().split("\n")).toEqual([expect.stringContaining(says)]);
  });
});
