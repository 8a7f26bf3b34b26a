import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ImageFacts, listArchive, makeConfig } from "../../../../knative/image/archive.ts";
import { type Layer, writeLayer } from "../../../../knative/image/layer.ts";
import { type Entry, packTar, withParents } from "../../../../knative/image/tar.ts";
import { FLINK_USER, JAVA_HOME, listFolder, listSystem } from "./java-runtime.ts";
import { distributionFolder, imageArchive, jobArchive, type Release } from "./releases.ts";
import { runTool } from "./run-tool.ts";

/** Where Flink is inside of the image, as in the official one. */
const home = "/opt/flink";

/** The class of the suites' job. */
export const jobClass = "dev.weir.CountingJob";

/** The suites' job inside of the image. */
export const jobJar = `${home}/usrlib/counting-job.jar`;

/**
 * Packs what was downloaded of a release into an image that a node can load: Java, a shell, Flink, our own entry point with
 * the contract of the official image's, and the suites' job, compiled against this very Flink. `java` is a folder of `makeJava`.
 */
export async function makeImage(release: Release, java: string): Promise<void> {
  const target = imageArchive(release);
  await mkdir(dirname(target), { recursive: true });
  const scratch = await mkdtemp(join(dirname(target), "building-"));
  try {
    const jar = await compileJob(release, scratch);
    const system = await writeLayer(await listSystem(java), join(scratch, "system"), false);
    const flink = await writeLayer(await listFlink(release, jar), join(scratch, "flink"), false);
    await writeArchive(release, [system, flink], join(scratch, "image.tar"));
    await rename(jar, jobArchive(release));
    await rename(join(scratch, "image.tar"), target);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Path of the suites' job as a jar, compiled below `folder`. */
async function compileJob(release: Release, folder: string): Promise<string> {
  const [source, classes, jar] = [
    join(import.meta.dirname, "job/CountingJob.java"),
    join(folder, "classes"),
    "job.jar",
  ];
  const flink = join(distributionFolder(release), "lib/*");
  await runTool("javac", ["--release=11", "-Werror", "-Xlint:-options", "-cp", flink, "-d", classes, source]);
  await runTool("jar", ["--create", `--file=${jar}`, `--main-class=${jobClass}`, "-C", classes, "."], folder);
  return join(folder, jar);
}

async function listFlink(release: Release, jar: string): Promise<Entry[]> {
  const entryPoint = join(import.meta.dirname, "image/docker-entrypoint.sh");
  return [
    ...(await listFolder(distributionFolder(release), home.slice(1))),
    { path: "docker-entrypoint.sh", mode: 0o755, file: entryPoint },
    { path: jobJar.slice(1), mode: 0o644, file: jar },
    { path: `${home.slice(1)}/log`, mode: 0o1777, directory: true },
  ];
}

async function writeArchive(release: Release, layers: readonly Layer[], file: string): Promise<void> {
  const facts: ImageFacts = {
    name: release.image,
    version: release.version,
    architecture: process.arch === "arm64" ? "arm64" : "amd64",
    created: new Date(0).toISOString(),
  };
  const path = [`${home}/bin`, `${JAVA_HOME}/bin`, "/usr/bin", "/bin"].join(":");
  const config = {
    User: `${FLINK_USER}:${FLINK_USER}`,
    Env: [`PATH=${path}`, `FLINK_HOME=${home}`, `JAVA_HOME=${JAVA_HOME}`],
    Entrypoint: ["/docker-entrypoint.sh"],
    Cmd: ["help"],
    WorkingDir: home,
  };
  const entries = listArchive(facts, layers, { ...makeConfig(facts, layers), config });
  await pipeline(Readable.from(packTar(withParents(entries))), createWriteStream(file));
}
