import { draw, usualGame } from "../games.ts";
import { invariantOf } from "../shrink.ts";
import { caseOf, playGuarded, storyOf } from "./case.ts";
import { type Flags, help, type Scope } from "./flags.ts";
import { readSchedule } from "./schedule-file.ts";
import { watchOn } from "./screen.ts";
import { search } from "./search.ts";
import { groupLines, summaryOf } from "./summary.ts";

type FlagsOf<Mode extends Flags["mode"]> = Extract<Flags, { mode: Mode }>;

/** Invariants of which a search shrinks the first seed; the others are named. */
const mostCases = 4;

/** Lines of the story of a run that was asked for. */
const wholeStory = 200;

/** Does what a command line asks for and resolves with the exit code. */
export async function runFlags(flags: Flags): Promise<number> {
  switch (flags.mode) {
    case "help":
      print([help.trimEnd()]);
      return 0;
    case "one":
      return runOne(flags);
    case "search":
      return runSearch(flags);
  }
}

async function runOne({ which, story, out }: FlagsOf<"one">): Promise<number> {
  const schedule = "seed" in which ? draw(which.game, which.seed) : await readSchedule(which.file);
  if (story) {
    const { lines, broken } = await storyOf(schedule, wholeStory);
    print(lines);
    return broken ? 1 : 0;
  }
  const { violations } = await playGuarded(schedule);
  print(violations.length === 0 ? ["nothing is broken"] : violations);
  for (const invariant of new Set(violations.map(invariantOf))) print(await caseOf(schedule, invariant, out));
  return violations.length === 0 ? 0 : 1;
}

async function runSearch({ scope, onlyViolations, out }: FlagsOf<"search">): Promise<number> {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort();
  process.once("SIGINT", stop);
  const screen = watchOn(process.stderr, scope);
  if (!onlyViolations) print([intentOf(scope)]);
  const tally = await search(scope, onlyViolations ? () => {} : screen.show, interrupted.signal);
  process.removeListener("SIGINT", stop);
  if (!onlyViolations) screen.clear();
  const summary = summaryOf(tally, scope);
  const groups = tally.groups();
  print(groupLines(groups));
  if (!onlyViolations) print(summary);
  const first = interrupted.signal.aborted ? [] : [...groups].slice(0, mostCases);
  for (const [invariant, [one]] of first) {
    if (one !== undefined) print(await caseOf(draw(scope.game, one.seed), invariant, out));
  }
  if (groups.size > 0) return 1;
  return interrupted.signal.aborted ? 130 : 0;
}

/** What a search is about to do, and so how to do it again. */
function intentOf({ from, seeds, jobs, game }: Scope): string {
  const threads = `${jobs} ${jobs === 1 ? "thread" : "threads"}`;
  const kind = game === usualGame ? "" : `--kind ${game} `;
  return `seeds ${from} to ${from + seeds - 1} on ${threads}; again: ${kind}--from ${from} --seeds ${seeds}`;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
