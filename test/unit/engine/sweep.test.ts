import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import type { EngineKind, PassResult } from "../../../shared/engine/engine.ts";
import type { SweepPosition } from "../../../shared/engine/walk.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { World } from "../../world/world.ts";

const name = (index: number) => `job-${String(index).padStart(3, "0")}`;

/** A world with so many resources, created and at rest. */
async function crowd(size: number): Promise<World> {
  const world = new World();
  for (let index = 0; index < size; index += 1) {
    const deployment = { metadata: { name: name(index) } };
    world.cluster.create(vvpDeployment("PATCH", { metadata: { name: name(index) }, spec: { deployment } }));
  }
  await world.sweep();
  await world.sweep();
  world.trace.length = 0;
  world.passes.length = 0;
  return world;
}

const calls = (world: World) =>
  world.trace.map((call) => (call.to === "api" ? call.verb : `${call.method} ${call.status}`)).sort();

describe("a sweep", () => {
  it("creates what is there to be created, and is quiet the third time", async () => {
    const world = new World();
    for (const index of [0, 1, 2]) {
      const deployment = { metadata: { name: name(index) } };
      world.cluster.create(vvpDeployment("PATCH", { metadata: { name: name(index) }, spec: { deployment } }));
    }
    const counts = { pages: 1, seen: 3, failed: 0, next: undefined };
    expect(await world.sweep()).toEqual({ ...counts, quiet: 0, statusWrites: 0, passes: 3 });
    expect(await world.sweep()).toEqual({ ...counts, quiet: 0, statusWrites: 3, passes: 0 });
    expect(await world.sweep()).toEqual({ ...counts, quiet: 3, statusWrites: 0, passes: 0 });
  });

  it.each([
    { size: 1, pageSize: 500, pages: 1 },
    { size: 60, pageSize: 500, pages: 1 },
    { size: 60, pageSize: 20, pages: 3 },
    { size: 61, pageSize: 20, pages: 4 },
  ])(
    "reads $pages page(s) and as many bulk lists for $size resources, and writes nothing",
    async ({ size, pageSize, pages }) => {
      const world = await crowd(size);
      const report = await world.sweep({ pageSize });
      expect(report).toEqual({
        pages,
        seen: size,
        quiet: size,
        statusWrites: 0,
        passes: 0,
        failed: 0,
        next: undefined,
      });
      expect(calls(world)).toEqual([...Array(pages).fill("GET 200"), ...Array(pages).fill("list")]);
    },
  );

  it("writes as much as has changed", async () => {
    const world = await crowd(40);
    for (const index of [3, 17]) {
      world.cluster.edit(name(index), deploymentSpec({ template: { spec: { parallelism: 2 } } }));
    }
    const report = await world.sweep({ pageSize: 20 });
    expect([report.quiet, report.passes]).toEqual([38, 2]);
    expect(world.count()).toMatchObject({ writes: 4 });
    expect(world.trace.filter((call) => call.to === "platform" && call.method === "PATCH")).toHaveLength(2);
  });

  it("leaves alone what is not ours, without a word", async () => {
    const world = await crowd(2);
    world.cluster.edit(name(0), { metadata: { labels: { "ververica.platform/owner": "another" } } });
    expect(await world.sweep()).toMatchObject({ seen: 1, quiet: 1 });
  });

  it("follows what it set in motion and what it saw change, not what is quiet", async () => {
    const world = await crowd(3);
    world.cluster.edit(name(1), wanted("RUNNING"));
    const followed: Pick<PassResult, "key" | "end">[] = [];
    await world.sweep({ follow: (result) => void followed.push(result) });
    expect(followed.map(({ key, end }) => [key.name, end])).toEqual([[name(1), "moving"]]);
  });

  it("says so of every resource when the platform is down, with one try a page, and follows none", async () => {
    const world = await crowd(30);
    world.cut(true);
    const followed: unknown[] = [];
    const report = await world.sweep({ pageSize: 10, follow: (result) => void followed.push(result) });
    expect(report).toMatchObject({ seen: 30, statusWrites: 30, passes: 0, failed: 0 });
    expect(world.trace.filter((call) => call.to === "platform")).toHaveLength(3);
    expect(followed).toEqual([]);
    world.trace.length = 0;
    expect(await world.sweep({ pageSize: 10 })).toMatchObject({ quiet: 30, statusWrites: 0 });
  });

  it("does not take a list for a proof of absence", async () => {
    const world = await crowd(2);
    world.admin.deleteDeployment("default", name(1));
    await world.sweep();
    const asked = world.trace.filter((call) => call.to === "platform").filter(({ method }) => method === "GET");
    expect(asked.map(({ status }) => status)).toEqual([200, 404]);
    expect(JSON.stringify(world.cluster.find(name(1))?.status)).toContain("AppManagerRecordNotFound");
  });
});

