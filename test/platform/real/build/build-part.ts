import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { binaryPath, buildFlags, linkerFlags, moduleFolder } from "./cache.ts";
import type { Part } from "./parts.ts";

/** True when a part needs no build. */
export function isBuilt(part: Part): boolean {
  return existsSync(binaryPath(part));
}

/**
 * Builds a part into the cache; several processes may do so at once, each result is moved into place whole.
 *
 * Rejects with what the compiler said.
 */
export async function buildPart(part: Part): Promise<void> {
  const target = binaryPath(part);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, "building-"));
  try {
    const fresh = join(scratch, part.name);
    const args = ["build", ...buildFlags(part), "-ldflags", linkerFlags(part), "-o", fresh, part.source];
    const { code, said } = await runGo(args, moduleFolder(part));
    if (code !== 0) throw new Error(`go ${args.join(" ")} ended with ${code}:\n${said}`);
    await rename(fresh, target);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Version of the Go that would build, such as `1.26.8`; undefined when there is none. */
export async function findGo(): Promise<string | undefined> {
  const { code, said } = await runGo(["env", "GOVERSION"], import.meta.dirname).catch(() => ({ code: 1, said: "" }));
  return code === 0 ? /go(\d+\.\d+(?:\.\d+)?)/.exec(said)?.[1] : undefined;
}

async function runGo(args: readonly string[], cwd: string): Promise<{ code: number; said: string }> {
  // What a user has set for other projects must not reach in here.
  const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOWORK: "off" };
  const child = spawn("go", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said = (said + chunk).slice(-8_000);
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, said };
}
