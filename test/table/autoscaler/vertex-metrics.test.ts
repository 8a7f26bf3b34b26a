import { describe, expect, it } from "vitest";
import { decideJob } from "../../../shared/autoscaler/decide/decide-job.ts";
import { gaugeNames } from "../../../shared/autoscaler/explain/gauges.ts";
import { makeVertexMetrics } from "../../../shared/autoscaler/explain/vertex-metrics.ts";
import { jobSituation } from "./situations.ts";

const guide = "flink_kubernetes_operator_autoscaler_";
const reference = "flink_k8soperator_resource_AutoScaler_jobVertexID_";
const jobOf = (name: string) => ({
  key: name,
  labels: { resourcetype: "FlinkDeployment", resourcens: "prod", resourcename: name },
});

/** A cycle of a job that is too small in both of its vertices. */
const cycleOf = (of: Parameters<typeof jobSituation>[0] = { a: { capacity: 12_100 }, b: { capacity: 14_100 } }) => {
  const situation = jobSituation(of);
  const decision = decideJob(situation);
  return { evaluation: situation.evaluation, decision, explanation: { reason: "Scaled" } as const };
};
const waiting = { explanation: { reason: "WindowFilling" } } as const;

const metricsOf = (most = 10) => {
  const clock = { now: 0 };
  const metrics = makeVertexMetrics({ most, now: () => clock.now });
  /** The value of each series of a name, by its labels. */
  const seriesOf = (name: string) =>
    metrics
      .text()
      .split("\n")
      .flatMap((line) => {
        const [, labels = "", value] = line.startsWith(`${name}{`) ? (/^[^{]+\{(.*)\} (\S+)$/.exec(line) ?? []) : [];
        return value === undefined ? [] : [[labels, value] as const];
      });
  return { clock, metrics, seriesOf };
};

describe("3.2, 5.2: metrics of vertices", () => {
  const labels = 'resourcetype="FlinkDeployment",resourcens="prod",resourcename="orders"';

  it("have the guide's names", () => {
    const { metrics, seriesOf } = metricsOf();
    metrics.note(jobOf("orders"), cycleOf({ a: { capacity: 12_100, demand: 12_000, lag: 500 } }));
    const vertex = `${labels},jobVertexID="a"`;
    expect(seriesOf(`${guide}current_parallelism`)).toEqual([[vertex, "6"]]);
    expect(seriesOf(`${guide}recommended_parallelism`)).toEqual([[vertex, "10"]]);
    expect(seriesOf(`${guide}vertex_busy_time`)).toHaveLength(1);
    expect(seriesOf(`${guide}vertex_backlog_processing_time`)).toEqual([[vertex, "5"]]);
    expect(seriesOf(`${guide}scaling_report`)).toEqual([[`${labels},reason="Scaled"`, "1"]]);
  });

  it("have the reference's names, all of them, each with its type once", () => {
    const { metrics, seriesOf } = metricsOf();
    metrics.note(jobOf("orders"), cycleOf());
    for (const name of gaugeNames) expect(seriesOf(reference + name.replace(".", "_")), name).toHaveLength(2);
    const types = metrics.text().match(/^# TYPE .*$/gm) ?? [];
    expect(new Set(types).size).toBe(types.length);
    expect(types).toHaveLength(gaugeNames.length + 6);
  });

  it.each([
    { name: "works it off", vertex: { capacity: 12_100, demand: 12_000, lag: 500 }, is: "5" },
    { name: "never works it off", vertex: { capacity: 12_000, demand: 12_000, lag: 500 }, is: "+Inf" },
    { name: "has none", vertex: { capacity: 1, demand: 12_000, lag: 0 }, is: "0" },
    { name: "has one that nobody knows", vertex: { capacity: 12_100, demand: 12_000, lag: Number.NaN }, is: "NaN" },
    { name: "can do nobody knows what", vertex: { capacity: Number.NaN, demand: 12_000, lag: 500 }, is: "NaN" },
    { name: "is no source", vertex: { capacity: 12_100, demand: 12_000 }, is: "NaN" },
  ])("time to work off a lag, of a vertex that $name", ({ vertex, is }) => {
    const { metrics, seriesOf } = metricsOf();
    metrics.note(jobOf("orders"), cycleOf({ a: vertex }));
    expect(seriesOf(`${guide}vertex_backlog_processing_time`).map(([, value]) => value)).toEqual([is]);
  });

  it("of the last cycle alone, which tells of no vertex where nothing was evaluated", () => {
    const { metrics, seriesOf } = metricsOf();
    metrics.note(jobOf("orders"), cycleOf());
    metrics.note(jobOf("orders"), waiting);
    expect(seriesOf(`${guide}current_parallelism`)).toEqual([]);
    expect(seriesOf(`${guide}scaling_report`)).toEqual([[`${labels},reason="WindowFilling"`, "1"]]);
  });

  it("of no more vertices than they may be; those that have room keep it, and who goes makes room", () => {
    const { metrics, seriesOf } = metricsOf(3);
    metrics.note(jobOf("first"), cycleOf());
    metrics.note(jobOf("second"), cycleOf());
    metrics.note(jobOf("third"), waiting);
    metrics.note(jobOf("fourth"), waiting);
    metrics.note(jobOf("first"), cycleOf());
    const told = () => seriesOf(`${guide}scaling_report`).map(([of]) => /resourcename="(\w+)"/.exec(of)?.[1]);
    expect(told()).toEqual(["third", "first"]);
    expect(metrics.text()).toContain(`\n${guide}vertices_left_out 2\n`);
    metrics.forget("first");
    metrics.note(jobOf("second"), cycleOf());
    expect(told()).toEqual(["third", "second"]);
    expect(metrics.text()).toContain(`\n${guide}vertices_left_out 0\n`);
  });

  it("of none where none is asked for", () => {
    const { metrics, seriesOf } = metricsOf(0);
    metrics.note(jobOf("orders"), cycleOf());
    expect(seriesOf(`${guide}scaling_report`)).toEqual([]);
  });

  it("not of a job that had no cycle for ten minutes", () => {
    const { clock, metrics, seriesOf } = metricsOf();
    metrics.note(jobOf("gone"), cycleOf());
    clock.now = 300_000;
    metrics.note(jobOf("there"), cycleOf());
    clock.now = 600_000;
    expect(seriesOf(`${guide}scaling_report`)).toHaveLength(1);
  });

  it("with labels that nothing in a name ends", () => {
    const { metrics } = metricsOf();
    metrics.note({ key: "k", labels: { job_name: 'a "b"\\\nc' } }, waiting);
    expect(metrics.text()).toContain(String.raw`scaling_report{job_name="a \"b\"\\\nc",reason="WindowFilling"} 1`);
  });
});
