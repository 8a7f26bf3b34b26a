import { describe, expect, it } from "vitest";
import { crashEverywhere } from "./crash-everywhere.ts";
import { snapshotStories } from "./trial.ts";

describe("a FlinkStateSnapshot whose operator dies at any of its calls", () => {
  it.each(snapshotStories)("$name", async (story) => {
    expect(await crashEverywhere(story)).toEqual([]);
  });
});
