import { describe, expect, it } from "vitest";
import { crashEverywhere } from "../crash-everywhere.ts";
import { sessionStoriesOf } from "../trial.ts";

describe("a FlinkSessionJob whose operator dies at any of its calls: endings", () => {
  it.each(sessionStoriesOf("endings"))("$name", async (story) => {
    expect(await crashEverywhere(story)).toEqual([]);
  });
});
