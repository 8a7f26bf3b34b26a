import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../../../shared/adapters/autoscaler/sql/connect.ts";
import { createTables } from "../../../shared/adapters/autoscaler/sql/create-tables.ts";
import { type Database, toTime } from "../../../shared/adapters/autoscaler/sql/database.ts";
import { expireEvents, makeSqlReporter } from "../../../shared/adapters/autoscaler/sql/event-table.ts";
import { makeLease } from "../../../shared/adapters/autoscaler/sql/lease.ts";
import { makeSqlStore } from "../../../shared/adapters/autoscaler/sql/state-store.ts";
import { emptyState } from "../../../shared/autoscaler/state/state.ts";
import { VirtualClock } from "../../world/virtual-clock.ts";
import { onEachDatabase } from "./databases.ts";

/** The moment of the tests. */
const noon = Date.parse("2026-11-22T12:00:00Z");
const tables = [...["t_flink_autoscaler_state_store", "t_flink_autoscaler_event_handler", "t_weir_autoscaler_lease"]];
const signal = AbortSignal.timeout(600_000);
const jobOf = (key: string) => ({ key, jobId: "a1", status: "RUNNING", configuration: {}, now: noon });

onEachDatabase("state, events and leases in", ({ name, url: urlOf }) => {
  let one: Database;
  let other: Database;
  const open: Database[] = [];
  let url: string;
  const connect = async () => {
    const database = await connectDatabase({ url });
    open.push(database);
    return database;
  };
  beforeAll(async () => {
    url = urlOf();
    one = await connect();
    other = await connect();
  });
  afterAll(async () => {
    await Promise.all(open.map(({ db }) => db.destroy()));
  });

  describe("4.3: state", () => {
    const state = { ...emptyState("g"), told: { a: 1 }, desired: { decidedAt: 5, parallelism: { v: 3 } } };

    it("comes back as it was, with numbers that JSON does not have", async () => {
      const store = makeSqlStore(one, () => noon);
      const job = jobOf("back");
      expect(await store.load(job, signal)).toBeUndefined();
      const record = { at: 1, from: 1, to: 2, capacity: Number.NaN, expected: Number.POSITIVE_INFINITY, demand: 3 };
      const whole = { ...state, history: { v: [record] } };
      expect(await store.save(job, whole, undefined, signal)).toBe("saved");
      expect((await makeSqlStore(other, () => noon).load(job, signal))?.state).toEqual(whole);
    });

    it("is in rows of the reference's types", async () => {
      await makeSqlStore(one, () => noon).save(jobOf("rows"), state, undefined, signal);
      const rows = await one.db
        .selectFrom("t_flink_autoscaler_state_store")
        .selectAll()
        .where("job_key", "=", "rows")
        .execute();
      expect(rows.map(({ state_type }) => state_type).sort()).toEqual([
        ...["WeirState", "WeirVersion"],
        ...["collectedMetrics", "delayedScaleDown", "parallelismOverrides", "scalingHistory", "scalingTracking"],
      ]);
      const overrides = rows.find(({ state_type }) => state_type === "parallelismOverrides")?.state_value;
      expect(JSON.parse(overrides ?? ""), "a plain map, as the reference's").toEqual({ v: 3 });
    });

    it("rows of before are read once, and written by their present names", async () => {
      const [store, job] = [makeSqlStore(one, () => noon), jobOf("former")];
      await store.save(job, state, undefined, signal);
      const former = (type: string, rest: object) =>
        one.db
          .updateTable("t_flink_autoscaler_state_store")
          .set({ state_type: type.charAt(0).toUpperCase() + type.slice(1), ...rest })
          .where("job_key", "=", "former")
          .where("state_type", "=", type)
          .execute();
      for (const type of ["collectedMetrics", "delayedScaleDown", "scalingHistory", "scalingTracking"])
        await former(type, {});
      await former("parallelismOverrides", { state_value: JSON.stringify(state.desired) });
      const again = makeSqlStore(other, () => noon);
      const loaded = await again.load(job, signal);
      expect(loaded?.state).toEqual(state);
      await again.save(job, state, loaded?.version, signal);
      const rows = await one.db
        .selectFrom("t_flink_autoscaler_state_store")
        .select(["state_type"])
        .where("job_key", "=", "former")
        .execute();
      expect(
        rows
          .map(({ state_type }) => state_type)
          .filter((type) => /^[A-Z]/.test(type))
          .sort(),
      ).toEqual([...["WeirState", "WeirVersion"]]);
      expect((await again.load(job, signal))?.state).toEqual(state);
    });

    it("only rows that change are written, and those that are gone are deleted", async () => {
      let now = noon;
      const store = makeSqlStore(one, () => now);
      const job = jobOf("changes");
      await store.save(job, state, undefined, signal);
      now += 60_000;
      const { desired: _, ...without } = state;
      await store.save(job, { ...without, told: { b: 2 } }, (await store.load(job, signal))?.version, signal);
      const written = await one.db
        .selectFrom("t_flink_autoscaler_state_store")
        .select(["state_type"])
        .where("job_key", "=", "changes")
        .where("update_time", "=", "2026-11-22 12:01:00.000")
        .execute();
      expect(written.map(({ state_type }) => state_type).sort()).toEqual(["WeirState", "WeirVersion"]);
      expect((await store.load(job, signal))?.state?.desired).toBeUndefined();
    });

    it.each([
      { what: "of a new job", before: false },
      { what: "of a known one", before: true },
    ])("of ten writers at once one is saved, $what", async ({ before }) => {
      const job = jobOf(`race ${before}`);
      if (before) await makeSqlStore(one, () => noon).save(job, state, undefined, signal);
      const stores = Array.from({ length: 10 }, (_, index) => makeSqlStore(index % 2 === 0 ? one : other, () => noon));
      const version = (await stores[0]?.load(job, signal))?.version;
      const written = stores.map((store, index) => store.save(job, { ...state, told: { w: index } }, version, signal));
      const outcomes = await Promise.all(written);
      expect(outcomes.filter((outcome) => outcome === "saved")).toHaveLength(1);
      const winner = outcomes.indexOf("saved");
      expect((await makeSqlStore(other, () => noon).load(job, signal))?.state?.told).toEqual({ w: winner });
    });

    it("of many jobs that are saved at once all is saved", async () => {
      const jobs = Array.from({ length: 40 }, (_, index) => jobOf(`many ${index}`));
      const stores = [makeSqlStore(one, () => noon), makeSqlStore(other, () => noon)];
      const saveAll = (told: Readonly<Record<string, number>>) =>
        jobs.map(async (job, index) => {
          const store = stores[index % 2];
          const version = (await store?.load(job, signal))?.version;
          return store?.save(job, { ...state, told }, version, signal);
        });
      expect(new Set(await Promise.all(saveAll({ first: 1 })))).toEqual(new Set(["saved"]));
      expect(new Set(await Promise.all(saveAll({ second: 2 })))).toEqual(new Set(["saved"]));
      const loaded = await Promise.all(jobs.map((job) => stores[0]?.load(job, signal)));
      expect(new Set(loaded.map((each) => JSON.stringify(each?.state?.told)))).toEqual(new Set(['{"second":2}']));
    });

    it("of a large job comes back whole, whatever its letters", async () => {
      const store = makeSqlStore(one, () => noon);
      const told = Object.fromEntries(
        Array.from({ length: 20_000 }, (_, index) => [`\u{1f680} ${index} \\' "é`, index]),
      );
      expect(await store.save(jobOf("large"), { ...state, told }, undefined, signal)).toBe("saved");
      expect((await makeSqlStore(other, () => noon).load(jobOf("large"), signal))?.state?.told).toEqual(told);
    });

    it.each([
      { by: "case", keys: ["Prod/a1", "prod/a1"] },
      { by: "a space at the end", keys: ["space/a1", "space/a1 "] },
      { by: "an accent", keys: ["café/a1", "cafe/a1"] },
      { by: "how a letter is composed", keys: ["\u00e9/a1", "e\u0301/a1"] },
      { by: "letters that sort as one", keys: ["straße/a1", "strasse/a1"] },
      { by: "letters beyond the first plane", keys: ["\u{1f680}/a1", "\u{1f681}/a1"] },
    ])("of jobs whose names differ by $by is kept apart", async ({ keys }) => {
      const store = makeSqlStore(one, () => noon);
      for (const [index, key] of keys.entries())
        expect(await store.save(jobOf(key), { ...state, told: { index } }, undefined, signal)).toBe("saved");
      const loaded = await Promise.all(keys.map((key) => store.load(jobOf(key), signal)));
      expect(loaded.map((each) => each?.state?.told)).toEqual(keys.map((_, index) => ({ index })));
      for (const key of keys) await store.remove(jobOf(key), signal);
    });

    it("under a name longer than a column is kept under all of it, or refused and none of it kept", async () => {
      const store = makeSqlStore(one, () => noon);
      const [job, cut] = [jobOf("l".repeat(192)), jobOf("l".repeat(191))];
      const outcome = await store.save(job, state, undefined, signal).catch((error: Error) => error.message);
      expect(outcome).toMatch(/^saved$|too long/);
      expect((await store.load(job, signal))?.state).toEqual(outcome === "saved" ? state : undefined);
      expect(await store.load(cut, signal)).toBeUndefined();
    });

    it("of a job that is gone is removed, and so is what is no state written over", async () => {
      const store = makeSqlStore(one, () => noon);
      const job = jobOf("gone");
      await store.save(job, state, undefined, signal);
      const rubbish = { state_value: "{" };
      await one.db.updateTable("t_flink_autoscaler_state_store").set(rubbish).where("job_key", "=", "gone").execute();
      const loaded = await store.load(job, signal);
      expect(loaded).toEqual({ state: undefined, version: "{" });
      expect(await store.save(job, state, loaded?.version, signal)).toBe("saved");
      expect((await store.load(job, signal))?.state).toEqual(state);
      await store.remove(job, signal);
      expect(await store.load(job, signal)).toBeUndefined();
    });
  });

  describe("1.7: events", () => {
    const report = { type: "Normal", event: "ScalingReport", message: "Scaled", key: "k" } as const;
    const rowsOf = (key: string) =>
      one.db
        .selectFrom("t_flink_autoscaler_event_handler")
        .selectAll()
        .where("job_key", "=", key)
        .orderBy("id")
        .execute();

    it("the same one is counted within the interval, with its newest words, and is a row of its own after that", async () => {
      const clock = new VirtualClock();
      const reporter = makeSqlReporter(one, clock);
      for (const message of ["Scaled", "Scaled again"]) {
        await reporter.report(jobOf("events"), { ...report, message }, signal);
        clock.skip(60_000);
      }
      clock.skip(30 * 60_000);
      await reporter.report(jobOf("events"), report, signal);
      expect((await rowsOf("events")).map(({ event_count, message }) => [event_count, message])).toEqual([
        [2, "Scaled again"],
        [1, "Scaled"],
      ]);
    });

    it("what is found again and not told again is counted in its row, and is no row where there is none", async () => {
      const clock = new VirtualClock();
      const reporter = makeSqlReporter(one, clock);
      await reporter.repeated?.(jobOf("again"), report, signal);
      expect(await rowsOf("again")).toEqual([]);
      await reporter.report(jobOf("again"), report, signal);
      await reporter.report(jobOf("again"), { ...report, key: "other" }, signal);
      clock.skip(60_000);
      await reporter.repeated?.(jobOf("again"), { ...report, message: "newer" }, signal);
      await reporter.repeated?.(jobOf("again"), { ...report, message: "newest" }, signal);
      clock.skip(30 * 60_000);
      await reporter.repeated?.(jobOf("again"), { ...report, message: "too late" }, signal);
      expect((await rowsOf("again")).map(({ event_count, message }) => [event_count, message])).toEqual([
        [3, "newest"],
        [1, "Scaled"],
      ]);
    });

    it("another key, another job, or none at all is a row of its own", async () => {
      const reporter = makeSqlReporter(one, new VirtualClock());
      const { key: _, ...plain } = report;
      await reporter.report(jobOf("own"), report, signal);
      await reporter.report(jobOf("own"), { ...report, key: "l" }, signal);
      await reporter.report(jobOf("own"), { ...plain, key: undefined }, signal);
      await reporter.report(jobOf("own"), { ...plain, key: undefined }, signal);
      await reporter.report(jobOf("another"), report, signal);
      expect((await rowsOf("own")).map(({ event_count }) => event_count)).toEqual([1, 1, 1, 1]);
    });

    it("those that are too old are deleted, in batches", async () => {
      const clock = new VirtualClock();
      const reporter = makeSqlReporter(one, clock);
      await one.db.deleteFrom("t_flink_autoscaler_event_handler").execute();
      await reporter.report(jobOf("old"), report, signal);
      const [row] = await rowsOf("old");
      if (row === undefined) throw new Error("no row");
      const { id: _, ...values } = row;
      const at = toTime(clock.now());
      const many = Array.from({ length: 2_500 }, () => ({ ...values, create_time: at, update_time: at }));
      for (let from = 0; from < many.length; from += 500)
        await one.db
          .insertInto("t_flink_autoscaler_event_handler")
          .values(many.slice(from, from + 500))
          .execute();
      clock.skip(86_400_000);
      await reporter.report(jobOf("old"), { ...report, key: "new" }, signal);
      const instant = Object.assign(clock, { sleep: async () => {} });
      expect(await expireEvents(one, 3_600_000, instant, signal)).toBe(2_501);
      expect(await rowsOf("old")).toHaveLength(1);
    });
  });

  describe("two autoscalers", () => {
    const lease = (database: Database, holder: string, clock: VirtualClock, what = "cluster") =>
      makeLease(database, { name: `${what} ${name}`, holder, ttl: 30_000, clock });

    it("one holds the lease; the other takes it when it is given up, or was not renewed for its time", async () => {
      const clock = new VirtualClock();
      const [first, second] = [lease(one, "first", clock), lease(other, "second", clock)];
      expect([await first.renew(), await second.renew()]).toEqual([true, false]);
      expect([first.heldFor(), second.heldFor()]).toEqual([30_000, 0]);
      clock.skip(20_000.4);
      expect(first.heldFor(), "timers take whole numbers").toBe(9_999);
      expect([await first.renew(), await second.renew()]).toEqual([true, false]);
      clock.skip(30_000);
      expect([first.heldFor(), await second.renew()], "no longer held, but seen renewed 30 s ago").toEqual([0, false]);
      clock.skip(1);
      expect(await second.renew()).toBe(true);
      expect([await first.renew(), first.heldFor()], "the first one is late").toEqual([false, 0]);
      await first.release();
      expect(await second.renew(), "who does not hold it gives up nothing").toBe(true);
      await second.release();
      expect(await first.renew()).toBe(true);
    });

    it("of ten that want it at once one has it", async () => {
      const clock = new VirtualClock();
      const all = Array.from({ length: 10 }, (_, index) =>
        lease(index % 2 === 0 ? one : other, String(index), clock, "race"),
      );
      const had = await Promise.all(all.map((each) => each.renew()));
      expect(had.filter(Boolean)).toHaveLength(1);
      clock.skip(31_000);
      const again = await Promise.all(all.map((each) => each.renew()));
      expect(again.filter(Boolean).length, "a lapsed one is one's own again, or somebody else's").toBeLessThanOrEqual(
        1,
      );
    });
  });

  it("the leases of clusters whose names differ by case, or by a space, are two; one with too long a name is refused", async () => {
    const clock = new VirtualClock();
    const leaseOf = (cluster: string, holder: string) => makeLease(one, { name: cluster, holder, ttl: 30_000, clock });
    const names = ["Name", "name", "name "];
    const taken = await Promise.all(names.map((cluster) => leaseOf(cluster, cluster).renew()));
    expect(taken).toEqual([true, true, true]);
    const long = await leaseOf("l".repeat(192), "me")
      .renew()
      .catch((error: Error) => error.message);
    expect(String(long)).toMatch(/^true$|too long/);
  });

  it("tables that are there are taken as they are", async () => {
    await createTables(other);
    const count = await sql<{ n: number }>`select count(*) as n from t_flink_autoscaler_state_store`.execute(other.db);
    expect(Number(count.rows[0]?.n)).toBeGreaterThan(0);
  });

  it("of several that begin at once without tables each finds them made", async () => {
    for (const table of tables) await one.db.schema.dropTable(table).execute();
    const begun = await Promise.all(Array.from({ length: 6 }, connect));
    const renewed = begun.map(({ db, dialect }, index) =>
      makeLease({ db, dialect }, { name: "begun", holder: `${index}`, ttl: 30_000, clock: new VirtualClock() }).renew(),
    );
    expect((await Promise.all(renewed)).filter(Boolean)).toHaveLength(1);
  });

  if (name === "postgresql")
    it("whoever may read and write the tables that are there, and make none, may use it", async () => {
      await sql.raw("create role clerk login").execute(one.db);
      await sql.raw(`grant select, insert, update, delete on ${tables.join(", ")} to clerk`).execute(one.db);
      const clerk = await connectDatabase({ url: url.replace("weir@", "clerk@") });
      open.push(clerk);
      const held = makeLease(clerk, { name: "clerk", holder: "clerk", ttl: 30_000, clock: new VirtualClock() }).renew();
      expect(await held).toBe(true);
      await sql.raw("drop table t_weir_autoscaler_lease").execute(one.db);
      const refused = await connectDatabase({ url: url.replace("weir@", "clerk@") }).catch(
        (error: Error) => error.message,
      );
      expect(refused).toMatch(/^the database cannot be used: permission denied/);
    });

  if (name.startsWith("mysql"))
    it("whoever may not use it is told so, without the password", async () => {
      const refused = await connectDatabase({ url, password: "wr0ng-secret" }).catch((error: Error) => error.message);
      expect(refused).toMatch(/^the database cannot be used: Access denied/);
      expect(refused).not.toContain("wr0ng-secret");
    });
});

describe("a database that cannot be used", () => {
  it.each([
    { url: "oracle://h/d", says: /is no postgresql/ },
    { url: "sqlite:", says: /names no file/ },
    { url: "postgresql://host", says: /names no host and database/ },
    { url: "postgresql://user:secret@host/db", says: /must not hold a password/ },
    { url: "mysql://me@host/db?sslMode=perhaps", says: /asks for TLS by an unknown word, 'perhaps'/ },
    { url: "jdbc:postgresql://127.0.0.1:1/db", says: /cannot be used: .*ECONNREFUSED/ },
    { url: "mysql://me@127.0.0.1:1/db", says: /cannot be used: .*ECONNREFUSED/ },
    { url: "sqlite:/nowhere/at/all.db", says: /cannot be used: unable to open/ },
  ])("$url", async ({ url, says }) => {
    const failed = await connectDatabase({ url }).then(
      () => "connected",
      (error: Error) => error.message,
    );
    expect(failed).toMatch(says);
    expect(failed).not.toContain("secret");
  });
});
