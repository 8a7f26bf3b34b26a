import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { ADMIN_BODIES, readSetting, type Settings } from "../simulators/app-manager/knobs.ts";
import { type AppManagerSimulator, startAppManager } from "../simulators/app-manager/server.ts";
import { DEFAULT_DELAYS, type Delays } from "../simulators/app-manager/state.ts";
import { guarded, parsed, UsageError } from "./usage-error.ts";

/** One line for the list of commands. */
export const summary = "Run a simulated backend: appmanager";

/** The text of `weir simulate --help`. */
export const help = `Usage: weir simulate appmanager [flags]

Runs a simulated AppManager of the Ververica Platform until it is stopped (Ctrl-C).

  --port N        port to listen on (default 8081; 0 picks a free one)
  --host ADDRESS  address to listen on (default 127.0.0.1; /admin and /config ask for no token)
  --token SECRET  API token of namespace default (default: one is made and printed)
  --config FILE   JSON file with the settings that GET /config shows: fault knobs, delays, targets, …
  --speed N       run transitions N times as fast (default 1)
  --help          show this text
`;

const OPTIONS = {
  port: { type: "string", default: "8081" },
  host: { type: "string", default: "127.0.0.1" },
  token: { type: "string" },
  config: { type: "string" },
  speed: { type: "string", default: "1" },
  help: { type: "boolean", default: false },
} as const;

/**
 * Runs `weir simulate` with the arguments after that word and resolves with the exit code: 0 after SIGINT or SIGTERM,
 * 1 when the port cannot be used, 2 for a wrong command line or configuration file.
 */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("simulate", () => simulate(argv));
}

async function simulate(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv);
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [backend, ...more] = positionals;
  if (backend === undefined) throw new UsageError("which backend? Known: appmanager");
  if (backend !== "appmanager" || more.length > 0) throw new UsageError(`unknown backend '${positionals.join(" ")}'`);
  const port = readNumber("--port", values.port, (value) => Number.isInteger(value) && value >= 0 && value <= 65_535);
  const speed = readNumber("--speed", values.speed, (value) => value > 0);
  const settings = values.config === undefined ? {} : await readConfig(values.config);
  const { token, host } = values;
  const simulator = await startAppManager({ port, host, ...(token === undefined ? {} : { token }) });
  simulator.admin.configure({ ...settings, delays: hasten({ ...DEFAULT_DELAYS, ...defined(settings.delays) }, speed) });
  console.log(describe(simulator));
  await stopped();
  await simulator.close();
  return 0;
}

function readArguments(argv: readonly string[]) {
  return parsed(() => parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true }));
}

function readNumber(flag: string, text: string, isGood: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || !isGood(value)) {
    throw new UsageError(`${flag} cannot be '${text}'`);
  }
  return value;
}

async function readConfig(path: string): Promise<Settings> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--config ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = readSetting(ADMIN_BODIES.config, json);
  if ("value" in read) return read.value;
  throw new UsageError(`--config ${path}: ${read.complaints.map(({ field, why }) => `${field}: ${why}`).join("; ")}`);
}

function defined(delays: Settings["delays"]): Partial<Delays> {
  return Object.fromEntries(Object.entries(delays ?? {}).filter(([, value]) => value !== undefined));
}

function hasten({ jitter, ...lengths }: Delays, speed: number): Delays {
  const faster = Object.entries(lengths).map(([name, ms]) => [name, Math.round(ms / speed)]);
  return { ...lengths, ...Object.fromEntries(faster), jitter };
}

function describe({ url, token }: AppManagerSimulator): string {
  const deployments = `${url}/api/v1/namespaces/default/deployments`;
  const auth = `-H 'Authorization: Bearer ${token}'`;
  const spec = JSON.stringify({
    metadata: { name: "hello" },
    spec: {
      state: "RUNNING",
      deploymentTargetName: "default",
      template: {
        spec: { artifact: { kind: "JAR", jarUri: "s3://jobs/hello.jar" }, engineVersionName: "vera-4.1-flink-1.20" },
      },
    },
  });
  return `AppManager simulator
  url    ${url}
  token  ${token}

Try:
  curl -s ${auth} ${deployments}
  curl -s ${auth} -H 'Content-Type: application/json' -d '${spec}' ${deployments}
  curl -s -X PUT -H 'Content-Type: application/json' -d '{"latencyMs":[50,200]}' ${url}/config

Stop with Ctrl-C.`;
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
