import { given } from "../shell/given.ts";
import { makeHex, type Random } from "../shell/random.ts";
import type { SeenCall } from "../shell/seen-call.ts";
import { inOneLine, readSetting } from "../shell/setting.ts";
import { type ClusterSettings, type Delays, FlinkCluster, usualDelays } from "./cluster.ts";
import { type Faults, NO_FAULTS } from "./faults.ts";
import { advance, fail, failTasks, hasEnded, submit } from "./jobs.ts";
import { ADMIN_BODIES, type JobOrder, type LoadOrder, type Settings } from "./knobs.ts";
import { usual, workTo } from "./load.ts";
import type { Job, JobBehaviour, Process } from "./state.ts";

/** How a cluster begins, and begins again after a reset. */
export interface Beginning extends Omit<ClusterSettings, "delays" | "application"> {
  readonly seed: number;
  readonly delays: Partial<Delays>;
  /** The cluster is that of an application, whose job is the first of these. */
  readonly isApplication: boolean;
  readonly jobs: readonly JobOrder[];
}

/** Newest calls that are kept. */
const keptCalls = 10_000;

/** A cluster with everything that the shell around it remembers: time, faults, and the calls that came. */
export class FlinkSite {
  readonly calls: SeenCall[] = [];
  readonly #beginning: Beginning;
  readonly #clock: () => number;
  /** Milliseconds that this clock is ahead of the one that was given. */
  #ahead = 0;
  #delays: Delays = usualDelays;
  #taskManagers = 0;
  random: Random = { seed: 0 };
  faults: Faults = NO_FAULTS;
  cluster: FlinkCluster;

  constructor(beginning: Beginning, clock: () => number) {
    this.#beginning = beginning;
    this.#clock = clock;
    this.cluster = this.#begin();
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#clock() + this.#ahead;
  }

  /** Puts the clock forward. */
  skip(ms: number): number {
    this.#ahead += ms;
    return this.now();
  }

  /** Back to the beginning; the list of calls is emptied in place. */
  reset(): void {
    this.#ahead = 0;
    this.calls.length = 0;
    this.cluster = this.#begin();
  }

  /** All knobs as they are. */
  settings(): Settings {
    const { latencyMs, next, ...rates } = this.faults;
    const delays = { ...this.#delays };
    return { ...rates, latencyMs: [...latencyMs], next: [...next], delays, taskManagers: this.#taskManagers };
  }

  /** Changes the given knobs; throws RangeError naming each wrong field and why, and changes nothing then. */
  configure(settings: Settings): void {
    const read = readSetting(ADMIN_BODIES.config, settings);
    if ("complaints" in read) throw new RangeError(inOneLine(read.complaints));
    const { delays = {}, taskManagers, ...faults } = read.value;
    this.faults = { ...this.faults, ...given(faults) };
    Object.assign(this.#delays, given(delays));
    if (taskManagers === undefined) return;
    this.#taskManagers = taskManagers;
    this.cluster.scaleTaskManagers(taskManagers);
  }

  /** Starts a job, as main() of a jar would; undefined where its id is taken, or no JobManager is there. */
  start(order: JobOrder): Job | undefined {
    const now = this.now();
    const process = this.cluster.process(now);
    const id = order.id ?? makeHex(this.random);
    if (process === undefined || process.jobs.has(id) || process.isDone(id)) return undefined;
    const settings = { ...process.settings, parallelism: order.parallelism, ...behaviourOf(order) };
    return submit(process, { id, name: order.name, settings, restorePath: undefined }, now);
  }

  /** Changes the load of a job that has not ended; undefined where there is none of that id. */
  load(id: string, { swing, ...order }: LoadOrder): Job["settings"]["load"] {
    return this.#withJob(id, (job, _, now) => {
      workTo(job, now, job.state === "RUNNING");
      const before = job.settings.load ?? usual;
      const load = { ...before, ...given(order), swing: swing ?? before.swing };
      job.settings = { ...job.settings, load };
      return load;
    });
  }

  /** Ends a job with an exception, or lets its tasks fail; undefined where none of that id is there that has not ended. */
  fail(id: string, what: "job" | "tasks"): Job | undefined {
    return this.#withJob(id, (job, process, now) => {
      if (what === "tasks") failTasks(process, job, now);
      else fail(process, job, "told to", now);
      return job;
    });
  }

  /** Keeps a call; the oldest goes when there are too many. */
  record(call: SeenCall): void {
    this.calls.push(call);
    if (this.calls.length > keptCalls) this.calls.shift();
  }

  #withJob<Result>(id: string, use: (job: Job, process: Process, now: number) => Result): Result | undefined {
    const now = this.now();
    const process = this.cluster.process(now);
    const job = process?.jobs.get(id);
    if (process === undefined || job === undefined) return undefined;
    advance(process, now);
    return hasEnded(job) ? undefined : use(job, process, now);
  }

  #begin(): FlinkCluster {
    const { seed, isApplication, jobs, ...settings } = this.#beginning;
    this.random = { seed: (seed ^ 0x5eed) >>> 0 };
    this.faults = NO_FAULTS;
    this.#delays = { ...usualDelays, ...settings.delays };
    this.#taskManagers = settings.taskManagers;
    const [first] = isApplication ? jobs : [];
    const application = first && {
      ...{ id: first.id ?? makeHex(this.random), name: first.name, parallelism: first.parallelism },
      behaviour: behaviourOf(first),
    };
    this.cluster = new FlinkCluster({ ...settings, delays: this.#delays, application }, this.now());
    for (const job of isApplication ? [] : jobs) this.start(job);
    return this.cluster;
  }
}

function behaviourOf({ load, finishesAfterMs, failsAfterMs, stallsAfterMs }: JobOrder): JobBehaviour {
  return given({ load: load && { ...load }, finishesAfterMs, failsAfterMs, stallsAfterMs });
}
