import { setTimeout as sleep } from "node:timers/promises";
import type { StartPlatform } from "../../../cli/demo/platform.ts";
import type { JsonValue } from "../../../shared/core/json.ts";
import type { Random } from "../../../simulators/shell/random.ts";
import { makeAllotment } from "./allotment.ts";
import { type Arena, openArena } from "./arena.ts";
import type { Finding } from "./census.ts";
import { differenceOf, forgottenNonces, liveEnd } from "./ends.ts";
import { makeJournal } from "./journal.ts";
import { judgeWhole, plantForeign } from "./oracles.ts";
import { makePlan, type Plan } from "./plan.ts";
import { expectedEnds, namedFor } from "./reference.ts";
import { rest } from "./rest.ts";
import { calm, raise, rough } from "./storm.ts";
import { carryOutDeed } from "./user.ts";

/** What to search. */
export interface BatchOptions {
  readonly seeds: readonly number[];
  /** Seed of what happens to all at once. */
  readonly storm: number;
  readonly startPlatform: StartPlatform;
  /** Folder of the bundles. */
  readonly bundles: string;
  /** An empty folder. */
  readonly folder: string;
}

/** What a batch found, and how much it did. */
export interface BatchReport {
  readonly findings: readonly Finding[];
  readonly plans: readonly Plan[];
  readonly figures: Figures;
  readonly met: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<string, number>;
  story(name: string): readonly string[];
}

/** Counts of one batch. */
export interface Figures {
  readonly seeds: number;
  readonly kills: number;
  readonly apiRequests: number;
  readonly platformRequests: number;
  readonly events: number;
  /** Quiet ticks that the slowest chapter needed before nothing changed any more. */
  readonly rounds: number;
  readonly seconds: number;
}

/** Times at which a night passes in the middle of a storm: what is in doubt is sent again under faults. */
const nights = 3;
const nightMs = 121_000;
/** Until the next night, for what the tick set in motion. */
const morningMs = 400;

/** Plays the plans of all seeds at once in one world, on processes that are killed all the time. */
export async function searchBatch(options: BatchOptions): Promise<BatchReport> {
  const from = performance.now();
  const plans = options.seeds.map(makePlan);
  const random: Random = { seed: options.storm };
  const journal = makeJournal();
  const allotment = makeAllotment(plans, random);
  const arena = await openArena({ ...options, allotment, journal });
  const findings: Finding[] = [];
  let rounds = 0;
  try {
    const expected = await Promise.all(plans.map(expectedEnds));
    const foreign = await plantForeign(arena, plans);
    for (const chapter of [0, 1]) {
      allotment.begin(chapter);
      rough(arena, random);
      arena.follow(true);
      const storm = raise(arena, journal, random);
      await Promise.all(plans.map((plan) => live(arena, plan, chapter, findings, journal.note)));
      await storm.end();
      for (let night = 0; night < nights; night += 1) {
        await arena.night(nightMs);
        journal.note(undefined, "night under faults");
        await arena.tick.tick();
        await sleep(morningMs);
      }
      allotment.end();
      calm(arena);
      rounds = Math.max(rounds, await rest(arena, journal, findings));
      findings.push(...(await compare(arena, plans, chapter, expected)));
    }
    findings.push(...arena.census.found, ...(await judgeWhole(arena, foreign)));
    const { reconcile, refresh } = arena.services;
    const figures = {
      seeds: plans.length,
      kills: reconcile.kills() + refresh.kills(),
      apiRequests: journal.requests.api,
      platformRequests: journal.requests.platform,
      events: arena.herald.sent.length,
      rounds,
      seconds: Math.round((performance.now() - from) / 1000),
    };
    return { findings, plans, figures, met: journal.met, kinds: journal.kinds, story: journal.story };
  } finally {
    await arena.close();
  }
}

async function live(
  { herald, kubectl, platform }: Arena,
  plan: Plan,
  chapter: number,
  findings: Finding[],
  note: (name: string, line: string) => void,
): Promise<void> {
  const { name, mode, chapters } = plan;
  const read = (one: string) => platform.read(pathOf(one));
  for (const { deed, heard, thenMs } of chapters[chapter]?.moments ?? []) {
    herald.listen(name, heard);
    note(name, `the user: ${deed}, heard ${heard}`);
    try {
      await carryOutDeed({ name, kubectl, read }, namedFor(mode, deed));
    } catch (error) {
      findings.push({ name, what: `a deed failed: ${(error as Error).message}` });
    }
    await sleep(thenMs);
  }
}

const pathOf = (name: string) => `/apis/ververica.platform/v1/namespaces/my-deploy-namespace/vvpdeployments/${name}`;

async function compare(
  { platform, appManager }: Arena,
  plans: readonly Plan[],
  chapter: number,
  expected: readonly (readonly JsonValue[])[],
): Promise<Finding[]> {
  const state = appManager.admin.catchUp();
  const all = plans.map(async (plan, index): Promise<Finding[]> => {
    const { name } = plan;
    const object = await platform.read(pathOf(name));
    const difference = differenceOf(plan, chapter, expected[index]?.[chapter] ?? null, liveEnd(name, object, state));
    const differs = difference === undefined ? [] : [difference];
    return [...differs, ...forgottenNonces(object)].map((what) => ({ name, what: `chapter ${chapter + 1}: ${what}` }));
  });
  return (await Promise.all(all)).flat();
}
