import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const cli = join(import.meta.dirname, "../../../cli/weir.ts");

/** Options with which a job is judged within moments, as the reference would. */
export const atOnce = [
  ...["--profile", "compat"],
  ...["enabled=true", "stabilization.interval=0 s", "metrics.window=600 ms", "restart.time=0 s"],
  ...["catch-up.duration=0 s", "scale-down.interval=0 s"],
].flatMap((option) => (option.includes("=") ? ["-D", `job.autoscaler.${option}`] : [option]));

/** A `weir autoscaler` in a process of its own; `text` fills with what it prints. */
export function launch(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const environment = { PATH: process.env.PATH, HOME: "/nonexistent", ...env };
  const child = spawn(process.execPath, [cli, "autoscaler", "--interval", "100 ms", ...argv], { env: environment });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    text.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    text.err += chunk;
  });
  const exit = once(child, "exit").then(([code]) => code as number | null);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exit;
  };
  return { child, text, exit, stop };
}
