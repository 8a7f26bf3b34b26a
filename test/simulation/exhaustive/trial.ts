import { differingPaths } from "../../../shared/core/diff.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import { endOf, momentary } from "../../world/history.ts";
import { play } from "../play.ts";
import { planOf, type Schedule, type Setting } from "../schedule.ts";
import { peaceful } from "../settings.ts";
import type { Flow } from "./flows.ts";
import { type Note, Notes } from "./notes.ts";
import { overAt, type Variant } from "./variants.ts";

/** How the world of a flow is set up, where nothing else is said: everything works. */
export const usual: Setting = { ...peaceful, mostPods: 2, leases: true };

/** All events are lost, those by which Weir follows what moves as well. */
export const ticksAlone: Setting = { ...usual, hears: false, follows: false };

/** A flow that was played. */
export interface Trial {
  readonly schedule: Schedule;
  readonly violations: readonly string[];
  readonly notes: Notes;
  /** The places at which a fault may make a difference. */
  readonly places: readonly Note[];
  readonly end: JsonValue;
}

/** A fault, with the place as it was noted. */
export interface NotedVariant {
  readonly variant: Variant;
  readonly note: Note;
}

/** A flow with faults; calm begins when the last deed is done and the last fault is over. */
export function scheduleOf({ deeds }: Flow, setting: Setting, faults: readonly NotedVariant[]): Schedule {
  const over = faults.map(({ note, variant }) => overAt(note, variant));
  return {
    seed: 1,
    setting,
    deeds,
    even: true,
    faults: { listed: faults.map(({ variant }) => variant) },
    calmAt: Math.max(lastDeedOf(deeds), ...over) + 1_000,
    quietTicks: 1,
  };
}

/** Plays a flow with these faults. */
export async function tryOut(flow: Flow, setting: Setting, faults: readonly NotedVariant[] = []): Promise<Trial> {
  const schedule = scheduleOf(flow, setting, faults);
  const notes = new Notes();
  const { violations, universe } = await play(schedule, undefined, notes.over(planOf(schedule)));
  const { server, platform } = universe;
  const end = endOf({ cluster: server.cluster, platform });
  const isMomentary = flow.deeds.some(({ deed }) => (momentary as readonly string[]).includes(deed));
  return {
    schedule,
    violations,
    notes,
    places: notes.until(lastDeedOf(flow.deeds), setting.tickMs),
    end: isMomentary ? withoutMoments(end) : end,
  };
}

/** What is wrong with a trial by itself, and in comparison with that without faults. */
export function judge(trial: Trial, without: Trial): string[] {
  const differing = differingPaths({ end: without.end }, { end: trial.end });
  return [
    ...trial.violations,
    ...(differing.length > 0 ? [`the end differs in ${differing.join(", ")}`] : []),
    ...tooMany(trial, without, "unique", 1),
    ...tooMany(trial, without, "repeatable", 4),
  ];
}

/**
 * One retry for each fault; of what may be repeated four: a fault can have an event and a tick looked at in the same moment,
 * and who loses the race of the two looks once more.
 */
function tooMany(trial: Trial, without: Trial, sort: "unique" | "repeatable", forEach: number): string[] {
  const { faults } = trial.schedule;
  const count = "listed" in faults ? faults.listed.length : 0;
  const [sent, usually] = [trial.notes.effects(sort), without.notes.effects(sort)];
  return sent > usually + forEach * count ? [`${sent} ${sort} effects on the platform, ${usually} without faults`] : [];
}

function lastDeedOf(deeds: Flow["deeds"]): number {
  return deeds.at(-1)?.at ?? 0;
}

const moments = /^(?:lastProcessed|Healthy|NonceAligned|Ready|Stalled|Reconciling|weir\.dev\/restart)/;

/** An end without what depends on when the operator hears of a nonce: it was carried out or blocked (AMB-4). */
function withoutMoments(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const kept = value.filter((one: JsonValue) => typeof one !== "string" || !moments.test(one));
    return kept.map((one: JsonValue) => withoutMoments(one));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !moments.test(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutMoments(one as JsonValue)])) as JsonObject;
}
