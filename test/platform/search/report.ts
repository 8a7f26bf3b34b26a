import type { BatchReport, Figures } from "./batch.ts";
import { inWords } from "./journal.ts";
import type { Plan } from "./plan.ts";
import { writeSeeds } from "./seeds.ts";

/** How a batch was started, as far as its repetition needs it. */
export interface Start {
  readonly seeds: readonly number[];
  readonly storm: number;
  readonly platform: "embedded" | "real";
}

/** Findings whose stories are told; the others are named. */
const told = 3;

/** Figures in one line. */
export function lineOf({ seeds, kills, apiRequests, platformRequests, events, rounds, seconds }: Figures): string {
  const sent = `${apiRequests} requests to the API server, ${platformRequests} to AppManager, ${events} events`;
  return `${seeds} seeds, ${kills} processes killed, ${sent}, at rest after ${rounds} ticks, ${seconds} s`;
}

/** The command that plays the same plans again. */
export function commandOf({ seeds, storm, platform }: Start): string {
  const options = `--seeds ${writeSeeds(seeds)} --batch ${seeds.length} --storm ${storm} --platform ${platform}`;
  return `npx node test/platform/search/index.ts ${options}`;
}

/** What was found, with the plan and the story of the first few, and how to see it again; empty where nothing was. */
export function findingsOf({ findings, plans, story }: BatchReport, start: Start): string {
  if (findings.length === 0) return "";
  const names = [...new Set(findings.map(({ name }) => name))];
  const lines = findings.map(({ name, what }) => `${name === "" ? "all" : name}: ${what}`);
  const stories = names
    .filter((name) => name !== "")
    .slice(0, told)
    .flatMap((name) => {
      const plan = plans.find((one) => one.name === name);
      const alone = plan === undefined ? [] : [`alone: ${commandOf({ ...start, seeds: [plan.seed] })}`];
      return ["", `The story of ${name}`, ...(plan === undefined ? [] : planLines(plan)), ...alone, ...story(name)];
    });
  return [...lines, ...stories, "", `again: ${commandOf(start)}`].join("\n");
}

function planLines({ mode, taken, chapters }: Plan): string[] {
  const lines = chapters.map(({ moments, faults }, index) => {
    const deeds = moments.map(({ deed, heard, thenMs }) => `${deed} (${heard}, ${thenMs} ms)`).join(", ");
    const planned = faults.map(({ side, kind, call, fault }) => `${side} ${kind} ${call}: ${inWords(fault)}`);
    return `chapter ${index + 1}: ${deeds}; ${planned.join("; ")}`;
  });
  return [`mode ${mode}${taken ? ", somebody has that name" : ""}`, ...lines];
}
