import { describe, expect, it } from "vitest";
import { decideJob } from "../../../shared/autoscaler/decide/decide-job.ts";
import { readPeriods } from "../../../shared/autoscaler/decide/excluded-periods.ts";
import { gates } from "../../../shared/autoscaler/decide/gates.ts";
import { jobSituation } from "./situations.ts";

const low = { capacity: 12_100 };
const inside = { capacity: 14_100 };
const right = { capacity: 19_343 };
const high = { capacity: 33_000 };
const always = readPeriods("00:00-23:59");

describe("2.14: the job as a whole", () => {
  it.each([
    { name: "nothing to change", of: { a: right, b: right }, kind: "rest", changes: undefined },
    { name: "changes inside of the band alone", of: { a: right, b: inside }, kind: "rest", changes: undefined },
    {
      name: "one outside takes those inside along",
      of: { a: inside, b: low },
      kind: "scale",
      changes: { a: 9, b: 11 },
    },
    { name: "what waits does not move along", of: { a: high, b: low }, kind: "scale", changes: { b: 11 } },
  ])("$name", ({ of, kind, changes }) => {
    const decision = decideJob(jobSituation(of));
    expect(decision.kind).toBe(kind);
    const planned = decision.kind === "scale" ? decision.changes : [];
    expect(Object.fromEntries(planned.map(({ vertex, to }) => [vertex.id, to]))).toEqual(changes ?? {});
  });

  it("excluded vertices are not scaled, and what waits for them waits on", () => {
    const waits = { b: { first: 0, queue: [{ at: 0, parallelism: 4, isOutside: true }] } };
    const decision = decideJob(jobSituation({ a: right, b: low }, {}, { excluded: new Set(["b"]), delayed: waits }));
    expect(decision).toMatchObject({ kind: "rest", delayed: waits });
  });

  it("what waits is told whatever is decided (2.16)", () => {
    const of = { a: high, b: low };
    const delayed = { a: { first: 0 } };
    expect(decideJob(jobSituation(of))).toMatchObject({ kind: "scale", delayed });
    expect(decideJob(jobSituation(of, { scalingEnabled: false }))).toMatchObject({ kind: "blocked", delayed });
  });
});

describe("2.14: what keeps a decision from being carried out, in this order", () => {
  it("is pinned", () => {
    expect(gates.map(({ name }) => name)).toEqual(["scaling-disabled", "excluded-period", "quota"]);
  });

  const excludedPeriods = always.ok ? always.value : [];
  it.each([
    { set: { scalingEnabled: false, excludedPeriods, quotaCpu: 1 }, by: "scaling-disabled" },
    { set: { excludedPeriods, quotaCpu: 1 }, by: "excluded-period" },
    { set: { quotaCpu: 4 }, by: "quota" },
    { set: { quotaMemory: 4_096 }, by: "quota" },
    { set: { quotaCpu: 5 }, by: undefined },
  ])("$by", ({ set, by }) => {
    const decision = decideJob(jobSituation({ a: inside, b: low }, set));
    expect(decision.kind === "blocked" ? decision.block.by : undefined).toBe(by);
    expect(decision.kind).toBe(by === undefined ? "scale" : "blocked");
  });

  it("2.19: memory pressure comes before any vertex is looked at", () => {
    const situation = jobSituation({ a: right, b: low }, { gcPressureThreshold: 0.1 });
    const processes = { ...situation.evaluation.processes, gcPressure: 0.2 };
    const decision = decideJob({ ...situation, evaluation: { ...situation.evaluation, processes } });
    expect(decision).toEqual({ kind: "pressure", pressure: { of: "gcPressure", share: 0.2, threshold: 0.1 } });
  });
});
