import { execFileSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { OPTIONS } from "../../../cli/simulate/flink/flags.ts";
import { launch as launchAutoscaler } from "../autoscaler/launch.ts";
import { launch, save, serving } from "../simulate-process.ts";

type Overview = { readonly jobs: readonly { readonly name: string; readonly state: string; readonly jid: string }[] };

const overviewOf = async (url: string) => (await (await fetch(`${url}/jobs/overview`)).json()) as Overview;
const statesOf = async (url: string) =>
  Object.fromEntries((await overviewOf(url)).jobs.map(({ name, state }) => [name, state]));

/** Sizes of the vertices of the job of that name. */
async function sizesOf(url: string, wanted: string): Promise<readonly number[]> {
  const jid = (await overviewOf(url)).jobs.find(({ name }) => name === wanted)?.jid;
  const job = (await (await fetch(`${url}/jobs/${jid}`)).json()) as { vertices: readonly { parallelism: number }[] };
  return job.vertices.map(({ parallelism }) => parallelism);
}

describe("weir simulate flink", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "serves a cluster of the version asked for, and ends with 0 on %s",
    async (signal) => {
      const config = await save({ hang: 0, delays: { savepointMs: 3_000 } });
      const argv = ["flink", "--version", "2.2.1", "--config", config, "--speed", "10", "-D", "a.b=c=d"];
      const check = async (url: string) => {
        expect(await (await fetch(`${url}/config`)).json()).toMatchObject({ "flink-version": "2.2.1" });
        expect(await (await fetch(`${url}/admin/config`)).json()).toMatchObject({
          delays: { savepointMs: 300, cancelMs: 50, rememberedMs: 300_000 },
        });
        expect(await (await fetch(`${url}/jobmanager/config`)).json()).toContainEqual({ key: "a.b", value: "c=d" });
      };
      expect(await serving(argv, check, signal)).toEqual([0, ""]);
    },
  );

  it("prints what to do first, and all of it works", async () => {
    const done = await serving(["flink", "--examples", "--speed", "1000"], async (url, out) => {
      await expect.poll(() => statesOf(url)).toMatchObject({ clicks: "RUNNING", "nightly-report": "FAILED" });
      const lines = out().match(/^ {2}curl .*$/gm) ?? [];
      const replies = lines.map((line) => JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" })) as object);
      expect(replies).toMatchObject([
        { jobs: [{ name: "clicks" }, { name: "orders" }, { name: "nightly-report" }] },
        { name: "clicks" },
        { "request-id": `${"0".repeat(30)}51` },
        { status: { id: expect.stringMatching(/IN_PROGRESS|COMPLETED/) } },
        { latencyMs: [50, 200], rate5xx: 0.1 },
        { items: expect.arrayContaining([{ call: "GET /admin", does: "this list" }]) },
      ]);
      expect(out()).toContain(`weir autoscaler --flink ${url}`);
    });
    expect(done).toEqual([0, ""]);
  });

  it("begins with the jobs of a file; the first is that of an application", async () => {
    const jobs = await save([{ name: "mine", parallelism: 3, load: { arrivals: 1, source: 2, work: 3 } }]);
    const done = await serving(["flink", "--application", "--jobs", jobs, "--speed", "1000"], async (url) => {
      await expect.poll(() => statesOf(url)).toEqual({ mine: "RUNNING" });
      expect(await sizesOf(url, "mine")).toEqual([3, 3]);
      expect((await fetch(`${url}/jars`)).status).toBe(404);
    });
    expect(done).toEqual([0, ""]);
  });

  it("tells each call in a line with --verbose, and why it was refused", async () => {
    const done = await serving(["flink", "--verbose"], async (url, out) => {
      await fetch(`${url}/jobs/overview`);
      await fetch(`${url}/nothing`);
      await expect.poll(out).toContain("/nothing ");
      const lines = out().slice(out().indexOf("Ctrl-C.")).split("\n").slice(1, -1);
      expect(lines.map((line) => line.replace(/^[\d:.]{12} /, ""))).toEqual([
        "200 GET    /jobs/overview",
        "404 GET    /nothing  (Unable to load requested file /nothing.)",
      ]);
    });
    expect(done).toEqual([0, ""]);
  });

  it("has jobs that weir autoscaler measures and rescales in place, with no option of its own", async () => {
    const load = { arrivals: 900, source: 4_000, work: 100 };
    const jobs = await save([{ name: "crowded", parallelism: 2, load }]);
    const options = ["-D", "job.autoscaler.metrics.window=2 s", "-D", "job.autoscaler.stabilization.interval=0 s"];
    const argv = ["flink", "--jobs", jobs, "--speed", "20", "-D", "job.autoscaler.enabled=true", ...options];
    const done = await serving(argv, async (url) => {
      const { child, text, stop } = launchAutoscaler(["--flink", `main=${url}`]);
      onTestFinished(() => void child.kill());
      await expect.poll(() => sizesOf(url, "crowded").then(([, work = 0]) => work)).toBeGreaterThan(9);
      await expect.poll(() => text.out).toContain("ScalingReport");
      expect(await stop()).toBe(0);
      expect(text.out).toMatch(/ScalingReport {2}main\/\w+ {2}Scaled .*work -> sink: Writer from 2 to \d+/);
    });
    expect(done).toEqual([0, ""]);
  });
});

