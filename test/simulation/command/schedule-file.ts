import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { UsageError } from "../../../cli/usage-error.ts";
import { member } from "../../../shared/core/json.ts";
import { type FlowDeed, flowDeeds } from "../exhaustive/deeds.ts";
import { allFaults, type Fault } from "../faults.ts";
import { type FlinkDeed, flinkDeeds, subjects } from "../flink/search/deeds.ts";
import type { AnySchedule } from "../games.ts";
import { type Difference, differences } from "../other-version.ts";
import { pastNames } from "../pasts.ts";

const whole = z.number().int().nonnegative();
const positive = z.number().int().positive();
const deed = z.enum(Object.keys(flowDeeds) as [FlowDeed, ...FlowDeed[]]);
const fault = z.enum(Object.keys(allFaults) as [Fault, ...Fault[]]);
const strength = z.number().min(0).max(1);

const flinkDeed = z.enum(Object.keys(flinkDeeds) as [FlinkDeed, ...FlinkDeed[]]);

const platformSchedule = z.strictObject({
  seed: whole.max(2 ** 32 - 1),
  setting: z.strictObject({
    tickMs: positive,
    quarantineMs: positive,
    follows: z.boolean(),
    hears: z.boolean(),
    mostPods: positive,
    skewMs: whole,
    leases: z.boolean(),
    pageSize: positive.optional(),
    rollout: z
      .strictObject({
        difference: z.enum(Object.keys(differences) as [Difference, ...Difference[]]),
        from: whole,
        to: whole,
        otherFirst: z.boolean(),
        otherLast: z.boolean(),
      })
      .optional(),
  }),
  past: z.enum(pastNames).optional(),
  even: z.boolean().optional(),
  deeds: z.array(z.strictObject({ at: whole, deed })),
  faults: z.union([
    z.strictObject({ swarm: z.array(z.tuple([fault, strength])), from: whole.optional() }),
    z.strictObject({ listed: z.array(z.tuple([whole, fault, strength.optional()])) }),
  ]),
  calmAt: whole,
  quietTicks: positive,
});

const flinkSchedule = platformSchedule.omit({ past: true }).extend({
  kind: z.literal("flink"),
  subject: z.enum(subjects),
  startMs: whole,
  restAfterMs: whole,
  deeds: z.array(z.strictObject({ at: whole, deed: flinkDeed })),
});

/** The schedule in a file, or in the input for `-`; a `UsageError` says what is wrong with it. */
export async function readSchedule(file: string): Promise<AnySchedule> {
  const body = await (file === "-" ? text(process.stdin) : readFile(file, "utf8")).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  const json = fromJson(body, file);
  const { data, error } = (member(json, "kind") === "flink" ? flinkSchedule : platformSchedule).safeParse(json);
  if (error !== undefined) throw new UsageError(`${file} is no schedule: ${z.prettifyError(error)}`);
  return data as AnySchedule;
}

function fromJson(body: string, file: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/** Writes a schedule to a file named after the invariant that it breaks, and gives its path. */
export async function saveSchedule(folder: string, invariant: string, schedule: AnySchedule): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${invariant.replace(/\W+/g, "-")}-${schedule.seed}.json`);
  await writeFile(file, `${JSON.stringify(schedule)}\n`);
  return file;
}
