import { describe, expect, it } from "vitest";
import { runRow } from "../../world/scenario.ts";
import { allRows } from "./rows/all.ts";
import { allTold } from "./told/all.ts";

const topics = Object.entries(allRows).map(([topic, rows]) => ({ topic, rows }));

describe.each(topics)("$topic", ({ topic, rows }) => {
  it.each(rows)("$name ($why)", async (row) => {
    await runRow(row, allTold[topic]?.[row.name] ?? []);
  });

  it("tells the platform's events of nothing in rows that are not there (X6)", () => {
    const names = rows.map(({ name }) => name);
    expect(Object.keys(allTold[topic] ?? {}).filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});

it("tells the platform's events of nothing in topics that are not there", () => {
  expect(Object.keys(allTold).filter((topic) => allRows[topic] === undefined)).toEqual([]);
});
