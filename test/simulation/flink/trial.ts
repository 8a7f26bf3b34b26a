import type { Crashes, CrashPoint } from "../../world/crash.ts";
import { type Flow, play } from "./flow.ts";
import { flowGroups, flows } from "./flows.ts";
import { playSession, type SessionFlow } from "./session-flow.ts";
import { sessionFlowGroups, sessionFlows } from "./session-flows.ts";
import { playSnapshot, type SnapshotEnd, type SnapshotFlow } from "./snapshot-flow.ts";
import { snapshotFlows } from "./snapshot-flows.ts";

type Ending = Readonly<Record<string, unknown>>;

/** A story of any kind, to be played whole or with crashes. */
export interface Story {
  readonly name: string;
  /** What is expected at its end; the rest may be as it comes. */
  readonly expected: Ending;
  readonly play: (points: readonly CrashPoint[]) => Promise<{ readonly end: Ending; readonly crashes: Crashes }>;
}

/** The story of a flow of a FlinkDeployment. */
function toStory(flow: Flow): Story {
  const expected: Ending = { loses: false, orphans: 0, ...flow.end };
  return {
    name: flow.name,
    expected,
    play: async (points) => {
      const { end, crashes } = await play(flow, points);
      // What is met on its way has come a different way after each crash: only what is expected is the same.
      const isStated = ([field]: [string, unknown]) => flow.looks === undefined || field in expected;
      return { end: Object.fromEntries(Object.entries(end).filter(isStated)), crashes };
    },
  };
}

/** The stories of a group of flows. */
export function storiesOf(group: keyof typeof flowGroups): readonly Story[] {
  return flowGroups[group].map(toStory);
}

/** The story of every flow of a FlinkDeployment. */
export const deploymentStories: readonly Story[] = flows.map(toStory);

/** The story of a flow of a FlinkSessionJob. */
function toSessionStory(flow: SessionFlow): Story {
  const expected: Ending = { loses: false, ...flow.end };
  return { name: flow.name, expected, play: async (points) => as(await playSession(flow, points)) };
}

/** The stories of a group of flows of FlinkSessionJobs. */
export function sessionStoriesOf(group: keyof typeof sessionFlowGroups): readonly Story[] {
  return sessionFlowGroups[group].map(toSessionStory);
}

/** The story of every flow of a FlinkSessionJob. */
export const sessionStories: readonly Story[] = sessionFlows.map(toSessionStory);

/** The story of every flow of a FlinkStateSnapshot; what was told twice, or not, after a crash is no part of its end. */
export const snapshotStories: readonly Story[] = snapshotFlows.map((flow) => ({
  name: flow.name,
  expected: certain(flow, flow.end),
  play: async (points) => {
    const { end, crashes } = await playSnapshot(flow, points);
    return { end: certain(flow, end), crashes };
  },
}));

function certain({ varies = [] }: SnapshotFlow, end: Partial<SnapshotEnd>): Ending {
  const unsure: readonly string[] = ["events", ...varies];
  return Object.fromEntries(Object.entries(end).filter(([field]) => !unsure.includes(field)));
}

function as({ end, crashes }: { readonly end: object; readonly crashes: Crashes }) {
  return { end: end as Ending, crashes };
}

/** What is otherwise than expected, a line for each field: `starts: 3 and not 2`. */
export function differences(end: Ending, expected: Ending): string[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const [is, was] = [JSON.stringify(end[field]), JSON.stringify(value)];
    return is === was ? [] : [`${field}: ${is} and not ${was}`];
  });
}

/** What a story with these crashes breaks; one that fails breaks `thrown`. */
export async function breaks(story: Story, points: readonly CrashPoint[], expected: Ending): Promise<string[]> {
  try {
    const { end } = await story.play(points);
    return differences(end, expected);
  } catch (error) {
    return [`thrown: ${String(error).slice(0, 100)}`];
  }
}
