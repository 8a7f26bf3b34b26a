import { expect } from "vitest";
import { type Bottleneck, each } from "./bottleneck.ts";
import { findBreaks, isStart } from "./ledger.ts";
import type { Step } from "./stories.ts";

/** Numbers a second that arrive at first, half of what one subtask does, and then. */
const [few, many] = [100, 500];

/** Milliseconds after a rescale, more than four windows, in which another one would have come. */
const settledAfter = 100_000;

const atRest: ReadonlySet<string | undefined> = new Set(["Balanced", "ScaleDownDelayed"]);

/** A step of load on a job of known capacity. */
export const autoscaledSteps: Step<Bottleneck>[] = [
  {
    name: "what one subtask is able to do is measured within 10 %",
    act: async (job) => {
      await job.begin();
      await job.arrive(few);
      const capacity = await untilMeasured(job, 1);
      tellRate(job, "measured with 1 subtask", capacity, each);
    },
  },
  {
    name: "more comes in than it can do: both rates are told within 10 %, and it is rescaled in place",
    act: async (job) => {
      const before = await job.run();
      await job.arrive(many);
      const record = await job.untilKnown("it is scaled", ({ records }) => records[0]);
      tellRate(job, "able to do, when it was scaled", record.capacity, each);
      tellRate(job, "coming in, when it was scaled", record.demand, many);
      expect(record).toMatchObject({ from: 1 });
      expect(record.to * each).toBeGreaterThan(many);
      await job.untilKnown("it runs so", ({ parallelism }) => parallelism === record.to);
      expect(await job.run()).toEqual(before);
    },
  },
  {
    name: "what all subtasks are able to do is measured within 10 %, and it settles",
    act: async (job) => {
      const { at, to } = (await job.work())?.records[0] ?? { at: 0, to: 0 };
      tellRate(job, `measured with ${to} subtasks`, await untilMeasured(job, to), to * each);
      await job.resource.until("nothing waits any more", async () => {
        return Date.now() - at > settledAfter && (await job.lag()) < 3 * many;
      });
      expect(await job.work()).toMatchObject({ parallelism: to, records: [{ at, to }] });
    },
  },
  {
    name: "it has lost nothing on the way, and counted nothing twice",
    act: async (job) => {
      const ledger = await job.ledger();
      expect(findBreaks(ledger)).toEqual([]);
      expect(ledger.filter(isStart).map(({ what }) => what)).toEqual(["fresh", "restored"]);
    },
  },
];

/** Resolves with what so many subtasks of the bottleneck do, once the autoscaler knows that and has nothing to do. */
function untilMeasured(job: Bottleneck, parallelism: number): Promise<number> {
  return job.untilKnown(`${parallelism} subtasks are measured`, ({ reason, points }) => {
    return atRest.has(reason) && points.find((point) => point.parallelism === parallelism)?.capacity;
  });
}

/** Tells a rate beside the true one; throws where they are apart by more than 10 %. */
function tellRate({ resource }: Bottleneck, what: string, told: number, known: number): void {
  console.info(`${resource.name}: ${what}: ${told.toFixed(1)}/s; it is ${known}/s`);
  expect(Math.abs(told / known - 1)).toBeLessThan(0.1);
}
