import type { Call } from "../simulators/app-manager/platform.ts";
import { type AppManagerSimulator, type StartOptions, startAppManager } from "../simulators/app-manager/server.ts";
import { DEFAULT_DELAYS, type Delays } from "../simulators/app-manager/state.ts";
import { toLine } from "./simulate/call-line.ts";
import { describe } from "./simulate/describe.ts";
import { makeEventReader } from "./simulate/event-lines.ts";
import { EXAMPLE_ARTIFACTS, EXAMPLES } from "./simulate/examples.ts";
import { readDeployments, readSettings } from "./simulate/files.ts";
import { type Flags, help, readFlags } from "./simulate/flags.ts";
import { guarded, UsageError } from "./usage-error.ts";

export { help };

/** One line for the list of commands. */
export const summary = "Run a simulated backend: appmanager";

/**
 * Runs `weir simulate` with the arguments after that word and resolves with the exit code: 0 after SIGINT or SIGTERM,
 * 1 when the address cannot be used, 2 for a wrong command line or file.
 */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("simulate", () => simulate(readFlags(argv)));
}

async function simulate(flags: Flags): Promise<number> {
  if (flags.help) {
    console.log(help);
    return 0;
  }
  const settings = flags.config === undefined ? {} : await readSettings(flags.config);
  const saved = flags.deployments === undefined ? [] : await readDeployments(flags.deployments);
  const { host, port, seed, token, speed, verbose, examples } = flags;
  const onCall = (call: Call): void => console.log(toLine(call));
  const simulator = await listen({
    host,
    port,
    seed,
    ...(token === undefined ? {} : { token }),
    ...(verbose ? { onCall } : {}),
  });
  const { admin } = simulator;
  try {
    admin.configure({ ...settings, delays: hasten({ ...DEFAULT_DELAYS, ...defined(settings.delays) }, speed) });
    if (examples) for (const [artifact, behaviour] of EXAMPLE_ARTIFACTS) admin.markArtifact(artifact, behaviour);
    for (const one of [...(examples ? EXAMPLES : []), ...saved]) load(simulator, one);
    console.log(describe(simulator));
    await (verbose ? following(simulator, stopped()) : stopped());
  } finally {
    await simulator.close();
  }
  return 0;
}

async function listen(options: StartOptions): Promise<AppManagerSimulator> {
  try {
    return await startAppManager(options);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const { host, port } = options;
    if (code === "EADDRINUSE") throw new Error(`port ${port} is in use; --port 0 picks a free one`);
    if (code === "EACCES") throw new Error(`port ${port} is not allowed to this user; take one above 1023`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") throw new Error(`${host} is no address of this machine`);
    throw error;
  }
}

function load({ admin }: AppManagerSimulator, saved: Parameters<typeof admin.loadDeployment>[0]): void {
  const refusal = admin.loadDeployment(saved);
  if (refusal !== undefined) throw new UsageError(`a deployment cannot be loaded: ${refusal}`);
}

function defined(delays: object | undefined): Partial<Delays> {
  return Object.fromEntries(Object.entries(delays ?? {}).filter(([, value]) => value !== undefined));
}

function hasten({ jitter, ...lengths }: Delays, speed: number): Delays {
  const faster = Object.entries(lengths).map(([name, ms]) => [name, Math.round(ms / speed)]);
  return { ...lengths, ...Object.fromEntries(faster), jitter };
}

/** Tells the platform's events while something lasts. */
async function following({ admin }: AppManagerSimulator, lasts: Promise<void>): Promise<void> {
  const read = makeEventReader();
  const timer = setInterval(() => {
    for (const line of read(admin.catchUp())) console.log(line);
  }, 250);
  await lasts;
  clearInterval(timer);
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
