import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { temporaryFolders } from "../temporary-folders.ts";
import { DEPLOYMENTS } from "./app-manager-start.ts";

const makeFolder = temporaryFolders();

/** What a list of deployments shows. */
export type Listed = {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly annotations: object; readonly labels: object };
    readonly spec: object;
    readonly status: { readonly state: string };
  }[];
};

const script = `const { run } = await import(${JSON.stringify(new URL("../../cli/simulate.ts", import.meta.url).href)});
process.exit(await run(process.argv.slice(1)));`;

/** Runs `weir simulate` in a process of its own; `text` fills with what it prints. */
export function launch(...argv: readonly string[]) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...argv]);
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    text.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    text.err += chunk;
  });
  const exit = once(child, "exit").then(([code]) => code as number | null);
  return { child, text, exit };
}

/** Launches a simulated AppManager whose token is `t1`; the rest as for `serving`. */
export function whileServing(
  argv: readonly string[],
  use: (url: string, out: () => string) => Promise<void>,
  signal?: NodeJS.Signals,
) {
  return serving(["appmanager", "--token", "t1", ...argv], use, signal);
}

/** Launches a simulator on a free port, uses it, ends it by a signal and gives its exit code, output and complaints. */
export async function serving(
  argv: readonly string[],
  use: (url: string, out: () => string) => Promise<void>,
  signal: NodeJS.Signals = "SIGTERM",
) {
  const { child, text, exit } = launch(...argv, "--port", "0");
  try {
    await expect.poll(() => text.out).toContain("Ctrl-C");
    await use(/url\s+(\S+)/.exec(text.out)?.[1] ?? "", () => text.out);
  } finally {
    child.kill(signal);
  }
  return [await exit, text.err.replace(/^\(node.*$|^.*Warning.*$/gm, "").trim()];
}

/** A file with this JSON. */
export async function save(json: unknown): Promise<string> {
  const file = join(makeFolder("simulate"), "file.json");
  await writeFile(file, JSON.stringify(json));
  return file;
}

/** The deployments of namespace `default`. */
export const listed = async (url: string): Promise<Listed> => {
  const reply = await fetch(`${url}${DEPLOYMENTS}`, { headers: { authorization: "Bearer t1" } });
  return (await reply.json()) as Listed;
};