describe("a wrong command line of weir simulate flink ends with 2 and says what is wrong", () => {
  it.each([
    { name: "an unknown flag", argv: ["--prot", "1"], says: "--prot" },
    { name: "a word too many", argv: ["me"], says: "me" },
    { name: "a port that is no number", argv: ["--port", "x"], says: "--port cannot be 'x'" },
    { name: "speed 0", argv: ["--speed", "0"], says: "--speed cannot be '0'" },
    { name: "half a TaskManager", argv: ["--task-managers", "0.5"], says: "--task-managers cannot be '0.5'" },
    { name: "a version that is none", argv: ["--version", "latest"], says: "--version cannot be 'latest'" },
    { name: "a version that is too old", argv: ["--version", "1.14.6"], says: "from 1.15 on" },
    { name: "an option without a value", argv: ["-D", "a.b"], says: "-D cannot be 'a.b'; key=value" },
    { name: "a missing file", argv: ["--jobs", "/nowhere.json"], says: "/nowhere.json" },
    {
      name: "examples in an application",
      argv: ["--application", "--examples"],
      says: "--application: it has one job",
    },
  ])("$name", async ({ argv, says }) => {
    const { text, exit } = launch("flink", ...argv);
    expect(await exit).toBe(2);
    const [complaint = "", hint = ""] = text.err.split("\n").filter((line) => !/Warning|^\(/.test(line));
    expect(complaint).toContain(says);
    expect(hint).toBe("Try 'weir simulate flink --help'.");
    expect(text.out).toBe("");
  });

  it.each([
    { name: "knobs", flag: "--config", json: { rate5xx: 7, hnag: 1 }, says: ["rate5xx: ", "hnag: is not a known"] },
    { name: "jobs", flag: "--jobs", json: [{ parallelism: 0 }], says: ["0.name: ", "0.parallelism: "] },
    {
      name: "two jobs of one id",
      flag: "--jobs",
      json: ["a", "b"].map((name) => ({ name, id: "a".repeat(32) })),
      says: ["the same id"],
    },
  ])("a file with $name that are wrong", async ({ flag, json, says }) => {
    const { text, exit } = launch("flink", "--port", "0", flag, await save(json));
    expect(await exit).toBe(2);
    for (const part of says) expect(text.err).toContain(part);
  });
});

describe("weir simulate", () => {
  it("explains itself, and flink each flag in a line of its own", async () => {
    const [all, flink] = [launch("--help"), launch("flink", "--help")];
    expect([await all.exit, await flink.exit]).toEqual([0, 0]);
    expect(all.text.out).toMatch(/^Usage: weir simulate appmanager\|flink/);
    const flags = [...flink.text.out.matchAll(/^ {2}(?:--([\w-]+)|-(D)) /gm)].map(([, long, short]) => long ?? short);
    const known = Object.keys(OPTIONS).map((name) => (name === "define" ? "D" : name));
    expect(flags.sort()).toEqual(known.sort());
  });

  it("says what to do when the port is taken, and ends with 1", async () => {
    await serving(["flink"], async (url) => {
      const { port } = new URL(url);
      const { text, exit } = launch("flink", "--port", port);
      expect(await exit).toBe(1);
      expect(text.err).toContain(`port ${port} is in use; --port 0 picks a free one`);
    });
  });
});
