import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { UsageError } from "../../../cli/usage-error.ts";
import { type Deed, deeds } from "../../world/history.ts";
import { type Fault, faults } from "../faults.ts";
import type { Schedule } from "../schedule.ts";

const whole = z.number().int().nonnegative();
const positive = z.number().int().positive();
const deed = z.enum(Object.keys(deeds) as [Deed, ...Deed[]]);
const fault = z.enum(Object.keys(faults) as [Fault, ...Fault[]]);

const scheduleSchema = z.strictObject({
  seed: whole.max(2 ** 32 - 1),
  setting: z.strictObject({
    tickMs: positive,
    quarantineMs: positive,
    follows: z.boolean(),
    hears: z.boolean(),
    mostPods: positive,
    skewMs: whole,
    leases: z.boolean(),
  }),
  deeds: z.array(z.strictObject({ at: whole, deed })),
  faults: z.union([
    z.strictObject({ swarm: z.partialRecord(fault, z.number().min(0).max(1)) }),
    z.strictObject({ listed: z.array(z.tuple([whole, fault])) }),
  ]),
  calmAt: whole,
  quietTicks: positive,
});

/** The schedule in a file, or in the input for `-`; a `UsageError` says what is wrong with it. */
export async function readSchedule(file: string): Promise<Schedule> {
  const body = await (file === "-" ? text(process.stdin) : readFile(file, "utf8")).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  const { data, error } = scheduleSchema.safeParse(fromJson(body, file));
  if (error !== undefined) throw new UsageError(`${file} is no schedule: ${z.prettifyError(error)}`);
  return data as Schedule;
}

function fromJson(body: string, file: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/** Writes a schedule to a file named after the invariant that it breaks, and gives its path. */
export async function saveSchedule(folder: string, invariant: string, schedule: Schedule): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${invariant.replace(/\W+/g, "-")}-${schedule.seed}.json`);
  await writeFile(file, `${JSON.stringify(schedule)}\n`);
  return file;
}