describe("one bad object", () => {
  it("never stops a page", async () => {
    const world = await crowd(5);
    for (const index of [0, 1, 2, 3, 4])
      world.cluster.edit(name(index), { spec: { savepointNonce: null, restartNonce: 1 } });
    const pass = async (key: PassResult["key"]): Promise<PassResult> => {
      if (key.name === name(2)) throw new Error("a defect");
      return world.pass(key.name);
    };
    await expect(world.sweep({ pass })).resolves.toMatchObject({ seen: 5, passes: 5, failed: 1 });
    expect(world.passes.map(({ key }) => key.name).sort()).toEqual([0, 1, 3, 4].map(name));
    expect(
      world.lines.filter(({ level }) => level === "error").map(({ fields }) => [fields.name, fields.error]),
    ).toEqual([[name(2), "Error: a defect"]]);
  });

  it.each<{ what: string; spec: unknown }>([
    { what: "null", spec: null },
    { what: "a text", spec: "hello" },
    { what: "a list of nothing", spec: [] },
    { what: "very deep", spec: JSON.parse(`${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`) },
    { what: "very wide", spec: { deployment: { spec: Array(250_000).fill(1) } } },
    { what: "a trap", spec: JSON.parse('{"deployment":{"metadata":{"__proto__":{"name":"x"}}},"constructor":{}}') },
  ])("a spec that is $what gets its condition, and the others their passes", async ({ spec }) => {
    const world = await crowd(2);
    const strange = vvpDeployment("PATCH", { metadata: { name: "strange" } });
    world.cluster.create({ ...strange, spec: spec as never });
    const report = await world.sweep();
    expect(report).toMatchObject({ seen: 3, quiet: 2, statusWrites: 1, failed: 0 });
    expect(JSON.stringify(world.cluster.find("strange")?.status)).toContain("InvalidSpec");
    expect(await world.sweep()).toMatchObject({ quiet: 3 });
  });

  it("a lost race of a status is left to whoever won it", async () => {
    const world = await crowd(2);
    world.cut(true);
    world.cluster.faults = [{ verb: "patch status", code: "Conflict" }];
    expect(await world.sweep({ concurrency: 1 })).toMatchObject({ statusWrites: 1, failed: 0 });
  });
});

describe("a sweep over its budget", () => {
  it("hands over where it is, and what goes on from there sees the rest", async () => {
    const world = await crowd(50);
    const { list } = world.cluster;
    world.cluster.list = async (...query) => {
      world.clock.skip(4_000);
      return list.apply(world.cluster, query);
    };
    const visits: number[] = [];
    let from: SweepPosition | undefined;
    do {
      const report = await world.sweep({ pageSize: 10, budgetMs: 10_000 }, from);
      visits.push(report.quiet);
      from = report.next;
    } while (from !== undefined && visits.length < 20);
    expect(visits.reduce((sum, count) => sum + count)).toBe(50);
    expect(visits.length).toBeGreaterThan(1);
    expect(world.count().writes).toBe(0);
  });

  it("names kind, namespace and place, and no place for a list's start", async () => {
    const world = await crowd(3);
    expect((await world.sweep({ budgetMs: 0 })).next).toEqual({ kind: "VvpDeployment", namespace: "", continue: "" });
    const { list } = world.cluster;
    world.cluster.list = async (...query) => {
      const page = await list.apply(world.cluster, query);
      if (query[1].continue !== undefined) world.clock.skip(60_000);
      return page;
    };
    const { next } = await world.sweep({ pageSize: 1, budgetMs: 10_000 });
    expect(next).toEqual({ kind: "VvpDeployment", namespace: "", continue: "from-job-001" });
  });

  it.each([
    { what: "an expired token", from: { kind: "VvpDeployment", namespace: "", continue: "expired" }, seen: 3 },
    { what: "a kind that is not served any more", from: { kind: "Gone", namespace: "", continue: "x" }, seen: 3 },
    {
      what: "a namespace that is not watched any more",
      from: { kind: "VvpDeployment", namespace: "x", continue: "" },
      seen: 3,
    },
  ])("begins anew after $what", async ({ from, seen }) => {
    const world = await crowd(3);
    expect(await world.sweep({}, from)).toMatchObject({ seen, next: undefined });
  });

  it("leaves a kind out that is not installed, with one line, and goes on with the next", async () => {
    const world = await crowd(3);
    const [kind] = world.engine.kinds as readonly [EngineKind];
    const absent: EngineKind = { ...kind, names: { ...kind.names, kind: "Absent", plural: "absents" } };
    const { list } = world.cluster;
    world.cluster.list = async (...query) => {
      if (query[0].plural === "absents") throw new OperatorError("Missing", "the API server serves no absents");
      return list.apply(world.cluster, query);
    };
    const warnings: unknown[] = [];
    const log = { ...world.engine.log, warn: (fields: object) => void warnings.push(fields) };
    world.engine = { ...world.engine, kinds: [absent, kind], log };
    expect(await world.sweep({})).toMatchObject({ pages: 1, seen: 3, next: undefined });
    expect(warnings).toEqual([{ kind: "Absent", namespace: "" }]);
  });

  it("goes through each watched namespace", async () => {
    const world = await crowd(1);
    const namespaces = ["my-deploy-namespace", "another"];
    world.engine = { ...world.engine, settings: { ...world.settings, namespaces } };
    expect(await world.sweep()).toMatchObject({ pages: 2, seen: 1 });
  });

  it.each([
    {
      name: "the rest is handed over",
      why: "or no later page would ever be reached",
      pageSize: 2,
      next: "from-job-002",
    },
    { name: "a last one ends the sweep", why: "the next tick begins with it", pageSize: 500, next: undefined },
  ])("leaves a first page that takes a whole budget to the next tick: $name", async ({ pageSize, next }) => {
    const world = await crowd(3);
    const { list } = world.cluster;
    world.cluster.list = async (...query) => {
      const page = await list.apply(world.cluster, query);
      world.clock.skip(1_000_000);
      return page;
    };
    const report = await world.sweep({ pageSize });
    expect([report.seen, report.next?.continue]).toEqual([0, next]);
  });

  it("fails where the API server fails, so that the tick is sent again", async () => {
    const world = await crowd(1);
    world.cluster.faults = [{ verb: "list", code: "Unavailable" }];
    await expect(world.sweep()).rejects.toMatchObject({ code: "Unavailable" });
  });
});
