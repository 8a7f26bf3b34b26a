import { hash } from "node:crypto";
import { play } from "./play.ts";
import { drawSchedule, type Schedule } from "./schedule.ts";
import { KeptStory } from "./story.ts";

/**
 * Everything that a run does, as text: each call with what went wrong with it and when, each effect, each version of each
 * object, what the platform is left with, and the verdict. Equal texts are equal runs.
 */
export async function traceOf(schedule: Schedule): Promise<string> {
  const story = new KeptStory();
  const { violations, universe } = await play(schedule, story);
  const { rows, savepoints, jobs, events, audit } = universe.platform.state;
  const left = [rows, savepoints, jobs].map((table) => [...table]);
  return JSON.stringify([story.lines, universe.server.cluster.changes, left, events, audit.count, violations]);
}

/** The fingerprint of the run of a seed. */
export async function fingerprintOf(seed: number): Promise<string> {
  return hash("sha256", await traceOf(drawSchedule(seed))).slice(0, 16);
}
