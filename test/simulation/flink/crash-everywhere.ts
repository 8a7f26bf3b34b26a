import { crashPointsOf } from "../../world/crash.ts";
import { breaks, type Story } from "./trial.ts";

/** Plays a story with a crash at every moment of its calls; gives a line for each that does not end as without. */
export async function crashEverywhere(story: Story): Promise<string[]> {
  const { end, crashes } = await story.play([]);
  const broken: string[] = [];
  for (const point of crashPointsOf(crashes.calls)) {
    const found = await breaks(story, [point], end);
    const what = crashes.calls[point.call - 1];
    if (found.length > 0) broken.push(`${point.when} call ${point.call} (${what}): ${found.join("; ")}`);
  }
  return broken;
}
