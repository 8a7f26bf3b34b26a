import { describe, expect, it } from "vitest";
import { startEmbeddedPlatform as startPlatform } from "../../../cli/demo/embedded-platform.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { searchBatch } from "./batch.ts";
import { bundleMutant, mutants } from "./mutants.ts";
import { freshSeed, searchSlice, seedsOf } from "./slice.ts";

const folder = temporaryFolders();
const fixed = { first: 0, seeds: 16, storm: 0, platform: "embedded" } as const;
const fresh = freshSeed();

describe.concurrent("processes that die, requests that fail, events that go astray", { timeout: 150_000 }, () => {
  const rows = [
    { name: "fixed seeds", start: fixed },
    { name: "seeds that nobody has tried", start: { ...fixed, first: fresh, seeds: 8, storm: fresh } },
  ];
  it.each(rows)("break nothing over real sockets: $name, $start (S1, S2, S3, S7, S8, L1, L4)", async ({ start }) => {
    const { figures, met } = await searchSlice(start, { startPlatform, folder: folder("search") });
    // A search in which nothing happens would find nothing either.
    expect(figures.kills).toBeGreaterThan(start.seeds / 2);
    expect(met.size).toBeGreaterThan(start.seeds / 2);
  });

  it("show a defect: a finalizer that goes although the deletion was not answered (S8)", async () => {
    const mutant = mutants.find(({ name }) => name === "early-release");
    if (mutant === undefined) throw new Error("there is no such mutant");
    const bundles = await bundleMutant(mutant, folder("mutant"));
    const given = { seeds: seedsOf(fixed), storm: fixed.storm, startPlatform, bundles, folder: folder("search") };
    const { findings } = await searchBatch(given);
    expect(findings.map(({ what }) => what)).toContain("S8: the finalizer went before the deployment");
  });
});
