import { execFile } from "node:child_process";
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
