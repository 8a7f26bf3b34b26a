import { describe, expect, it } from "vitest";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";

const linesOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(name));

describe("metrics", () => {
  it("count what came before the first scrape as well as what came after", async () => {
    const metrics = makeMetrics();
    metrics.pass("VvpDeployment", "settled", 0.02);
    expect(linesOf(await metrics.text(), "weir_passes_total")).toEqual([
      'weir_passes_total{kind="VvpDeployment",end="settled"} 1',
    ]);
    metrics.pass("VvpDeployment", "settled", 0.02);
    metrics.pass("VvpDeployment", "moving", 0.3);
    expect(linesOf(await metrics.text(), "weir_passes_total")).toEqual([
      'weir_passes_total{kind="VvpDeployment",end="settled"} 2',
      'weir_passes_total{kind="VvpDeployment",end="moving"} 1',
    ]);
  });

  it("have few labels, whatever types of events strangers send", async () => {
    const metrics = makeMetrics();
    for (let index = 0; index < 100; index += 1) metrics.event(`stranger.${index}`, 400);
    metrics.event("dev.weir.follow", 204);
    expect(linesOf(await metrics.text(), "weir_events_total")).toEqual([
      'weir_events_total{type="other",status="400"} 100',
      'weir_events_total{type="dev.weir.follow",status="204"} 1',
    ]);
  });

  it("count answers of admission", async () => {
    const metrics = makeMetrics();
    metrics.review("VvpDeployment", true);
    metrics.review("VvpDeployment", false);
    expect(linesOf(await metrics.text(), "weir_admission_reviews_total")).toHaveLength(2);
  });

  it("count what the platform's events were told, and what they were not (X8)", async () => {
    const metrics = makeMetrics();
    for (const result of ["done", "done", "failed"]) metrics.announcement(result);
    expect(linesOf(await metrics.text(), "weir_announcements_total")).toEqual([
      'weir_announcements_total{result="done"} 2',
      'weir_announcements_total{result="failed"} 1',
    ]);
  });

  it("counts cycles of the autoscaler, by what came of them", async () => {
    const metrics = makeMetrics();
    const cycles = [
      ...[["Balanced", "balanced"] as const, ["Scaled", "scalings"] as const, ["Failed", "errors"] as const],
      ...[["Stabilizing", undefined] as const, ["ScaleDownDelayed", "balanced"] as const],
    ];
    for (const [reason, counter] of cycles) metrics.cycle("FlinkDeployment", reason, counter);
    const text = await metrics.text();
    expect(linesOf(text, "weir_autoscaler_cycles_total")).toHaveLength(5);
    expect(linesOf(text, "flink_kubernetes_operator_autoscaler_")).toEqual([
      'flink_kubernetes_operator_autoscaler_scalings{resourcetype="FlinkDeployment"} 1',
      'flink_kubernetes_operator_autoscaler_errors{resourcetype="FlinkDeployment"} 1',
      'flink_kubernetes_operator_autoscaler_balanced{resourcetype="FlinkDeployment"} 2',
    ]);
  });

  it("of one process are its own", async () => {
    const [one, other] = [makeMetrics(), makeMetrics()];
    one.pass("VvpDeployment", "settled", 0.01);
    expect(linesOf(await other.text(), "weir_passes_total")).toEqual([]);
    expect(one.contentType).toContain("text/plain");
  });
});
