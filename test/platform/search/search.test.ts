import { describe, expect, it } from "vitest";
import { startEmbeddedPlatform as startPlatform } from "../../../cli/demo/embedded-platform.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { searchBatch } from "./batch.ts";
import { bundleMutant, mutants } from "./mutants.ts";
import { seedsOf } from "./seeds.ts";
import { searchSlice } from "./slice.ts";

const folder = temporaryFolders();

describe.concurrent("processes that die, requests that fail, events that go astray", { timeout: 150_000 }, () => {
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
    const shown: string[] = [];
    // Processes and sockets have moods of their own: what one batch does not meet another one does.
    for (let first = 0; first < 48 && shown.length === 0; first += 16) {
      const seeds = seedsOf([{ first, last: first + 15 }]);
      const { findings } = await searchBatch({ seeds, storm: first, startPlatform, bundles, folder: folder("search") });
      shown.push(...findings.map(({ what }) => what));
    }
    expect(shown).toContainEqual(expect.stringMatching(/^S2: a second savepoint/));
  });
});
