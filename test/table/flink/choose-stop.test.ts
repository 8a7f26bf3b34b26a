import { describe, expect, it } from "vitest";
import { chooseStop, stopChain } from "../../../shared/flink/choose-stop.ts";
import { stopAtRiskRows } from "./rows/choose-stop-at-risk.ts";
import { stopKnownRows } from "./rows/choose-stop-known.ts";
import { stopRunningRows } from "./rows/choose-stop-running.ts";
import { usual } from "./stopping.ts";

const rows = [...stopKnownRows, ...stopRunningRows, ...stopAtRiskRows];

describe("how a job is stopped so that no state is lost (2.7)", () => {
  it.each(rows)("$name", ({ given, rule, stop }) => {
    const chosen = chooseStop({ ...usual, ...given });
    expect(chosen.rule).toBe(rule);
    expect(chosen.result).toMatchObject(stop);
  });

  it("tries each rule with some row", () => {
    expect(new Set(rows.map(({ rule }) => rule))).toEqual(new Set(stopChain.map(({ name }) => name)));
  });
});
