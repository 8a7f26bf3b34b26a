import { describe, expect, it } from "vitest";
import type { Settings } from "../../../simulators/flink/knobs.ts";
import { faultOf } from "../../fault-of.ts";
import { start } from "./start.ts";

const jobId = "000000000000000000000000000000a1";
const savepoint = { triggerId: `${"0".repeat(30)}51`, targetDirectory: undefined, formatType: "CANONICAL" } as const;

/** What a knob does to one write, by the word of the adapter that ships, and to the cluster. */
const rows: readonly {
  name: string;
  why: string;
  knob: Settings;
  code: string;
  applied: "no" | "maybe";
  taken: number;
}[] = [
  { name: "rate5xx", why: "nobody leads", knob: { rate5xx: 1 }, code: "Unavailable", applied: "maybe", taken: 0 },
  {
    name: "error 500",
    why: "Flink failed on it",
    knob: { next: [{ kind: "error", status: 500 }] },
    code: "Unavailable",
    applied: "maybe",
    taken: 0,
  },
  {
    name: "error 429",
    why: "a proxy holds back",
    knob: { next: [{ kind: "error", status: 429 }] },
    code: "Throttled",
    applied: "no",
    taken: 0,
  },
  { name: "htmlNotFound", why: "a proxy", knob: { htmlNotFound: 1 }, code: "Malformed", applied: "maybe", taken: 0 },
  { name: "garbage", why: "a login page", knob: { garbage: 1 }, code: "Malformed", applied: "maybe", taken: 0 },
  { name: "cutShort", why: "half an answer", knob: { cutShort: 1 }, code: "Malformed", applied: "maybe", taken: 1 },
  { name: "hang", why: "no answer in time", knob: { hang: 1 }, code: "Unavailable", applied: "maybe", taken: 0 },
  {
    name: "resetBeforeCommit",
    why: "no effect, which nobody knows",
    knob: { next: [{ kind: "resetBeforeCommit" }] },
    code: "Unavailable",
    applied: "maybe",
    taken: 0,
  },
  {
    name: "resetAfterCommit",
    why: "an effect, which nobody knows",
    knob: { resetAfterCommit: 1 },
    code: "Unavailable",
    applied: "maybe",
    taken: 1,
  },
];

/** A job that runs, and how many savepoints were taken of it once all faults are gone. */
async function running() {
  const world = await start({ jobs: [{ id: jobId, name: "orders", parallelism: 1 }] });
  const { site, flink, endpoint, wait } = world;
  wait(5_000);
  const taken = async () => {
    site.configure({
      rate5xx: 0,
      htmlNotFound: 0,
      garbage: 0,
      cutShort: 0,
      hang: 0,
      resetAfterCommit: 0,
      duplicate: 0,
    });
    wait(2_000);
    await flink.overview(endpoint);
    return site.cluster.storage.filter(({ isSavepoint }) => isSavepoint).length;
  };
  return { ...world, taken };
}

describe("a write while a fault is on", () => {
  it.each(rows)("$name is $code, applied: $applied ($why)", async ({ knob, code, applied, taken: expected }) => {
    const { site, flink, endpoint, taken } = await running();
    site.configure(knob);
    expect(await faultOf(flink.savepoint(endpoint, jobId, savepoint))).toMatchObject({ code, applied });
    expect(await taken()).toBe(expected);
  });

  it.each(rows)("$name: sent again after it, there is one savepoint ($why)", async ({ knob }) => {
    const { site, flink, endpoint, taken } = await running();
    site.configure(knob);
    await faultOf(flink.savepoint(endpoint, jobId, savepoint));
    await taken();
    await flink.savepoint(endpoint, jobId, savepoint);
    expect(await taken()).toBe(1);
  });

  it("duplicate: delivered twice under one trigger id, it is one savepoint", async () => {
    const { site, flink, endpoint, taken } = await running();
    site.configure({ duplicate: 1 });
    await flink.savepoint(endpoint, jobId, savepoint);
    expect(await taken()).toBe(1);
  });

  it("delay: it takes effect late, and its caller has long heard that nobody knows", async () => {
    const { site, flink, endpoint, taken } = await running();
    site.configure({ next: [{ kind: "delay", ms: 50 }] });
    await faultOf(flink.savepoint(endpoint, jobId, savepoint, AbortSignal.timeout(10)));
    await expect.poll(() => site.calls.some(({ fault }) => fault === "delay")).toBe(true);
    expect(await taken()).toBe(1);
  });
});

describe("a read while a fault is on", () => {
  it("is sent again where the fault passes", async () => {
    const { site, flink, endpoint } = await running();
    site.configure({ next: [{ kind: "error" }, { kind: "resetBeforeCommit" }] });
    expect(await flink.overview(endpoint)).toMatchObject([{ jobId }]);
    expect(site.calls.map(({ status, fault }) => [status, fault])).toEqual([
      [503, "error"],
      [0, "resetBeforeCommit"],
      [200, undefined],
    ]);
  });

  it("triggers are forgotten at once where the knob says so", async () => {
    const { site, flink, endpoint, wait } = await running();
    site.configure({ delays: { rememberedMs: 0 } });
    await flink.savepoint(endpoint, jobId, savepoint);
    wait(2_000);
    expect(await flink.savepointStatus(endpoint, jobId, savepoint.triggerId)).toBeUndefined();
    expect((await flink.observe(endpoint, jobId)).checkpoints?.savepoint).toBeDefined();
  });
});

describe("close", () => {
  it("ends what hangs, and what is delayed", async () => {
    const { site, flink, endpoint, close } = await running();
    site.configure({ hang: 1 });
    const hanging = faultOf(flink.cancel(endpoint, jobId));
    await expect.poll(() => site.calls.length).toBe(1);
    site.configure({ hang: 0, latencyMs: [60_000, 60_000] });
    const slow = faultOf(flink.cancel(endpoint, jobId));
    await close();
    expect(await Promise.all([hanging, slow])).toMatchObject([{ code: "Unavailable" }, { code: "Unavailable" }]);
  });
});
