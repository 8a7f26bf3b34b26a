import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a program and gives what it printed; rejects with what it wrote to stderr. */
export async function runTool(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await run(command, [...args], { cwd, maxBuffer: 64 << 20 });
  return stdout;
}

/** What a build of Flink's images needs of the machine. */
export const tools = ["javac", "jar", "jlink", "pip", "tar", "ldd", "unzip"] as const;

/** Why images of Flink can't be built here; undefined when they can. */
export function whyNoTools(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const missing = tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))));
  if (missing.length === 0) return undefined;
  return `There is no ${missing.join(", ")} to build Flink's images with; run test/platform/real/node/install.sh`;
}
