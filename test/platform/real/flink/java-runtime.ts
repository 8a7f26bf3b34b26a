import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { readLibraries } from "../../../../knative/image/contents.ts";
import type { Entry } from "../../../../knative/image/tar.ts";
import { runTool } from "./run-tool.ts";

/** User and group that Flink runs as, those of its official image. */
export const FLINK_USER = 9_999;

/** Where Java is inside of the image. */
export const JAVA_HOME = "/opt/java";

const modules = [
  ...["java.se", "jdk.crypto.ec", "jdk.management", "jdk.naming.dns", "jdk.security.auth"],
  ...["jdk.unsupported", "jdk.zipfs"],
];

/** What Flink's scripts and its entry point call; a test that looks into a pod has them too. */
const programs = [
  ...["awk", "basename", "bash", "cat", "cut", "date", "dirname", "env", "expr", "find", "grep", "head", "hostname"],
  ...["id", "ls", "mkdir", "mktemp", "mv", "ps", "readlink", "rm", "sed", "sh", "sleep", "sort", "tail", "touch"],
  ...["tr", "uname", "wc", "xargs"],
];

const passwd = `root:x:0:0:root:/root:/bin/bash\nflink:x:${FLINK_USER}:${FLINK_USER}:flink:/opt/flink:/bin/bash\n`;
const group = `root:x:0:\nflink:x:${FLINK_USER}:\n`;

/** Makes a Java runtime of the machine's JDK in a new folder, with the archive that makes its starts faster. */
export async function makeJava(folder: string): Promise<void> {
  const lean = ["--strip-java-debug-attributes", "--no-header-files", "--no-man-pages"];
  await runTool("jlink", [`--add-modules=${modules.join(",")}`, ...lean, `--output=${folder}`]);
  await runTool(join(folder, "bin/java"), ["-Xshare:dump"]);
}

/** A system for Flink: the Java of `makeJava`, a shell with what its scripts call, their libraries, and the user. */
export async function listSystem(java: string): Promise<Entry[]> {
  const found = programs.map((name) => ({ name, file: findProgram(name) }));
  const native = ["bin/java", "lib/server/libjvm.so", "lib/libnet.so", "lib/libnio.so", "lib/libzip.so"];
  const ldd = execFileSync("ldd", [...found.map(({ file }) => file), ...native.map((file) => join(java, file))]);
  const libraries = readLibraries(ldd.toString("utf8")).filter((file) => !file.startsWith(java));
  const text = (path: string, content: string): Entry => ({ path, mode: 0o644, bytes: Buffer.from(content) });
  return [
    ...(await listFolder(java, JAVA_HOME.slice(1))),
    ...found.map(({ name, file }) => ({ path: `usr/bin/${name}`, mode: 0o755, file })),
    ...["bash", "sh"].map((name) => ({ path: `bin/${name}`, mode: 0o755, file: findProgram(name) })),
    ...libraries.map((file) => ({ path: file.slice(1), mode: 0o755, file })),
    text("etc/passwd", passwd),
    text("etc/group", group),
    text("etc/nsswitch.conf", "hosts: files dns\n"),
    { path: "tmp", mode: 0o1777, directory: true },
  ];
}

/** All files below a folder for another place; each may be read and run by all. */
export async function listFolder(folder: string, place: string): Promise<Entry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: `${place}${file.slice(folder.length)}`, mode: 0o755, file }));
}

function findProgram(name: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`there is no ${name} for the image`);
  return found;
}
