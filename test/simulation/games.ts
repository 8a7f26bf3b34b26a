import { flinkPairs, reachablePairs } from "./faults.ts";
import { playFlink } from "./flink/search/play.ts";
import { drawFlinkSchedule, type FlinkSchedule } from "./flink/search/schedule.ts";
import { play, playBriefly } from "./play.ts";
import { drawSchedule, type Schedule } from "./schedule.ts";
import type { Story } from "./story.ts";
import { settingOf, worldOf } from "./tell.ts";

/** What a search is about: resources of AppManager, or the Flink kinds. */
export const gameNames = ["vvp", "flink"] as const;

/** What is played where nothing is said. */
export const usualGame = "vvp" satisfies (typeof gameNames)[number];

/** One of them. */
export type GameName = (typeof gameNames)[number];

/** A schedule of any of them. */
export type AnySchedule = Schedule | FlinkSchedule;

/** The schedule of a seed. */
export function draw(game: GameName, seed: number): AnySchedule {
  return game === "flink" ? drawFlinkSchedule(seed) : drawSchedule(seed);
}

/** Every pair of a call and a fault that a search can meet. */
export function pairsOfGame(game: GameName): readonly string[] {
  return game === "flink" ? flinkPairs : reachablePairs;
}

/** Plays a schedule; without a story a search may leave out ticks that find nothing new. */
export function playAny(schedule: AnySchedule, story: Story | undefined) {
  if ("kind" in schedule) return playFlink(schedule, story);
  return story === undefined ? playBriefly(schedule) : play(schedule, story);
}

/** In what world a schedule plays, in one line. */
export function tellWorld(schedule: AnySchedule): string {
  if (!("kind" in schedule)) return worldOf(schedule);
  const rest = `REST answers ${schedule.restAfterMs} ms after its process starts`;
  return [`a Flink job by ${schedule.subject}`, rest, ...settingOf(schedule)].join("; ");
}
