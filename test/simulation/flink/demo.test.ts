import { expect, it } from "vitest";
import { FlinkStage } from "../../../cli/demo/flink/stage.ts";
import { tellFlink } from "../../../cli/demo/flink/story.ts";
import type { Screen } from "../../../cli/demo/screen.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";

const nothing = () => undefined;

/** A screen that keeps what is said. */
function noting() {
  const lines: string[] = [];
  const print = (...more: readonly string[]) => void lines.push(...more);
  const screen: Screen = { heading: print, say: print, command: print, check: print, fail: print, wait: () => nothing };
  return { lines, screen };
}

it("the demo of Flink comes to its end, the same in every run", async () => {
  const [one, two] = [noting(), noting()];
  expect([await tellFlink(one.screen), await tellFlink(two.screen)]).toEqual([0, 0]);
  expect(one.lines).toEqual(two.lines);
  expect(one.lines).toContain("Done: 9 steps as expected");
});

it("the demo of Flink shows what each step costs, call by call", async () => {
  const { lines, screen } = noting();
  await tellFlink(screen);
  const costs = lines.flatMap((line) => (line.includes("; calls: ") ? [line.match(/\d+/g)?.map(Number)] : []));
  const [deploy, tick, ...others] = costs;
  // Passes, and calls for resources, for their objects, to Flink, and events.
  expect([deploy, tick]).toEqual([
    [6, 14, 13, 6, 4],
    [0, 3, 1, 2, 0],
  ]);
  expect(others).toHaveLength(6);
  for (const [passes = 0, resources = 0, objects = 0, flink = 0] of others.map((one) => one ?? [])) {
    expect(passes).toBeGreaterThan(2);
    // What a pass costs on average, its writes included.
    expect([resources / passes, objects / passes, flink / passes].map(Math.ceil)).toEqual([
      expect.toSatisfy((calls: number) => calls <= 4),
      expect.toSatisfy((calls: number) => calls <= 3),
      expect.toSatisfy((calls: number) => calls <= 3),
    ]);
  }
});

it("a step of it fails with what was expected and what is there", async () => {
  const stage = new FlinkStage(noting().screen);
  stage.world.cluster.create(flinkApplication());
  stage.step("a step");
  await stage.settle("orders");
  expect(() => stage.status("orders", ["lifecycleState"], "FAILED")).toThrow('expected "FAILED", found "STABLE"');
  expect(() => stage.condition("orders", "Running", "Failed")).toThrow('expected "Failed", found "Running"');
  expect(() => stage.starts(2)).toThrow("expected 2, found 1");
  expect(() => stage.tally({ flink: 99 })).toThrow("calls: flink: expected 99");
});
