import { OPERATOR_HEADER } from "../../../simulators/app-manager/lock.ts";
import type { Call } from "../../../simulators/app-manager/platform.ts";
import { type AppManagerSimulator, startAppManager } from "../../../simulators/app-manager/server.ts";
import { DEFAULT_DELAYS, type Delays } from "../../../simulators/app-manager/state.ts";
import { UsageError } from "../../usage-error.ts";
import { toLine } from "../call-line.ts";
import { hasten, listening, stopped } from "../listening.ts";
import { describe } from "./describe.ts";
import { makeEventReader } from "./event-lines.ts";
import { EXAMPLE_ARTIFACTS, EXAMPLES } from "./examples.ts";
import { readDeployments, readSettings } from "./files.ts";
import { help, readFlags } from "./flags.ts";

export { help };

/** Runs `weir simulate appmanager` with the arguments after these words and resolves with the exit code. */
export async function simulate(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv);
  if (flags.help) {
    console.log(help);
    return 0;
  }
  const settings = flags.config === undefined ? {} : await readSettings(flags.config);
  const saved = flags.deployments === undefined ? [] : await readDeployments(flags.deployments);
  const { host, port, seed, token, speed, verbose, examples } = flags;
  const options = { host, port, seed, ...(token !== undefined && { token }), ...(verbose && { onCall: tell }) };
  const simulator = await listening({ host, port }, () => startAppManager(options));
  const { admin } = simulator;
  try {
    admin.configure({ ...settings, delays: faster({ ...DEFAULT_DELAYS, ...defined(settings.delays) }, speed) });
    if (examples) for (const [artifact, behaviour] of EXAMPLE_ARTIFACTS) admin.markArtifact(artifact, behaviour);
    for (const one of [...(examples ? EXAMPLES : []), ...saved]) load(simulator, one);
    console.log(describe(simulator));
    await (verbose ? following(simulator, stopped()) : stopped());
  } finally {
    await simulator.close();
  }
  return 0;
}

function tell(call: Call): void {
  const operator = call.headers[OPERATOR_HEADER];
  console.log(toLine(call, ...(operator === undefined ? [] : [`by ${operator}`])));
}

function load({ admin }: AppManagerSimulator, saved: Parameters<typeof admin.loadDeployment>[0]): void {
  const refusal = admin.loadDeployment(saved);
  if (refusal !== undefined) throw new UsageError(`a deployment cannot be loaded: ${refusal}`);
}

function defined(delays: object | undefined): Partial<Delays> {
  return Object.fromEntries(Object.entries(delays ?? {}).filter(([, value]) => value !== undefined));
}

function faster({ jitter, ...lengths }: Delays, speed: number): Delays {
  return { ...hasten(lengths, speed), jitter };
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
