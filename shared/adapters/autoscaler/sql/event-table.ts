import type { JobContext } from "../../../autoscaler/cycle/job-context.ts";
import type { Reporter } from "../../../autoscaler/cycle/ports.ts";
import type { Report } from "../../../autoscaler/explain/report.ts";
import { readAutoscalerOptions } from "../../../autoscaler/options/read-options.ts";
import { hashOf } from "../../../core/hash.ts";
import type { Clock } from "../../../ports/clock.ts";
import { attempt } from "./attempt.ts";
import { type Database, toTime } from "./database.ts";

const table = "t_flink_autoscaler_event_handler";

/**
 * Tells of jobs by rows of a table (1.7). What was told within `scaling.event.interval` under the same key is counted in its
 * row, with the newest message, instead of being told again; so is what the core finds again and does not tell again.
 *
 * Guarantees: a repetition is one statement.
 */
export function makeSqlReporter<Job extends JobContext>({ db }: Database, clock: Clock): Reporter<Job> {
  const count = async ({ key, configuration }: Job, report: Report) => {
    const now = clock.now();
    const { job_key, reason, event_key, message, update_time } = toRow(key, report, now);
    const { eventInterval } = readAutoscalerOptions(configuration).options;
    const counted = db
      .updateTable(table)
      .set((of) => ({ event_count: of("event_count", "+", 1), message, update_time }))
      .where("job_key", "=", job_key)
      .where("reason", "=", reason)
      .where("event_key", "=", event_key)
      .where("create_time", ">=", toTime(now - eventInterval));
    return (await attempt(() => counted.executeTakeFirst())).numUpdatedRows > 0n;
  };
  return {
    report: async (job, report) => {
      if (report.key !== undefined && (await count(job, report))) return;
      const row = toRow(job.key, report, clock.now());
      await attempt(() => db.insertInto(table).values(row).execute());
    },
    repeated: async (job, report) => {
      await count(job, report);
    },
  };
}

function toRow(job_key: string, { type, event, message, key }: Report, now: number) {
  const event_key = hashOf([job_key, type, event, key ?? message]).slice(0, 64);
  const at = toTime(now);
  const told = { job_key, reason: event, event_type: type, message, event_key };
  return { ...told, create_time: at, update_time: at, event_count: 1 };
}

/** Rows that are deleted at once, so that no lock is held for long. */
const batch = 2_000;
const pause = 1_000;

/** Deletes events that are older than so many milliseconds, in batches with pauses; resolves with their number. */
export async function expireEvents({ db }: Database, ttl: number, clock: Clock, signal: AbortSignal): Promise<number> {
  const before = toTime(clock.now() - ttl);
  let expired = 0;
  while (!signal.aborted) {
    const old = await db
      .selectFrom(table)
      .select("id")
      .where("create_time", "<", before)
      .orderBy("id")
      .limit(batch)
      .execute();
    if (old.length === 0) break;
    const ids = old.map(({ id }) => id);
    await attempt(() => db.deleteFrom(table).where("id", "in", ids).execute());
    expired += ids.length;
    if (ids.length < batch) break;
    await clock.sleep(pause, signal);
  }
  return expired;
}
