import { usualDelays } from "../../../simulators/flink/cluster.ts";
import type { JobOrder } from "../../../simulators/flink/knobs.ts";
import { startFlink, usualConfiguration } from "../../../simulators/flink/server.ts";
import { given } from "../../../simulators/shell/given.ts";
import type { SeenCall } from "../../../simulators/shell/seen-call.ts";
import { UsageError } from "../../usage-error.ts";
import { toLine } from "../call-line.ts";
import { hasten, listening, stopped } from "../listening.ts";
import { describe } from "./describe.ts";
import { exampleOptions, makeExamples } from "./examples.ts";
import { readJobs, readSettings } from "./files.ts";
import { type Flags, help, readFlags } from "./flags.ts";

export { help };

/** Runs `weir simulate flink` with the arguments after these words and resolves with the exit code. */
export async function simulate(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv);
  if (flags.help) {
    console.log(help);
    return 0;
  }
  const { delays: told = {}, ...settings } = flags.config === undefined ? {} : await readSettings(flags.config);
  const { host, port, seed, version, taskManagers, application, verbose, speed } = flags;
  const { rememberedMs, ...lengths } = { ...usualDelays, ...given(told) };
  const options = {
    ...{ host, port, seed, version, taskManagers, isApplication: application },
    configuration: configurationOf(flags),
    delays: { ...hasten(lengths, speed), rememberedMs },
    jobs: await jobsOf(flags),
    ...(verbose && { onCall: (call: SeenCall) => console.log(toLine(call)) }),
  };
  const simulator = await listening({ host, port }, () => startFlink(options));
  try {
    simulator.site.configure(settings);
    console.log(describe(simulator, version));
    await stopped();
  } finally {
    await simulator.close();
  }
  return 0;
}

function configurationOf({ options, examples, speed }: Flags): Readonly<Record<string, string>> {
  const interval = `${Math.max(1, Math.round(10_000 / speed))} ms`;
  return {
    ...usualConfiguration,
    "execution.checkpointing.interval": interval,
    ...(examples && exampleOptions),
    ...options,
  };
}

/** The first job is that of the application. */
async function jobsOf({ jobs, examples, application, speed }: Flags): Promise<readonly JobOrder[]> {
  const told = jobs === undefined ? [] : await readJobs(jobs);
  const all = [...told, ...(examples ? makeExamples(speed) : [])];
  const ids = all.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) throw new UsageError("--jobs: two jobs have the same id");
  if (application && all.length !== 1) {
    if (all.length === 0) return makeExamples(speed).slice(0, 1);
    throw new UsageError("--application: it has one job, and needs no --examples");
  }
  return all;
}
