import { existsSync } from "node:fs";
import { type DatabaseAddress, readAddress } from "../../shared/adapters/autoscaler/sql/address.ts";
import { connectDatabase } from "../../shared/adapters/autoscaler/sql/connect.ts";
import type { Database } from "../../shared/adapters/autoscaler/sql/database.ts";
import { makeSqlStore } from "../../shared/adapters/autoscaler/sql/state-store.ts";
import type { AutoscalerState } from "../../shared/autoscaler/state/state.ts";
import { UsageError } from "../usage-error.ts";

/** Jobs that are named where the wanted one is not there. */
const mostNamed = 20;

/** What a standalone autoscaler's database remembers of a job, or why it has nothing; throws where it cannot be used. */
export async function readStoredJob(
  address: DatabaseAddress,
  key: string,
): Promise<{ readonly title: string; readonly remembered: AutoscalerState } | string> {
  const read = readAddress(address.url);
  if (typeof read === "string") throw new UsageError(`--store: the address of the database ${read}`);
  // A file that is not there would be made.
  if (read.dialect === "sqlite" && !existsSync(read.place)) throw new UsageError(`--store: there is no ${read.place}`);
  const database = await connectDatabase(address);
  try {
    const job = { key, jobId: undefined, status: "", configuration: {}, now: 0 };
    const stored = await makeSqlStore(database, () => 0).load(job, AbortSignal.timeout(30_000));
    if (stored === undefined) return `nothing is kept under ${key}${await nameKeys(database)}`;
    if (stored.state === undefined) return `what is kept under ${key} is no state that this version can read`;
    return { title: key, remembered: stored.state };
  } finally {
    await database.db.destroy();
  }
}

async function nameKeys({ db }: Database): Promise<string> {
  const rows = await db
    .selectFrom("t_flink_autoscaler_state_store")
    .select("job_key")
    .distinct()
    .orderBy("job_key")
    .limit(mostNamed)
    .execute();
  return rows.length === 0 ? "; there are no jobs" : `; there are ${rows.map(({ job_key }) => job_key).join(", ")}`;
}
