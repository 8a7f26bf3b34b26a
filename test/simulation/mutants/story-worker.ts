import { parentPort, workerData } from "node:worker_threads";
import { type CrashPoint, crashPointsOf } from "../../world/crash.ts";
import { breaks, deploymentStories, type Story, sessionStories, snapshotStories } from "../flink/trial.ts";
import type { Place } from "./mutant.ts";
import type { Found, Search } from "./search.ts";

Error.stackTraceLimit = 0;

const stories = [...deploymentStories, ...sessionStories, ...snapshotStories];

/** A story, and where its operator dies; without a point it is played whole. */
interface Trial {
  readonly story: Story;
  readonly point?: CrashPoint;
}

/** Plays stories, whole and then with crashes, until one ends otherwise in something that is looked for. */
async function search({ seeds, from, killedBy, stories: names = [], cpuSeconds }: Search): Promise<Found> {
  const begun = process.threadCpuUsage();
  const spent = () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1e6;
  };
  for await (const trial of inOrder(seeds, from === undefined ? [] : names)) {
    if (spent() >= cpuSeconds) break;
    const found = await play(trial);
    const violation = found.find(
      (one) => killedBy.length === 0 || killedBy.some((field) => one.startsWith(`${field}:`)),
    );
    if (violation !== undefined) return { seed: placeOf(trial), violation, seconds: spent() };
  }
  return { seed: undefined, violation: undefined, seconds: spent() };
}

async function* inOrder(known: readonly Place[], names: readonly string[]): AsyncGenerator<Trial> {
  for (const place of known) yield* trialsAt(String(place));
  const chosen = stories.filter(({ name }) => names.includes(name));
  for (const story of chosen) yield { story };
  for (const story of chosen) {
    const { calls = [] } = (await tellWhole(story)) ?? {};
    for (const point of crashPointsOf(calls)) yield { story, point };
  }
}

/** A story as it goes without a crash; undefined for one that does not come to its end, at whose calls nobody can die. */
async function tellWhole(story: Story) {
  const { end, crashes } = (await story.play([]).catch(() => undefined)) ?? {};
  return end && crashes && { story, end, calls: crashes.calls };
}

const ends = new Map<Story, ReturnType<typeof tellWhole>>();

async function play({ story, point }: Trial): Promise<string[]> {
  if (point === undefined) return breaks(story, [], story.expected);
  const whole = ends.get(story) ?? tellWhole(story);
  ends.set(story, whole);
  const { end = story.expected } = (await whole) ?? {};
  return breaks(story, [point], end);
}

const whole = "whole";

function placeOf({ story, point }: Trial): string {
  return `${story.name}: ${point === undefined ? whole : `${point.when} call ${point.call}`}`;
}

/** Of each story of the name: an application's and a session job's may have the same. */
function trialsAt(place: string): Trial[] {
  const end = place.lastIndexOf(": ");
  const named = stories.filter(({ name }) => name === place.slice(0, end));
  const [, when, call] = /^(before|after|late) call (\d+)$/.exec(place.slice(end + 2)) ?? [];
  if (when === undefined) return named.map((story) => ({ story }));
  return named.map((story) => ({ story, point: { when: when as CrashPoint["when"], call: Number(call) } }));
}

parentPort?.postMessage(await search(workerData as Search));
