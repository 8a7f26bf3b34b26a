import { allFaults, type Fault } from "./faults.ts";
import { pasts } from "./pasts.ts";
import type { Schedule, ScheduleOf } from "./schedule.ts";
import type { Line } from "./story.ts";

/** Lines of a story, at most: with what is said around it, a screen. */
const mostLines = 35;

/** How much a line says about what went wrong: what is below the bar is left out. */
const weights = { deed: 5, fault: 5, effect: 5, call: 3, state: 2, tick: 2, noise: 0 } as const;

/** Kinds of calls that change something outside, and so are told even if all goes well. */
const changing =
  /^(platform (create|patch|replace|delete|savepoint)|objects (create|delete|patch)|flink (trigger|cancel|run|jar))$/;

/** States of the platform and of the resource, which follow from effects. */
const stateful = / is [A-Z]|: Healthy is |: intents: none|: lifecycle /;

/**
 * The story of a run in few lines: who did what when, faults marked, what broke at the end. What is left out first is what
 * all runs do.
 */
export function tell(lines: readonly Line[], violations: readonly string[], most = mostLines): string[] {
  const room = most - violations.length;
  const weighed = lines.map((line, index) => ({ line, weight: weightOf(line, lines, index) }));
  const bar = [1, 2, 3, 5].find((least) => weighed.filter(({ weight }) => weight >= least).length <= room) ?? 5;
  const explained = new Set<Fault>();
  const told = weighed.filter(({ weight }) => weight >= bar).map(({ line }) => textOf(line, explained));
  return [...cut(told, room), ...violations.map((violation) => `${" ".repeat(12)}${violation}`)];
}

/** In what world a schedule plays, in one line. */
export function worldOf({ past, ...schedule }: Schedule): string {
  const before = past === undefined ? [] : [pasts[past].what];
  return [...before, ...settingOf(schedule)].join("; ");
}

/** What a schedule says of its setting, a phrase for each. */
export function settingOf({ setting, deeds, faults: planned, calmAt }: ScheduleOf<string>): string[] {
  const { tickMs, quarantineMs, follows, hears, mostPods, skewMs, pageSize } = setting;
  const drawn =
    "swarm" in planned && planned.from !== undefined ? `drawn faults from ${seconds(planned.from)} s` : "drawn faults";
  const count = "listed" in planned ? `${planned.listed.length} faults` : drawn;
  return [
    `${deeds.length} deeds, ${count}, calm from ${seconds(calmAt)} s`,
    `a tick each ${tickMs / 1000} s`,
    `quarantine ${quarantineMs / 1000} s`,
    hears ? "events" : "no events",
    follows ? "follows" : "does not follow",
    `at most ${mostPods} ${mostPods === 1 ? "pod" : "pods"}`,
    ...(skewMs > 0 ? [`clocks up to ${skewMs / 60_000} min off`] : []),
    ...(pageSize === undefined ? [] : [`lists in pages of ${pageSize}`]),
  ];
}

function weightOf({ who, what, call }: Line, lines: readonly Line[], index: number): number {
  if (call?.fault !== undefined) return weights.fault;
  if (who === "user") return weights.deed;
  if (call === undefined) return stateful.test(what) ? weights.state : weights.effect;
  if (call.kind === "tick") return leadsToMore(lines, index) ? weights.tick : weights.noise;
  return changing.test(call.kind) ? weights.call : weights.noise;
}

/** Whether anything but reading happens between a tick and the next one. */
function leadsToMore(lines: readonly Line[], index: number): boolean {
  for (const { call } of lines.slice(index + 1)) {
    if (call?.kind === "tick") return false;
    if (call === undefined || call.fault !== undefined || changing.test(call.kind)) return true;
  }
  return false;
}

/** A line as it is shown; what a fault means is said when it is met first. */
function textOf({ at, who, what, call }: Line, explained: Set<Fault>): string {
  const text = `${seconds(at).padStart(10)}  ${who.padEnd(13)} ${shortened(what)}`;
  if (call?.fault === undefined) return text;
  const { fault } = call;
  const meaning = explained.has(fault) ? "" : `: ${allFaults[fault]}`;
  explained.add(fault);
  return `${text}  ✗ ${fault}${meaning}`;
}

/** Without what is the same in all paths and tells nobody anything. */
function shortened(what: string): string {
  return what.replace("/api/v1/namespaces/default/", "").replace(/([0-9a-f]{6})[0-9a-f-]{26,30}/g, "$1…");
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Leaves out the middle of what is too long. */
function cut(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const half = Math.floor((most - 1) / 2);
  const gap = `${" ".repeat(12)}… ${lines.length - 2 * half} more lines …`;
  return [...lines.slice(0, half), gap, ...lines.slice(lines.length - half)];
}
