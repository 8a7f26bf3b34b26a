import { readFileSync } from "node:fs";
import { type Flags, help, readFlags } from "./autoscaler/flags.ts";
import { type Configuration, readSettings, type Settings } from "./autoscaler/settings.ts";
import { guarded, UsageError } from "./usage-error.ts";

export { help };

/** One line for the list of commands. */
export const summary = "Scale the jobs of Flink clusters by themselves, without Kubernetes";

/** Runs `weir autoscaler` with the arguments after that word and resolves with the exit code. */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("autoscaler", async () => {
    const flags = readFlags(argv);
    if (flags.help) {
      console.log(help);
      return 0;
    }
    const settings = await readAll(flags);
    for (const remark of settings.remarks) console.error(`weir autoscaler: ${remark}`);
    const { standAlone } = await import("./autoscaler/stand-alone.ts");
    return await standAlone(settings, stopped());
  });
}

async function readAll(flags: Flags): Promise<Settings> {
  return readSettings(flags, flags.config === undefined ? {} : await readFile(flags.config), process.env);
}

async function readFile(path: string): Promise<Configuration> {
  const { readOperatorFile } = await import("../shared/flink/operator-file.ts");
  const { configuration, problems } = readOperatorFile(readText(path));
  const [problem] = problems;
  if (problem !== undefined) throw new UsageError(`--config: ${path}: ${problem.path} ${problem.message}`);
  return configuration;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`--config: ${path} cannot be read`);
  }
}

/** Aborts at SIGINT and SIGTERM. */
function stopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
