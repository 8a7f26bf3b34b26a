import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type AnySchedule, playAny } from "../games.ts";
import { bundleSearch } from "../mutants/bundle-search.ts";
import { untold } from "../story.ts";
import { regressions } from "./regressions.ts";

/** What a schedule breaks with the module of a simulator, in a thread of its own. */
async function violationsIn(bundle: string, schedule: AnySchedule): Promise<readonly string[]> {
  const url = new URL(`data:text/javascript;base64,${Buffer.from(bundle).toString("base64")}`);
  const worker = new Worker(url, { workerData: schedule, env: {}, execArgv: [] });
  try {
    const [violations] = (await once(worker, "message")) as [readonly string[]];
    return violations;
  } finally {
    await worker.terminate();
  }
}

/** What git says, without the line's end; undefined where there is no git, no history, or no such thing in it. */
function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trimEnd();
  } catch {
    return undefined;
  }
}

/** A copy without its history, or with the end of it alone, cannot say where a cure came in. */
const hasHistory = git("rev-parse", "--is-shallow-repository") === "false";

describe("the commit with the cure", () => {
  it.each(regressions)("of $name is named by its whole hash", ({ commit }) => {
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  });

  it.skipIf(!hasHistory).each(regressions)("of $name is behind what is tested", ({ commit }) => {
    expect(git("merge-base", commit, "HEAD")).toBe(commit);
  });
});

describe("a schedule that once broke something", () => {
  it.each(regressions)("$name breaks nothing any more ($killedBy): $why", async ({ schedule }) => {
    expect((await playAny(schedule, untold)).violations).toEqual([]);
  });

  it.each(regressions)("$name breaks it again without its cure ($killedBy)", async (regression) => {
    const bundle = await bundleSearch(regression, "../regressions/play-worker.ts");
    const violations = await violationsIn(bundle, regression.schedule);
    expect(violations.filter((one) => regression.killedBy.some((id) => one.startsWith(`${id}:`)))).not.toEqual([]);
  });
});
