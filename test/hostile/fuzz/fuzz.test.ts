import { describe, expect, it } from "vitest";
import { member } from "../../../shared/core/json.ts";
import { blind, type Coverage, startCoverage } from "./coverage.ts";
import { finds } from "./finds.ts";
import { minimise } from "./minimise.ts";
import { type Found, search } from "./search.ts";
import { type Target, toValue } from "./target.ts";
import { targets } from "./targets/all.ts";

/** Runs a search for so many executions, whatever the time. */
function searched(target: Target, executions: number, coverage: Coverage = blind, seed = 7): Promise<Found> {
  return search(target, { seed, coverage, goesOn: (progress) => progress.executions < executions });
}

/** A part with a defect behind three steps; how far an input came shows in its behaviour, or in what ran alone. */
function defective(shows: boolean): Target {
  const run = (input: string) => {
    const reached = steps(toValue(input));
    if (reached === 3) throw new Error("a planted defect");
    return shows ? `step ${reached}` : "always the same";
  };
  return { name: "planted", about: "a defect", seeds: ['{"state":"x","policy":{"kind":"y"},"count":1}'], run };
}

function steps(value: unknown): number {
  if (member(value, "state") !== "RUNNING") return 0;
  if (member(member(value, "policy"), "kind") !== "PUT") return 1;
  return Array.isArray(member(value, "count")) ? 3 : 2;
}

const sound: Target = { ...defective(true), run: () => "x" };

describe("the fuzzer", () => {
  // First, since V8 counts no blocks of a function that ran before.
  it("finds a defect behind three steps by coverage", async () => {
    const coverage = startCoverage((url) => url.includes("/fuzz/fuzz.test"));
    const { failure } = await searched(defective(false), 30_000, coverage).finally(() => coverage.stop());
    expect(failure?.message).toBe("Error: a planted defect");
  });

  it("finds a defect behind three steps by behaviour, and the smallest input that shows it", async () => {
    const { failure } = await searched(defective(true), 30_000);
    expect(failure?.message).toBe("Error: a planted defect");
    expect(failure?.minimised).toMatch(/^\{("state":"RUNNING"|"policy":\{"kind":"PUT"\}|"count":\[\]|,){5}\}$/);
  });

  it("does not find it without either", async () => {
    expect((await searched(defective(false), 5_000)).failure).toBeUndefined();
  });

  it("finds none where there is none", async () => {
    const { failure, behaviours, corpus } = await searched(sound, 2_000);
    expect([failure, behaviours, corpus]).toEqual([undefined, 1, 2]);
  });

  it("notices that a built-in was changed", async () => {
    const pollutes = { ...sound, run: () => Object.assign(Object.prototype, { polluted: true }) && "x" };
    const { failure } = await searched(pollutes, 100).finally(() =>
      Reflect.deleteProperty(Object.prototype, "polluted"),
    );
    expect(failure?.message).toBe("Object.prototype was changed");
  });

  it("does the same twice with one seed", async () => {
    const runs = [await searched(defective(true), 2_000, blind, 3), await searched(defective(true), 2_000, blind, 3)];
    expect(runs[0]).toEqual(runs[1]);
  });

  it("leaves nothing out of an input that is needed", async () => {
    const fails = async (text: string) => text.includes("a") && text.includes("z");
    expect(await minimise("xxxxaxxxxxxzxxx", fails)).toBe("az");
  });

  it.each(finds)("$target: $why, and no longer does harm", async ({ target, input }) => {
    const behaviour = await targets.find(({ name }) => name === target)?.run(input);
    expect(behaviour).toMatch(/\S/);
  });

  it.each(targets)(
    "$name: nothing is found in a short search, which leads beyond the seeds (S1, S10, D5)",
    async (target) => {
      const found = await searched(target, 1_000);
      expect(found.failure).toBeUndefined();
      expect(found.corpus).toBeGreaterThan(target.seeds.length + 5);
    },
  );
});
