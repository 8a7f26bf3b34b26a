import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { runCommand, textOf } from "./command.ts";
import { lazyBuiltins } from "./lazy-builtins.ts";
import { makeStarter, NODE_MAJOR, toFileNames, WRAPPER } from "./starter.ts";

/** One function as written to the output folder; `bytes` is the size of its body, the code that is compiled. */
export type Bundle = { name: string; bytes: number; hash: string };

/** Where to read and write: `root` holds `functions/<name>/index.ts`, `outdir` takes the result and is made if absent. */
export type BundleOptions = { root: string; outdir: string };

const HELP = `Usage: node knative/image/bundle.ts [--root DIR] [--out DIR]

Bundles every functions/<name>/index.ts into <out>/<name>.cjs (a starter) and <name>.body.cjs (the code),
and writes esbuild's metafile to <out>/meta.json. A warning of esbuild is an error.

  --root DIR  the project (default: the current folder)
  --out DIR   output folder (default: <root>/dist)
`;

async function findFunctions(root: string): Promise<string[]> {
  const folder = join(root, "functions");
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return names.filter((name) => existsSync(join(folder, name, "index.ts"))).sort();
}

/** Caches go in any case: only the code that made one may use it. */
async function removeStale(outdir: string, current: readonly string[]): Promise<void> {
  const stale = (await readdir(outdir)).filter(
    (name) => /\.(cjs|cache|LEGAL\.txt)$/.test(name) && !current.includes(name),
  );
  for (const name of stale) await rm(join(outdir, name), { force: true });
}

/** What has the name is whole at any moment: functions may be started from the folder meanwhile, and others bundle too. */
async function replaceFile(path: string, contents: string | Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}.new`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}

/**
 * Bundles all functions of the project; caches and what functions that are gone have left in the output folder are removed.
 * Fails with an Error that lists every error and warning of esbuild.
 */
export async function bundle({ root, outdir }: BundleOptions): Promise<Bundle[]> {
  const names = await findFunctions(root);
  if (names.length === 0) throw new Error(`no functions/<name>/index.ts under ${root}`);
  const result = await esbuild.build({
    absWorkingDir: resolve(root),
    entryPoints: names.map((name) => ({ in: join(root, "functions", name, "index.ts"), out: `${name}.body` })),
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: `node${NODE_MAJOR}`,
    charset: "ascii",
    legalComments: "external",
    banner: { js: WRAPPER.banner },
    footer: { js: WRAPPER.footer },
    plugins: [lazyBuiltins(["node:crypto", "node:http2"])],
    define: { "Intl.ListFormat": "LazyListFormat" },
    inject: [join(import.meta.dirname, "lazy-list-format.ts")],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  await failOnWarnings(result.warnings);
  await mkdir(outdir, { recursive: true });
  const starters = names.map((name) => toFileNames(name, "").starter);
  await removeStale(outdir, [...starters, ...result.outputFiles.map(({ path }) => basename(path))]);
  await replaceFile(join(outdir, "meta.json"), `${JSON.stringify(result.metafile, null, 1)}\n`);
  for (const file of result.outputFiles) await replaceFile(file.path, file.contents);
  return Promise.all(names.map((name) => writeStarter(outdir, name, result.outputFiles)));
}

async function failOnWarnings(warnings: esbuild.Message[]): Promise<void> {
  if (warnings.length === 0) return;
  const lines = await esbuild.formatMessages(warnings, { kind: "warning" });
  throw new Error(`esbuild warns, and a warning fails the build:\n${lines.join("")}`);
}

async function writeStarter(outdir: string, name: string, files: esbuild.OutputFile[]): Promise<Bundle> {
  const path = join(resolve(outdir), toFileNames(name, "").body);
  const body = files.find((file) => file.path === path);
  if (body === undefined) throw new Error(`esbuild wrote no ${path}`);
  const hash = createHash("sha256").update(body.contents).digest("hex").slice(0, 16);
  await replaceFile(join(outdir, toFileNames(name, hash).starter), makeStarter(name, hash));
  return { name, bytes: body.contents.length, hash };
}

if (import.meta.main) {
  await runCommand({ help: HELP, options: ["root", "out"] }, async (values) => {
    const root = resolve(textOf(values, "root", "."));
    for (const { name, bytes } of await bundle({ root, outdir: resolve(textOf(values, "out", join(root, "dist"))) })) {
      process.stdout.write(`${name.padEnd(12)} ${(bytes / 1024).toFixed(0).padStart(6)} KiB\n`);
    }
  });
}
