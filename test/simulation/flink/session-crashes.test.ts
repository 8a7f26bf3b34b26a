import { describe, expect, it } from "vitest";
import { crashEverywhere } from "./crash-everywhere.ts";
import { sessionStories } from "./trial.ts";

describe("a FlinkSessionJob whose operator dies at any of its calls", { timeout: 120_000 }, () => {
  it.each(sessionStories)("$name", async (story) => {
    expect(await crashEverywhere(story)).toEqual([]);
  });
});
