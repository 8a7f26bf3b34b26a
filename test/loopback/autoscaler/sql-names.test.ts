import { expect, it } from "vitest";
import { connectDatabase } from "../../../shared/adapters/autoscaler/sql/connect.ts";
import { makeSqlStore } from "../../../shared/adapters/autoscaler/sql/state-store.ts";
import { emptyState } from "../../../shared/autoscaler/state/state.ts";
import { segmentCases } from "../../hostile/wire/addresses/segments.ts";
import { onEachDatabase } from "./databases.ts";

const table = "t_flink_autoscaler_state_store";
const injections = [
  ...[`'; drop table ${table}; --`, '" or 1=1 --', "\\'; --", "_", "$1", ":key", "?", "' or job_key like '%"],
];

/** A text of PostgreSQL holds no NUL and no half of a letter; the name of a cluster that the command takes neither. */
const names = [...new Set([...segmentCases.map(({ text }) => text), ...injections])].filter(
  (text) => text.length <= 191 && text.isWellFormed() && !text.includes("\u0000"),
);

const jobOf = (key: string) => ({ key, jobId: "a1", status: "RUNNING", configuration: {}, now: 0 });

onEachDatabase("names in", ({ url }) => {
  it("the state of a job with a hostile name stays its own, as text (S6)", async () => {
    const database = await connectDatabase({ url: url() });
    const { signal } = new AbortController();
    const store = makeSqlStore(database, () => 0);
    for (const [index, name] of names.entries()) {
      const state = { ...emptyState("g"), told: { a: index } };
      expect(await store.save(jobOf(name), state, undefined, signal), name).toBe("saved");
    }
    for (const [index, name] of names.entries()) {
      expect((await store.load(jobOf(name), signal))?.state?.told, name).toEqual({ a: index });
      await store.remove(jobOf(name), signal);
    }
    expect(names.length).toBe(85);
    expect(await database.db.selectFrom(table).select("job_key").execute()).toEqual([]);
    await database.db.destroy();
  });
});
