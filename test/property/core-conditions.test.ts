import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnyRow, type Condition, frozen, judgeAll, type Verdict } from "../../shared/core/condition.ts";
import { seeded } from "./json-arbitrary.ts";

/** What each of three rows judges: a verdict, nothing, or what was there before. */
type Evidence = Readonly<Record<"Good" | "Bad" | "Third", Verdict | typeof frozen | undefined>>;

const row = (type: keyof Evidence, healthyWhen: "True" | "False"): AnyRow<Evidence> => ({
  type,
  healthyWhen,
  summary: "",
  reasons: {},
  judge: (evidence) => evidence[type],
});

const rows = [row("Good", "True"), row("Bad", "False"), row("Third", "True")];
const aggregate = { type: "Healthy", summary: "", allMet: "AllMet", severalFailing: "SeveralFailing" };
const [early, late] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
const [earlyMs, lateMs] = [early, late].map(Date.parse) as [number, number];

const verdict: fc.Arbitrary<Verdict> = fc.record({
  status: fc.constantFrom("True", "False", "Unknown"),
  reason: fc.constantFrom("One", "Two"),
  message: fc.constantFrom("", "text"),
});
const judged = fc.oneof(verdict, fc.constant(undefined), fc.constant(frozen));
const evidence: fc.Arbitrary<Evidence> = fc.record({ Good: judged, Bad: judged, Third: judged });

function judge(what: Evidence, previous: readonly Condition[] = [], now = earlyMs): Condition[] {
  return judgeAll(rows, aggregate, what, { previous, now, generation: 1, conclusive: true });
}

describe("conditions", () => {
  it("that are informational are shown as ever and do not count for the aggregate (AMB-6)", () => {
    fc.assert(
      fc.property(evidence, (what) => {
        const circumstances = {
          previous: [],
          now: earlyMs,
          generation: 1,
          conclusive: true,
          informational: ["Bad", "Third"],
        };
        const [healthy, ...shown] = judgeAll(rows, aggregate, what, circumstances);
        expect(shown).toEqual(judge(what).slice(1));
        const [alone] = judge({ ...what, Bad: undefined, Third: undefined });
        expect(healthy).toEqual(alone);
      }),
      seeded(500),
    );
  });

  it("have the aggregate first, then one per row that has something to say, in the order of the rows, every time", () => {
    fc.assert(
      fc.property(evidence, (what) => {
        const present = rows.map(({ type }) => type).filter((type) => typeof what[type as keyof Evidence] === "object");
        expect(judge(what).map(({ type }) => type)).toEqual(["Healthy", ...present]);
      }),
      seeded(500),
    );
  });

  it("are healthy exactly when every present one has its healthy status (R81–R83)", () => {
    fc.assert(
      fc.property(evidence, (what) => {
        const [healthy, ...others] = judge(what);
        const sick = others.filter(({ type, status }) => status !== (type === "Bad" ? "False" : "True"));
        const reasons = ["AllMet", sick[0]?.reason, "SeveralFailing", "SeveralFailing"];
        expect([healthy?.status, healthy?.reason]).toEqual([
          sick.length === 0 ? "True" : "False",
          reasons[sick.length],
        ]);
        for (const one of sick) expect(healthy?.message).toContain(`${one.type}: ${one.reason}: ${one.message}`);
      }),
      seeded(500),
    );
  });

  it("keep their time while their status stays, whatever their reason, and take the new time when it moves (AMB-29)", () => {
    fc.assert(
      fc.property(evidence, evidence, (before, after) => {
        const previous = judge(before);
        const times = new Map(previous.map((one) => [one.type, one]));
        for (const one of judge(after, previous, lateMs)) {
          const same = times.get(one.type)?.status === one.status;
          expect(one.lastTransitionTime).toBe(same ? early : late);
        }
      }),
      seeded(500),
    );
  });

  it("do not move when they are judged again", () => {
    fc.assert(
      fc.property(evidence, evidence, (before, after) => {
        const once = judge(after, judge(before), lateMs);
        expect(judge(after, once, Date.parse("2026-01-03T00:00:00Z"))).toEqual(once);
      }),
      seeded(500),
    );
  });

  it("stay as they were where nothing can be known", () => {
    fc.assert(
      fc.property(evidence, (before) => {
        const previous = judge(before);
        expect(judge({ Good: frozen, Bad: frozen, Third: frozen }, previous, lateMs)).toEqual(previous);
      }),
      seeded(500),
    );
  });

  it("have messages that the API server takes and gives back unchanged", () => {
    const message = `${"x".repeat(40_000)}`;
    const broken: Verdict = { status: "False", reason: "One", message: "half a \ud83d" };
    const conditions = judge({ Good: { status: "False", reason: "One", message }, Bad: undefined, Third: broken });
    expect(conditions.map((one) => [one.message.length <= 32_768, one.message.isWellFormed()])).toEqual(
      Array(3).fill([true, true]),
    );
  });
});
