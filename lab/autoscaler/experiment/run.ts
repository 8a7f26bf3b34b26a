import type { ControllerKind } from "../controllers/controller.ts";
import { capacityAt, demandOf, type JobModel } from "../model/job.ts";
import { show, tickSeconds } from "../model/show.ts";
import { isRunning, type JobState, startOf } from "../model/state.ts";
import { step } from "../model/step.ts";
import { sum } from "../model/sum.ts";
import { lognormal, makeRandom, type Random } from "../random.ts";
import { makeFaultyView } from "./fault.ts";
import { granted, parallelismOf } from "./grant.ts";
import { makeOracle } from "./oracle.ts";
import type { Scenario } from "./scenario.ts";

/** A job at the end of a tick. */
export interface Moment {
  /** Seconds since the beginning. */
  readonly at: number;
  /** Records per second that arrive at each source. */
  readonly rate: number;
  /** Records that wait before the source that is furthest behind. */
  readonly lag: number;
  /** The parallelism of all vertices together, and what the oracle would give them. */
  readonly tasks: number;
  readonly needed: number;
  /** Whether the job can do less than arrives, as it does while it restarts. */
  readonly isBelow: boolean;
}

/** A rescale; seconds since the beginning. */
export interface Rescale {
  readonly at: number;
  /** When the job ran again. */
  readonly endedAt: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** What came of one experiment. */
export interface Run {
  readonly moments: readonly Moment[];
  readonly rescales: readonly Rescale[];
  /** When the load changed for good, or metrics began to be faulty; absent where neither is so. */
  readonly eventAt?: number;
}

/** Seconds between two looks of a controller. */
const controlPeriod = 60;
const faultMinute = 90;
const capacityNoise = 0.03;

/**
 * A controller on a scenario. Everything that is left to chance comes from the seed, and from streams of its own: two controllers
 * meet the same load, the same noise, and the same restarts as long as they restart equally often.
 */
export async function run(scenario: Scenario, kind: ControllerKind, seed: number): Promise<Run> {
  const { job, range } = scenario;
  const load = scenario.load(range, makeRandom(seed, "load"));
  const fault = scenario.fault && { kind: scenario.fault, from: faultMinute * 60, seconds: 5 * controlPeriod };
  const view = makeFaultyView(fault, job);
  const [arriving, working, restarting] = ["arrivals", "capacity", "restarts"].map((stream) =>
    makeRandom(seed, stream),
  );
  const oracle = makeOracle(job);
  const cluster = { random: restarting, refusal: scenario.refusal };
  const controller = kind.make();
  const past: JobState[] = [];
  const moments: Moment[] = [];
  const rescales: Rescale[] = [];
  let state = startOf(job, oracle(load.rate(0)));
  for (let tick = 0; tick < (scenario.hours * 3_600) / tickSeconds; tick += 1) {
    const rate = load.rate(state.at);
    state = step(job, state, makeTick(job, rate, scenario, { arriving, working }));
    past.unshift(state);
    past.length = Math.min(past.length, 1 + scenario.delay / tickSeconds);
    moments.push(momentOf(job, state, rate, oracle(rate)));
    if (state.at % controlPeriod !== 0) continue;
    const seen = lookedAt(job, state, past.at(-1) ?? state);
    const reading = seen && view(seen, state.at);
    const status = isRunning(state) ? ("RUNNING" as const) : ("RESTARTING" as const);
    const wish = await controller.look({ at: state.at * 1_000, status, reading });
    const next = wish && isRunning(state) ? granted(job, state, wish, cluster) : undefined;
    if (next === undefined) continue;
    rescales.push({ at: state.at, endedAt: next.runningSince, from: parallelismOf(state), to: parallelismOf(next) });
    state = next;
  }
  const eventAt = fault?.from ?? load.stepAt;
  return { moments, rescales, ...(eventAt !== undefined && { eventAt }) };
}

interface Streams {
  readonly arriving: Random | undefined;
  readonly working: Random | undefined;
}

function makeTick(job: JobModel, rate: number, { scatter }: Scenario, { arriving, working }: Streams) {
  const factor = (random: Random | undefined, deviation: number) => (random ? lognormal(random, deviation) : 1);
  return {
    seconds: tickSeconds,
    arrivals: job.vertices.map(({ inputs }) =>
      inputs.length === 0 ? rate * tickSeconds * factor(arriving, scatter) : 0,
    ),
    noise: job.vertices.map(() => factor(working, capacityNoise)),
  };
}

/** What is seen now of a job that was in that state some time ago; nothing of an earlier run, and nothing while it restarts. */
function lookedAt(job: JobModel, now: JobState, past: JobState) {
  const isSameRun = past.runningSince === now.runningSince && isRunning(past);
  return isSameRun ? { ...show(job, past), at: now.at * 1_000 } : undefined;
}

function momentOf(job: JobModel, state: JobState, rate: number, needed: readonly number[]): Moment {
  const lags = state.vertices.map(({ isSource, queue }) => (isSource ? queue : 0));
  const isBelow = !isRunning(state) || isShort(job, parallelismOf(state), rate);
  return { at: state.at, rate, lag: Math.max(...lags), tasks: sum(parallelismOf(state)), needed: sum(needed), isBelow };
}

/** True where some vertex cannot do what comes to it. */
function isShort(job: JobModel, parallelism: readonly number[], rate: number): boolean {
  const demand = demandOf(
    job,
    job.vertices.map(() => rate),
  );
  return job.vertices.some((vertex, index) => capacityAt(vertex, parallelism[index] ?? 1) < (demand[index] ?? 0));
}
