import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { distributionFolder, lockOf, type Release } from "./releases.ts";
import { runTool } from "./run-tool.ts";

/** The wheel holds scripts alone of what is used here, so any one will do; the lock names this one's hash. */
const wheel = ["--python-version=3.11", "--implementation=cp", "--abi=cp311"];
const platforms = ["manylinux1_x86_64", "manylinux2014_x86_64"].map((name) => `--platform=${name}`);
const kinds = ["--no-binary=apache-flink-libraries", "--only-binary=apache-flink"];

/** Jars that no job of the suites needs: SQL and its planner, Scala. */
const unused = [
  "*/lib/flink-table-*",
  "*/lib/flink-scala*",
  "*/lib/flink-cep*",
  "*/lib/flink-csv*",
  "*/lib/flink-json*",
];

/**
 * Downloads a release from the package index that pip is set up for, checks it against the lock, and keeps `bin`, `lib` and
 * `plugins` of Flink's distribution in the cache.
 *
 * Rejects with pip's words.
 */
export async function downloadRelease(release: Release): Promise<void> {
  const target = distributionFolder(release);
  await mkdir(dirname(target), { recursive: true });
  const scratch = await mkdtemp(`${target}-`);
  try {
    const flags = ["--quiet", "--no-cache-dir", "--no-deps", "--require-hashes", ...wheel, ...platforms, ...kinds];
    await runTool("pip", ["download", ...flags, `--dest=${scratch}`, `--requirement=${lockOf(release)}`]);
    await unpack(scratch);
    await rename(join(scratch, "flink"), target);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function unpack(folder: string): Promise<void> {
  const files = await readdir(folder);
  const find = (ending: string) => files.find((file) => file.endsWith(ending)) ?? ending;
  await mkdir(join(folder, "flink"));
  const parts = ["bin", "lib", "plugins"].map((part) => `*/deps/${part}/*`);
  const excluded = unused.map((pattern) => `--exclude=${pattern}`);
  await runTool(
    "tar",
    [
      "--extract",
      `--file=${find(".tar.gz")}`,
      "--directory=flink",
      "--strip-components=2",
      "--wildcards",
      ...excluded,
      ...parts,
    ],
    folder,
  );
  await runTool("unzip", ["-q", find(".whl"), "pyflink/bin/*"], folder);
  for (const script of await readdir(join(folder, "pyflink/bin"))) {
    await rename(join(folder, "pyflink/bin", script), join(folder, "flink/bin", script));
  }
}
