import { describe, expect, it } from "vitest";
import { connectDatabase } from "../../../shared/adapters/autoscaler/sql/connect.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { runWeir } from "../cli/run-weir.ts";
import { withoutPackage } from "../cli/without-package.ts";
import { onEachDatabase } from "./databases.ts";
import { atOnce, launch } from "./launch.ts";
import { ids, jobId, startMeasuredCluster } from "./measured-cluster.ts";

const patience = { interval: 50 };
onEachDatabase("two autoscalers with one database,", (database) => {
  it("one acts, and the other goes on from what is stored when that one ends", async () => {
    const url = database.url();
    const cluster = await startMeasuredCluster();
    const argv = ["--flink", `main=${cluster.url}`, "--store", url, "--events", "sql", ...atOnce];
    const first = launch(argv);
    await expect.poll(() => first.text.out, patience).toContain("This autoscaler looks after the cluster.");
    const second = launch(argv);
    await expect.poll(() => second.text.out, patience).toContain("Another autoscaler looks after the cluster.");
    await expect.poll(() => cluster.parallelism(), patience).toBe(4);
    const opened = await connectDatabase({ url });
    const told = async () => {
      const rows = await opened.db.selectFrom("t_flink_autoscaler_event_handler").selectAll().execute();
      return rows.map(({ job_key, reason, event_count }) => [job_key, reason, event_count]);
    };
    const balanced = async () =>
      (await told()).flatMap(([, reason, count]) => (reason === "AutoscalerBalanced" ? Number(count) : []));
    await expect.poll(async () => Math.max(...(await balanced())), patience).toBeGreaterThan(2);
    expect(await balanced(), "one row, in which each further cycle is counted").toHaveLength(1);
    expect(await first.stop()).toBe(0);
    await expect.poll(() => second.text.out, patience).toContain("This autoscaler looks after the cluster.");
    const lists = cluster.received.filter(({ url: path }) => path === `/jobs/${jobId}`).length;
    const measured = () => cluster.received.filter(({ url: path }) => path === `/jobs/${jobId}`).length;
    await expect.poll(measured, patience).toBeGreaterThan(lists + 3);
    expect(await second.stop()).toBe(0);
    expect(cluster.rescales()).toBe(1);
    expect((await told()).filter(([, reason]) => reason === "ScalingReport")).toEqual([
      [`main/${jobId}`, "ScalingReport", 1],
    ]);
    const stored = await opened.db.selectFrom("t_flink_autoscaler_state_store").selectAll().execute();
    const overrides = stored.find(({ state_type }) => state_type === "parallelismOverrides")?.state_value;
    expect(JSON.parse(overrides ?? "")).toEqual({ [ids.source]: 1, [ids.work]: 4 });
    await opened.db.destroy();
    await cluster.close();
  });
});

describe("a wrong word about a database ends with 2, and one that cannot be used with 1", () => {
  const url = ["--flink", "http://127.0.0.1:1"];
  it.each([
    { argv: ["--store", "oracle://h/d"], code: 2, says: "is no postgresql://" },
    { argv: ["--store", "postgresql://me:secret@h/d"], code: 2, says: "must not hold a password" },
    { argv: ["--events", "sql"], code: 2, says: "which database?" },
    { argv: ["--events", "mail"], code: 2, says: "it is log or sql" },
    { argv: ["-D", "autoscaler.standalone.state-store.type=FILE"], code: 2, says: "it is MEMORY or JDBC" },
    { argv: ["-D", "autoscaler.standalone.state-store.type=JDBC"], code: 2, says: "which database?" },
    { argv: ["--store", "sqlite:/nowhere/at/all.db"], code: 1, says: "the database cannot be used" },
  ])("$argv: $says", async ({ argv, code, says }) => {
    const ran = await runWeir(["autoscaler", ...url, ...argv]);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(says);
    expect(ran.err).not.toContain("secret");
  });
});

const makeFolder = temporaryFolders();

it.each([
  { name: "kysely", url: "sqlite:state.db" },
  { name: "pg", url: "postgresql://me@127.0.0.1:1/name" },
  { name: "mysql2", url: "mysql://me@127.0.0.1:1/name" },
])("an installation without $name is told what installs it, where it is needed", async ({ name, url }) => {
  const folder = makeFolder("without");
  const ran = await runWeir(["autoscaler", "--store", url], withoutPackage(folder, name));
  expect([ran.code, ran.out]).toEqual([1, ""]);
  expect(ran.err).toContain(`the optional package ${name} is not there; npm ci --include=optional installs it\n`);
});
