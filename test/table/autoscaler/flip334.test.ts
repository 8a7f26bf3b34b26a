import { describe, expect, it } from "vitest";
import { compat } from "../../../shared/autoscaler/cycle/profile.ts";
import type {
  AutoScalerHandler,
  AutoScalerStateStore,
  JobAutoScalerContext,
} from "../../../shared/autoscaler/flip334/interfaces.ts";
import { makeJobAutoScaler, stateKey, versionKey } from "../../../shared/autoscaler/flip334/job-autoscaler.ts";
import type { LookMemo } from "../../../shared/autoscaler/sample/reading.ts";
import { type Job, minute, readingOf, tooSmall } from "./cycle-rig.ts";

type Client = { readonly job: Job };
/** As a platform on Kubernetes or YARN would have it. */
type Key = { readonly queue: string; readonly name: string };
const payments: Key = { queue: "team", name: "payments" };

/** A platform that is written against FLIP-334 alone. */
class Platform {
  time = 0;
  jobVersion = 1;
  isRunning = true;
  failure: string | undefined;
  readonly calls: string[] = [];
  readonly gauges = new Map<string, number>();
  readonly texts = new Map<string, string>();
  readonly looks: { readonly key: string; readonly memo: LookMemo | undefined }[] = [];

  readonly stateStore: AutoScalerStateStore = {
    get: async (key) => this.texts.get(key),
    put: async (key, value) => void this.texts.set(key, value),
    remove: async (key) => void this.texts.delete(key),
    flush: async () => void this.calls.push("flush"),
  };

  readonly handler: AutoScalerHandler<Key, string, Client> = {
    handlerScalingError: async ({ extraJobInfo }, message) => void this.calls.push(`error ${extraJobInfo}: ${message}`),
    handlerScalingReport: async (_, message) => void this.calls.push(`report: ${message}`),
    handlerIneffectiveScaling: async (_, message) => void this.calls.push(`ineffective: ${message}`),
    handlerRecommendedParallelism: async ({ jobKey }, parallelism) =>
      void this.calls.push(`scale ${jobKey.name}: ${JSON.stringify([...parallelism])}`),
  };

  context(): JobAutoScalerContext<Key, string, Client> {
    return {
      ...{
        jobKey: { ...payments },
        jobId: "a1",
        jobVersion: this.jobVersion,
        isRunning: this.isRunning,
        extraJobInfo: "yarn-7",
      },
      ...{ conf: { "job.autoscaler.enabled": "true" }, flinkClientTimeout: 10_000, stateStore: this.stateStore },
      metricGroup: { gauge: (name, value) => void this.gauges.set(name, value) },
      getRestClusterClient: async () => ({ job: tooSmall }),
    };
  }

  readonly scaler = makeJobAutoScaler<Key, string, Client>({
    handler: this.handler,
    metricsOf: ({ job }) => ({
      look: async ({ key, now }, _, memo) => {
        this.looks.push({ key, memo });
        const reading = { ...readingOf(job, now), memo: { at: now, vertices: {} } };
        return this.failure === undefined ? { kind: "read", reading } : { kind: "unavailable", why: this.failure };
      },
    }),
    keyText: ({ queue, name }) => `${queue}/${name}`,
    profile: compat,
    now: () => this.time,
  });

  async at(minutes: number): Promise<boolean> {
    this.calls.length = 0;
    this.time = minutes * minute;
    return this.scaler.scale(this.context());
  }
}

describe("FLIP-334: a platform plugs in", () => {
  it("is scaled after settling and a full window; what is desired is flushed before it is said", async () => {
    const platform = new Platform();
    for (let now = 1; now < 20; now += 1) expect(await platform.at(now)).toBe(false);
    expect(await platform.at(20)).toBe(true);
    const [flush, scale, report] = platform.calls;
    expect([flush, scale]).toEqual(["flush", 'scale payments: [["source","3"],["work","4"]]']);
    expect(report).toMatch(/^report: Scaled source from 2 to 3 .*; work from 2 to 4 /);
    expect(await platform.at(21)).toBe(false);
    expect(platform.calls, "the same parallelism is said again").toContain(scale);
  });

  it("metrics have the reference's names (5.2)", async () => {
    const platform = new Platform();
    for (let now = 1; now <= 20; now += 1) await platform.at(now);
    const of = (name: string) => platform.gauges.get(`AutoScaler.jobVertexID.work.${name}`);
    expect(of("TRUE_PROCESSING_RATE.Average")).toBe(1_000);
    expect([of("PARALLELISM.Current"), of("RECOMMENDED_PARALLELISM.Current")]).toEqual([2, 4]);
    expect(of("LAG.Current")).toBeNaN();
  });

  it("errors and reports go where they belong", async () => {
    const platform = new Platform();
    platform.failure = "503";
    await platform.at(1);
    expect(platform.calls).toContain("error yarn-7: Metrics could not be read: 503.");
    platform.isRunning = false;
    await platform.at(2);
    expect(platform.calls).toContain("report: The job is CREATED; it is measured while it is RUNNING.");
  });

  it("what a look leaves is given to the next one, under the job's own key (REST fact 1)", async () => {
    const platform = new Platform();
    await platform.at(1);
    await platform.at(2);
    expect(platform.looks).toEqual([
      { key: "team/payments", memo: undefined },
      { key: "team/payments", memo: { at: minute, vertices: {} } },
    ]);
  });

  it("a job of another version begins anew, and nothing that was decided before is desired of it", async () => {
    const platform = new Platform();
    for (let now = 1; now <= 20; now += 1) await platform.at(now);
    platform.jobVersion = 2;
    expect(await platform.at(21)).toBe(false);
    expect(platform.looks.at(-1)?.memo, "nor is a look").toBeUndefined();
    expect(platform.calls.filter((call) => call.startsWith("scale"))).toEqual([]);
    expect(platform.texts.get(versionKey)).toBe("2");
    await platform.at(22);
    expect(platform.looks.at(-1)?.memo, "it is remembered from then on").toEqual({ at: 21 * minute, vertices: {} });
  });

  it("cleanup forgets the job, by a key that is equal", async () => {
    const platform = new Platform();
    await platform.at(1);
    expect([...platform.texts.keys()].sort()).toEqual([versionKey, stateKey]);
    await platform.scaler.cleanup({ ...payments, name: "other" });
    expect(platform.texts.size, "another job").toBe(2);
    await platform.scaler.cleanup({ ...payments });
    expect(platform.texts.size).toBe(0);
  });
});
