import { describe, expect, it } from "vitest";
import { startEmbeddedPlatform as startPlatform } from "../../../cli/demo/embedded-platform.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { searchBatch } from "./batch.ts";
import { bundleMutant, mutants } from "./mutants.ts";
import { makePlan } from "./plan.ts";
import { seedsOf } from "./seeds.ts";
import { searchSlice } from "./slice.ts";

const folder = temporaryFolders();

/** True where the platform takes a savepoint of a job that was started, and its answer is lost. */
function losesSavepoint(seed: number): boolean {
  return makePlan(seed).chapters.some(({ moments, faults }) => {
    const runs = moments[1]?.deed === "run" && /^ask(Savepoint|Both)$/.test(moments[2]?.deed ?? "");
    const lost = faults.some(({ kind, call, fault }) => {
      const after = fault.kind === "cut" || ("when" in fault && fault.when === "after");
      return kind === "POST savepoints" && call === 1 && after;
    });
    return runs && lost;
  });
}

describe.concurrent("processes that die, requests that fail, events that go astray", { timeout: 300_000 }, () => {
  it("break nothing over real sockets: fixed seeds and new ones (S1, S2, S3, S7, S8, L1, L4)", async () => {
    const fixed = { first: 0, last: 15 };
    const slice = { platform: "embedded", startPlatform, fixed, fresh: 8, folder: folder("search") } as const;
    const { figures, met } = await searchSlice(slice);
    // A search in which nothing happens would find nothing either.
    expect(figures.kills).toBeGreaterThan(12);
    expect(met.size).toBeGreaterThan(12);
  });

  it("show a defect: a savepoint that is not looked for before it is asked for again (S2, D6)", async () => {
    const mutant = mutants.find(({ name }) => name === "no-look");
    if (mutant === undefined) throw new Error("there is no such mutant");
    const bundles = await bundleMutant(mutant, folder("mutant"));
    const seeds = seedsOf([{ first: 0, last: 199 }])
      .filter(losesSavepoint)
      .slice(0, 12);
    const given = { seeds, storm: 0, startPlatform, bundles, folder: folder("search") };
    const shown = (await searchBatch(given)).findings.map(({ what }) => what);
    expect(shown).toContainEqual(expect.stringMatching(/^S2: a second savepoint/));
  });
});
