import { existsSync, readFileSync } from "node:fs";
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../knative/image/bundle.ts";
import { makeStarter } from "../../knative/image/starter.ts";
import { warm } from "../../knative/image/warm.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { makeProject, run, tinyFunction } from "./image-project.ts";

const isRoot = process.getuid?.() === 0;
const makeFolder = temporaryFolders();
let scratch = "";

beforeAll(async () => {
  scratch = makeFolder("bundle");
  await chmod(scratch, 0o755);
});

/** A bundled project; `dist` is readable by any user and writable by none but the owner. */
async function bundled(functions: Record<string, string> = { tiny: tinyFunction }) {
  const root = await makeProject(scratch, functions);
  await chmod(root, 0o755);
  const dist = join(root, "dist");
  return { root, dist, bundles: await bundle({ root, outdir: dist }) };
}

const start = (dist: string, uid?: number) =>
  run(process.execPath, [join(dist, "tiny.cjs")], {
    env: { ONCE: "1" },
    cwd: "/",
    ...(uid === undefined ? {} : { uid }),
  });

describe("bundle", () => {
  it("writes a starter and a body for each function, and esbuild's metafile", async () => {
    const { dist, bundles } = await bundled({ tiny: tinyFunction, other: "console.log('other')" });
    expect(bundles.map(({ name }) => name)).toEqual(["other", "tiny"]);
    expect((await readdir(dist)).sort()).toEqual(
      ["meta.json", "other.body.cjs", "other.cjs", "tiny.body.cjs", "tiny.cjs"].sort(),
    );
    const body = await readFile(join(dist, "tiny.body.cjs"));
    expect(bundles[1]?.bytes).toBe(body.length);
    const meta = JSON.parse(await readFile(join(dist, "meta.json"), "utf8"));
    expect(Object.keys(meta.inputs)).toContain("functions/tiny/index.ts");
  });

  it("starts without a cache", async () => {
    const { dist } = await bundled();
    expect(await start(dist)).toEqual({ code: 0, out: "absent hello you\n", err: "" });
  });

  it("keeps to ASCII, since a starter reads one byte a character", async () => {
    const { dist } = await bundled({ tiny: `${tinyFunction}\nconsole.log("Fluß → 流");` });
    expect((await start(dist)).out).toContain("Fluß → 流");
    expect((await readFile(join(dist, "tiny.body.cjs"))).every((byte) => byte < 128)).toBe(true);
  });

  it("removes the cache of an older body, which would run older code", async () => {
    const { root, dist } = await bundled();
    await warm(dist);
    await bundle({ root, outdir: dist });
    expect((await readdir(dist)).filter((name) => name.endsWith(".cache"))).toEqual([]);
  });

  it("has every file whole at any moment while it is bundled anew: functions may be started meanwhile", async () => {
    const { root, dist } = await bundled();
    const files = ["tiny.cjs", "tiny.body.cjs", "meta.json"].map((name) => join(dist, name));
    const whole = files.map((path) => readFileSync(path, "utf8"));
    const seen = new Set<string>();
    let isDone = false;
    const look = () => {
      files.forEach((path, index) => {
        const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
        seen.add(text === whole[index] ? "whole" : `${path} is ${text === undefined ? "gone" : "in part"}`);
      });
      if (!isDone) setImmediate(look);
    };
    look();
    await bundle({ root, outdir: dist });
    isDone = true;
    expect([...seen]).toEqual(["whole"]);
  });

  it("removes what a function that is gone has left", async () => {
    const { root, dist } = await bundled({ tiny: tinyFunction, other: "console.log('other')" });
    await rm(join(root, "functions/other"), { recursive: true });
    await bundle({ root, outdir: dist });
    expect((await readdir(dist)).sort()).toEqual(["meta.json", "tiny.body.cjs", "tiny.cjs"].sort());
  });

  const refused = [
    {
      name: "a warning",
      source: "console.log(import.meta.url)",
      says: "warning fails the build",
      why: "it is undefined there",
    },
    { name: "an error", source: "import './gone.ts'", says: "Could not resolve", why: "nothing half is written" },
  ];

  it.each(refused)("fails on $name: $why", async ({ source, says }) => {
    await expect(bundled({ tiny: source })).rejects.toThrow(says);
  });

  it("says so when there is nothing to bundle", async () => {
    const root = await makeProject(scratch, {});
    await expect(run(process.execPath, ["knative/image/bundle.ts", "--root", root])).resolves.toMatchObject({
      code: 1,
      err: expect.stringContaining("no such file or directory"),
    });
  });
});

describe("warm", () => {
  it("makes a cache that the starter uses", async () => {
    const { dist } = await bundled();
    expect(await warm(dist)).toEqual([{ name: "tiny", cacheBytes: expect.any(Number), served: true }]);
    expect(await start(dist)).toEqual({ code: 0, out: "accepted hello you\n", err: "" });
  });

  it.skipIf(!isRoot)("makes it for any user, and for folders nobody may write to", async () => {
    const { dist } = await bundled();
    await warm(dist);
    await chmod(dist, 0o555);
    const users = await Promise.all([1, 12_345, 1_000_650_000].map((uid) => start(dist, uid)));
    expect(users.map((user) => user.out)).toEqual(Array(3).fill("accepted hello you\n"));
  });

  it("keeps what a function compiled that ends before it answers, and says so", async () => {
    const { dist } = await bundled({ tiny: "console.error('no'); process.exit(2)" });
    expect(await warm(dist)).toEqual([{ name: "tiny", cacheBytes: expect.any(Number), served: false }]);
  });

  const broken = [
    { name: "made by another V8", change: (cache: Buffer) => cache.fill(0xff, 4, 8), why: "a Node of another version" },
    { name: "cut short", change: (cache: Buffer) => cache.subarray(0, cache.length / 2), why: "a full disk" },
    { name: "empty", change: () => Buffer.alloc(0), why: "a full disk" },
  ];

  it.each(broken)("still starts with a cache $name ($why)", async ({ change }) => {
    const { dist } = await bundled();
    await warm(dist);
    const path = join(dist, (await readdir(dist)).find((name) => name.endsWith(".cache")) ?? "");
    const cache = await readFile(path);
    await rm(path);
    await writeFile(path, change(cache));
    expect(await start(dist)).toEqual({ code: 0, out: "rejected hello you\n", err: "" });
  });
});

describe("a starter", () => {
  it("ends with one line and exit code 2 on a Node too old", () => {
    const written: string[] = [];
    const process = {
      versions: { node: "20.19.1" },
      version: "v20.19.1",
      stderr: { write: (line: string) => written.push(line) },
      exit: (code: number) => {
        throw new Error(`exit ${code}`);
      },
    };
    expect(() => runInNewContext(makeStarter("tiny", "00"), { process })).toThrow("exit 2");
    expect(written).toEqual(["weir tiny: Node 24 or newer is needed, this is v20.19.1\n"]);
  });
});
