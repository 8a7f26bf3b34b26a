import { describe, expect, it } from "vitest";
import { crashEverywhere } from "../crash-everywhere.ts";
import { storiesOf } from "../trial.ts";

describe("a FlinkDeployment whose operator dies at any of its calls (8.1/31): snapshots", () => {
  it.each(storiesOf("snapshots"))("$name", async (story) => {
    expect(await crashEverywhere(story)).toEqual([]);
  });
});
