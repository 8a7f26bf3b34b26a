import { improved } from "../../../shared/autoscaler/cycle/profile.ts";
import type { CycleOutcome } from "../../../shared/autoscaler/cycle/run-cycle.ts";
import type { Aggregate, JobReading } from "../../../shared/autoscaler/sample/reading.ts";
import { minute, Rig } from "./cycle-rig.ts";

const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });

/** What happens in some minutes of a story. */
export interface Chapter {
  /** Records per second that arrive. */
  readonly load: number;
  /** Records per second that one subtask of `work` does; the source does any rate. */
  readonly each?: number;
  /** Changes what is read. */
  readonly seen?: (reading: JobReading) => JobReading | undefined;
}

/** A job that lives under the profile `improved`, minute by minute: source → work, 8 subtasks of 100 records per second each. */
export class ImprovedStory {
  readonly rig = new Rig();
  /** What came of each minute. */
  readonly outcomes: CycleOutcome[] = [];
  /** False: the job keeps what it has, whatever is decided. */
  grants = true;
  parallelism: { source: number; work: number } = { source: 1, work: 8 };
  /** Every parallelism of `work` that was decided. */
  readonly decided: number[] = [];
  #now = 0;
  #runningSince = 0;
  #lag = 0;
  #read = 0;

  constructor(options: Readonly<Record<string, string>> = {}) {
    this.rig.profile = improved;
    this.rig.set(options);
  }

  /** The reasons of all minutes, the same one in a row once. */
  get reasons(): readonly string[] {
    const all = this.outcomes.map(({ explanation }) => explanation.reason);
    return all.filter((reason, index) => reason !== all[index - 1]);
  }

  /** Lives some minutes. */
  async live(minutes: number, chapter: Chapter): Promise<void> {
    for (let count = 0; count < minutes; count += 1) await this.#minute(chapter);
  }

  async #minute({ load, each = 100, seen = (reading) => reading }: Chapter): Promise<void> {
    const most = each * this.parallelism.work;
    const rate = Math.min(most, load + this.#lag / 60);
    this.#lag += (load - rate) * 60;
    this.#read += rate * 60;
    this.#now += 1;
    const reading = seen(this.#reading(rate, rate / most));
    this.rig.looked = reading ? { kind: "read", reading } : { kind: "unavailable", why: "503" };
    const outcome = await this.rig.at(this.#now);
    this.outcomes.push(outcome);
    const wish = this.rig.desired.at(-1)?.parallelism;
    if (outcome.scaled && wish) this.decided.push(wish.work ?? 0);
    if (this.grants && wish) this.#restart({ source: wish.source ?? 1, work: wish.work ?? 1 });
  }

  #restart(parallelism: { source: number; work: number }): void {
    if (parallelism.source === this.parallelism.source && parallelism.work === this.parallelism.work) return;
    this.parallelism = parallelism;
    this.#runningSince = this.#now * minute + 1;
    this.#read = 0;
  }

  #reading(rate: number, busy: number): JobReading {
    const vertex = (id: "source" | "work", inputs: readonly string[]) => ({
      ...{ id, name: id, parallelism: this.parallelism[id], maxParallelism: 128, slotSharingGroup: "all" },
      inputs: inputs.map((from) => ({ from, strategy: "REBALANCE" as const })),
    });
    const counters = { recordsIn: this.#read, recordsOut: this.#read, accumulatedBusyTime: 0 };
    const waiting = { pendingRecords: of(this.#lag), backPressure: of(0), sourceInPerSecond: of(rate) };
    return {
      ...{ at: this.#now * minute, runningSince: this.#runningSince },
      graph: [vertex("source", []), vertex("work", ["source"])],
      vertices: {
        source: { ...counters, ...waiting, busyTime: of(rate / 10) },
        work: { ...counters, busyTime: of(1_000 * busy), inPerSecond: of(rate) },
      },
      processes: { slotsTotal: 99, slotsAvailable: 99 - this.parallelism.work },
    };
  }
}
