import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { expectAllGone, startDemo } from "../../demo-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weir-demo-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Command lines of all processes that name the folder. */
async function processesIn(path: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(path)).map((line) => line.split("\0")[0] ?? "");
}

it.skipIf(inject("controlPlane") === null)(
  "weir demo --platform=real starts a control plane of its own, and leaves nothing of it when it is cut short",
  async () => {
    const { child, text, closed } = startDemo(["--platform=real"], folder);
    try {
      await expect.poll(() => text.out + text.err).toContain("3. Apply the example in PATCH mode");
      expect((await processesIn(folder)).map((path) => path.split("/").at(-1)).sort()).toEqual([
        "etcd",
        "kube-apiserver",
        "kube-controller-manager",
      ]);
      expect(text.out).toMatch(/API server {3}http:\/\/127\.0\.0\.1:\d+ {3}real;/);
      child.kill("SIGINT");
      expect([await closed, text.err]).toEqual([130, ""]);
      await expectAllGone(text.out);
      expect(await processesIn(folder)).toEqual([]);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      child.kill("SIGTERM");
    }
  },
);

it("weir demo --platform=real says in one line what is missing", async () => {
  const { text, closed } = startDemo(["--platform=real"], folder, { WEIR_REAL_CACHE: join(folder, "nothing") });
  expect(await closed).toBe(2);
  expect(text.out).toBe("");
  expect(text.err).toMatch(/^weir demo: Not built: etcd, .*npm run real:build -- --level=api\n$/);
});
