import { describe, expect, it } from "vitest";
import { crashEverywhere } from "../crash-everywhere.ts";
import { storiesOf } from "../trial.ts";

describe("a FlinkDeployment whose operator dies at any of its calls (8.1/31): shortages", () => {
  it.each(storiesOf("shortages"))("$name", async (story) => {
    expect(await crashEverywhere(story)).toEqual([]);
  });
});
