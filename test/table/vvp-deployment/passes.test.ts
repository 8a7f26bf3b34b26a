import { describe, it } from "vitest";
import { runRow } from "../../world/scenario.ts";
import { allRows } from "./rows/all.ts";

describe.each(Object.entries(allRows).map(([topic, rows]) => ({ topic, rows })))("$topic", ({ rows }) => {
  it.each(rows)("$name ($why)", async (row) => {
    await runRow(row);
  });
});
