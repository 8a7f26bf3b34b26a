import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const cli = join(import.meta.dirname, "../../../cli/weir.ts");

/** How a run of `weir` ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `weir` as a process with just this environment besides PATH; HOME is a folder without a kubeconfig. */
export function runWeir(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const options = { env: { PATH: process.env.PATH, HOME: "/nonexistent", ...env }, timeout: 100_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...argv], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, out, err });
    });
  });
}

/** Runs `weir` with a standard output that nobody reads any more, as behind `| head`; how it ended, and what it said of that. */
export async function runUnread(argv: readonly string[]): Promise<Omit<Ran, "out">> {
  const child = spawn(process.execPath, [cli, ...argv], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [code] = await once(child, "close");
  return { code: code ?? -1, err };
}
