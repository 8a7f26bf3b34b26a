import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnySchedule, playAny, tellWorld } from "../games.ts";
import { type Outcome, shrink } from "../shrink.ts";
import { KeptStory, type Story } from "../story.ts";
import { tell } from "../tell.ts";
import { saveSchedule } from "./schedule-file.ts";

/** Plays a schedule; an error that nobody caught is a violation as well. */
export async function playGuarded(schedule: AnySchedule, story?: Story): Promise<Outcome> {
  try {
    const { violations, universe } = await playAny(schedule, story);
    return { violations, met: universe.met };
  } catch (error) {
    return { violations: [`thrown: ${error}`], met: [] };
  }
}

/** What breaks an invariant, shrunk, told and kept in a file: the lines to print. */
export async function caseOf(schedule: AnySchedule, invariant: string, out: string | undefined): Promise<string[]> {
  const shrunk = await shrink(schedule, invariant, playGuarded);
  const file = await saveSchedule(out ?? join(tmpdir(), "weir-schedules"), invariant, shrunk.schedule);
  const { lines } = await storyOf(shrunk.schedule);
  return [
    "",
    `${invariant} by seed ${schedule.seed}, shrunk in ${shrunk.runs} runs`,
    ...lines,
    `  again, shrunk:       npm run simulate -- --schedule ${file} --story`,
    `  again, as drawn:     npm run simulate -- ${"kind" in schedule ? "--kind flink " : ""}--seed ${schedule.seed} --story`,
  ];
}

/** The story of a run, its world first, and whether anything is broken at its end. */
export async function storyOf(schedule: AnySchedule, most?: number): Promise<{ lines: string[]; broken: boolean }> {
  const story = new KeptStory();
  const { violations } = await playGuarded(schedule, story);
  return {
    lines: [`  ${tellWorld(schedule)}`, ...tell(story.lines, violations, most)],
    broken: violations.length > 0,
  };
}
