import { beforeAll, describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { Crowd } from "./crowd.ts";

const size = 1_000;
/** Milliseconds; a machine with much else to do takes its time. */
const timeout = 300_000;
const each = (calls: number) => calls * size;
const crowd = new Crowd(size);
const { world } = crowd;
let first: Readonly<Record<string, number>>;
let seconds: number;

beforeAll(async () => {
  const { moving } = await crowd.sweep();
  seconds = await crowd.follow(moving);
  first = crowd.count();
}, timeout);

describe("1,000 FlinkDeployments on simulated Flink", () => {
  it("settle from one tick on, each with one job, all at the same time", () => {
    expect(seconds).toBeLessThan(20);
    expect(world.kubelet.started).toHaveLength(size);
    expect(world.cluster.all().filter(({ status }) => at(status, "lifecycleState") === "STABLE")).toHaveLength(size);
  });

  it("cost the API server as much each as one alone does", () => {
    expect(first["objects apply"] ?? 0).toBe(each(4));
    expect(first["api patch"] ?? 0).toBeLessThanOrEqual(each(4));
    expect(first["api patch status"] ?? 0).toBeLessThanOrEqual(each(6));
  });

  it("cost a tick one read and two calls of Flink each when nothing moves, and no write", { timeout }, async () => {
    world.skip(60_000);
    const { report } = await crowd.sweep();
    expect(report).toMatchObject({ seen: size, quiet: size, passes: 0, statusWrites: 0, failed: 0 });
    expect(crowd.count()).toEqual({ "api list": 2, "objects get": each(1), "flink GET": each(2) });
  });

  it("a burst of edits is not held up by a sweep under way", { timeout }, async () => {
    const edited = crowd.names.slice(-50);
    world.skip(60_000);
    const ended: string[] = [];
    const sweeping = crowd.sweep().then(({ report }) => {
      ended.push("sweep");
      return report;
    });
    for (const name of edited) world.cluster.edit(name, { spec: { job: { args: ["--env", "burst"] } } });
    await Promise.all(edited.map((name) => crowd.look(name).then(() => void ended.push(name))));
    // The sweep has its turns beside them, and every edit had its pass before the sweep had half of its own.
    const share = crowd.count()["objects get"] ?? 0;
    expect(ended).toEqual(expect.arrayContaining(edited));
    expect(ended).not.toContain("sweep");
    expect(share).toBeLessThan(each(0.5));
    expect((await sweeping).seen).toBe(size);
    await crowd.follow(edited);
    expect(world.kubelet.started).toHaveLength(size + edited.length);
    expect(world.kubelet.started.filter(({ lost }) => lost > 0)).toEqual([]);
  });
});
