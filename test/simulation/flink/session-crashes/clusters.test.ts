import { describe, expect, it } from "vitest";
import { crashEverywhere } from "../crash-everywhere.ts";
import { sessionStoriesOf } from "../trial.ts";

describe("a FlinkSessionJob whose operator dies at any of its calls: clusters", () => {
  it.each(sessionStoriesOf("clusters"))("$name", async (story) => {
    expect(await crashEverywhere(story)).toEqual([]);
  });
});
