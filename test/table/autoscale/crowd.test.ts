import { describe, expect, it } from "vitest";
import { sweepJobs } from "../../../functions/autoscale/sweep-jobs.ts";
import { adaptive } from "../../simulation/flink/acts.ts";
import { autoscaled } from "../../simulation/flink/wishes.ts";
import { runningApplication } from "../../world/running-application.ts";
import { countHeld } from "./collect-garbage.ts";
import { CrowdPorts } from "./crowd-ports.ts";

const size = 1_000;
const bounds = { pageSize: 100, concurrency: 16, budgetMs: Number.POSITIVE_INFINITY };

const crowd = async () => new CrowdPorts(await runningApplication(adaptive, autoscaled), size);
const sweep = (ports: CrowdPorts) =>
  sweepJobs({ engine: ports.engine(), ...bounds }, undefined, new AbortController().signal);

describe("a tick over 1,000 jobs", () => {
  it("has no more of them under way than it may, and does not take them one by one", async () => {
    const ports = await crowd();
    expect(await sweep(ports)).toMatchObject({ cycles: size, failed: 0, pages: 10 });
    const { measured, states } = ports;
    expect([measured.mostAtOnce, states.mostAtOnce]).toEqual([bounds.concurrency, bounds.concurrency]);
  });

  it("holds one page at most, and nothing of a job that is done: not what was read of it, nor its state", async () => {
    const ports = await crowd();
    const held: (readonly number[])[] = [];
    const lists = [ports.resources, ports.measured, ports.states].map(({ references }) => references);
    const look = async () => void held.push(await countHeld(...lists));
    ports.beforePage = look;
    for (let minute = 0; minute < 2; minute += 1) {
      ports.now += 60_000;
      await sweep(ports);
    }
    await look();
    expect(lists.map(({ length }) => length)).toEqual([2 * size, 2 * size, size]);
    const shown = ports.vertices.text().match(/^flink_kubernetes_operator_autoscaler_current_parallelism\{/gm);
    expect(shown, "metrics tell of as many as they may").toHaveLength(200);
    const [resources = [], measured = [], states = []] = [0, 1, 2].map((list) =>
      held.map((counts) => counts[list] ?? 0),
    );
    expect(Math.max(...resources)).toBeLessThanOrEqual(bounds.pageSize);
    expect(Math.max(...measured)).toBeLessThanOrEqual(bounds.concurrency);
    expect(Math.max(...states)).toBeLessThanOrEqual(bounds.concurrency);
  });
});
