import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryToSet } from "../../shared/autoscaler/decide/plan-memory.ts";
import { toConfigurationChanges, tuneMemory } from "../../shared/autoscaler/tuning/tune-memory.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { readMemorySpec } from "../../shared/flink/task-manager-memory.ts";
import { objectionToMemory } from "../../shared/flink/tuned-memory.ts";
import { flinkApplication } from "../builders/flink-deployment.ts";
import { graphOf, jobSituation } from "../table/autoscaler/situations.ts";

const mib = 2 ** 20;
/** Shares are rounded up, at the expense of the heap: by 32 MiB at most, of these processes. */
const leastHeap = 32 * mib;
const graph = graphOf({ a: [], b: ["a"] });
const settings = {} as unknown as Settings;

const situations = fc.record({
  process: fc.integer({ min: 1_024, max: 16_384 }),
  fraction: fc.constantFrom("0.0", "0.1", "0.4"),
  heapUsed: fc.integer({ min: leastHeap, max: 4_096 * mib }),
  metaspaceUsed: fc.integer({ min: 0, max: 256 * mib }),
  managedUsed: fc.constantFrom(0, 1),
  slots: fc.integer({ min: 1, max: 16 }),
  before: fc.integer({ min: 1, max: 20 }),
  after: fc.integer({ min: 1, max: 20 }),
  maximize: fc.boolean(),
});

describe("memory that is set", () => {
  it("is never more than specified, and such that Flink starts with it (2.21)", () => {
    let set = 0;
    fc.assert(
      fc.property(situations, (one) => {
        const configuration = { "taskmanager.memory.managed.fraction": one.fraction };
        const resource = { memory: `${one.process}m` };
        const object = flinkApplication({ flinkConfiguration: configuration, taskManager: { resource } });
        const reading = readMemorySpec({ resource }, configuration);
        if (!reading.ok) return;
        const { evaluation, options } = jobSituation({ a: {} }, { memoryTuning: true });
        const use = { heapUsed: one.heapUsed, metaspaceUsed: one.metaspaceUsed, managedUsed: one.managedUsed };
        const tuned = tuneMemory({
          ...{ spec: reading.value, use, graph, parallelismOf: () => 6, slotsPerTaskManager: one.slots },
          taskManagers: { before: one.before, after: one.after },
          options: { ...options, memoryTuningMaximizeManaged: one.maximize },
        });
        const processes = { ...evaluation.processes, ...use };
        const memory = memoryToSet({ options, evaluation: { ...evaluation, processes } }, tuned);
        if (memory === undefined) return;
        set += 1;
        expect(memory.total).toBeLessThanOrEqual(reading.value.total);
        expect([one, objectionToMemory(object, toConfigurationChanges(memory), settings)]).toEqual([one, undefined]);
      }),
    );
    expect(set).toBeGreaterThan(10);
  });
});
