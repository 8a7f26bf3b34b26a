import { describe, expect, it } from "vitest";
import { KeptStory } from "../../story.ts";
import { playFlink } from "./play.ts";
import { drawFlinkSchedule } from "./schedule.ts";

/** Seeds that every build plays, and as many that no build has played before. */
const some = 100;
const fresh = Math.floor(Math.random() * 2 ** 31);

async function broken(first: number): Promise<string[]> {
  const found: string[] = [];
  for (let seed = first; seed < first + some; seed += 1) {
    const { violations } = await playFlink(drawFlinkSchedule(seed));
    found.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
  }
  return found;
}

async function told(seed: number): Promise<string> {
  const story = new KeptStory();
  const { violations, universe } = await playFlink(drawFlinkSchedule(seed), story);
  return JSON.stringify([story.lines, violations, universe.server.cluster.all(), universe.kubelet.started]);
}

// Printed also when all is well, since a log should say what was played.
process.stdout.write(`simulated schedules of Flink: seeds 1 to ${some} and ${fresh} to ${fresh + some - 1}\n`);

describe("whatever dies, gets lost or comes late around Flink", () => {
  it("no state is lost, nothing runs twice and no wish is lost, in the seeds of every build (S1, S2, S8, S11, L1 to L4)", async () => {
    expect(await broken(1)).toEqual([]);
  });

  it(`nor in seeds that are new each time, from ${fresh} on`, async () => {
    expect(await broken(fresh)).toEqual([]);
  });

  it("a seed leads to the same run, to the last word, each time", async () => {
    for (let seed = 1; seed <= 8; seed += 1) expect(await told(seed)).toBe(await told(seed));
  });
});
