import { describe, expect, it } from "vitest";
import { findExcluded } from "../../../shared/autoscaler/cycle/advance.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { toProcessSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import { emptyState } from "../../../shared/autoscaler/state/state.ts";
import { Rig, tooSmall } from "./cycle-rig.ts";
import { graphOf } from "./situations.ts";

const signal = new AbortController().signal;

describe("2.16, 2.22: what a cycle remembers of a rescale", () => {
  const uneven = { ...tooSmall, parallelism: { source: 2, work: 4 }, busy: { source: 1_000, work: 100 } };
  const stateOf = async (rig: Rig) => (await rig.store.load({ ...rig.context, now: 0 }, signal))?.state;

  it("a rescale of one vertex ends the waits of all, and the record is of that vertex alone", async () => {
    const rig = new Rig();
    rig.job = uneven;
    const { explanation, decision } = await rig.through(0, 20);
    expect(explanation.reason).toBe("Scaled");
    expect(decision).toMatchObject({ kind: "scale", delayed: { work: { queue: [{ parallelism: 2 }] } } });
    const state = await stateOf(rig);
    expect(state?.delayed).toEqual({});
    expect(Object.keys(state?.history ?? {})).toEqual(["source"]);
    expect(state?.desired?.parallelism, "vertices that are left as they are, too (1.4)").toMatchObject({ work: 4 });
  });

  it("what is not carried out leaves the waits", async () => {
    const rig = new Rig();
    rig.job = uneven;
    rig.set({ "scaling.enabled": "false" });
    expect((await rig.through(0, 20)).explanation.reason).toBe("AdviceOnly");
    expect((await stateOf(rig))?.delayed).toMatchObject({ work: { queue: [{ parallelism: 2 }] } });
  });
});

describe("2.3, 2.23: vertices that are not scaled in a cycle", () => {
  const id = "0".repeat(32);
  const vertex = (load: number) => ({ load, accumulatedBusyTime: 0, recordsIn: 0, recordsOut: 0 });
  const sample = { at: 0, vertices: { [id]: vertex(0.5), busy: vertex(0.5), blind: vertex(Number.NaN) } };
  const state = { ...emptyState(""), samples: [{ ...sample, processes: toProcessSample({}) }] };
  const graph = graphOf({ [id]: [], busy: [id], blind: [id], unread: [id] });

  it.each([
    { name: "without busy time, or not read at all", graph, named: [], is: ["blind", "unread"] },
    { name: "named by their ids", graph, named: [id], is: [id, "blind", "unread"] },
    { name: "finished", graph: graphOf({ busy: [] }, { isFinished: true }), named: [], is: ["busy"] },
  ])("$name", ({ graph: of, named, is }) => {
    const { excluded } = findExcluded({ ...usualOptions(), excludedVertices: named }, of, state);
    expect([...excluded].sort()).toEqual(is);
  });
});
