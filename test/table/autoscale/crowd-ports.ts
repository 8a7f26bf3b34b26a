import type { AutoscaledJob } from "../../../functions/autoscale/autoscaled-job.ts";
import type { AutoscalerEngine } from "../../../functions/autoscale/judge-job.ts";
import { observeBy } from "../../../functions/autoscale/observe.ts";
import { makeCounterSource } from "../../../shared/adapters/autoscaler/counter-source.ts";
import { systemClock } from "../../../shared/adapters/clock.ts";
import { improved } from "../../../shared/autoscaler/cycle/profile.ts";
import { makeVertexMetrics } from "../../../shared/autoscaler/explain/vertex-metrics.ts";
import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import type { Cluster } from "../../../shared/ports/cluster.ts";
import type { FlinkMetrics } from "../../../shared/ports/flink-metrics.ts";
import type { Objects } from "../../../shared/ports/objects.ts";
import { absentPorts } from "../../world/absent-ports.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { recordOfCopy } from "../../world/running-application.ts";

const nobody = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const ids = ["8d66249e32b3bc08f2fae72d32043792", "674df9b0384c0348e0b9d1034a44c46c"] as const;

/** What the ports gave, and were asked, of one sort. */
export interface Given {
  readonly references: WeakRef<object>[];
  /** Answers that were under way at once at most. */
  mostAtOnce: number;
}

/**
 * The ports of an autoscaler over many copies of a resource, which keep nothing but texts: each answer is an object of its
 * own, of which it is noted whether anybody still holds it.
 */
export class CrowdPorts {
  readonly resources = given();
  readonly states = given();
  readonly measured = given();
  readonly vertices = makeVertexMetrics({ most: 200, now: () => 0 });
  now = 1_800_000_000_000;
  /** Called before each page is given. */
  beforePage: () => Promise<void> = async () => {};
  readonly #texts: readonly string[];
  readonly #maps = new Map<string, string>();

  constructor(original: KubeObject, size: number) {
    this.#texts = Array.from({ length: size }, (_, index) => JSON.stringify(copyOf(original, index)));
  }

  /** The parts of an autoscaler over them, by the clock of the system, whose time-outs are those of an installation. */
  engine(): AutoscalerEngine {
    const recorder = { record: async () => true };
    return {
      kinds: [flinkDeployment],
      ports: { cluster: this.#cluster(), objects: this.#objects(), recorder },
      metrics: makeCounterSource<AutoscaledJob>(this.#metrics(), ({ endpoint }) => endpoint),
      room: undefined,
      profile: improved,
      settings: new FlinkWorld().settings,
      clock: systemClock,
      log: nobody,
      observe: observeBy({ cycle: () => {} }, this.vertices),
    };
  }

  #cluster(): Cluster {
    return {
      ...absentPorts.cluster,
      list: async (_names, { limit, continue: from = "0" }) => {
        await this.beforePage();
        const [start, end] = [Number(from), Number(from) + limit];
        const items = this.#texts.slice(start, end).map((text) => note(this.resources, JSON.parse(text) as KubeObject));
        return { items, now: this.now, ...(end < this.#texts.length && { continue: `${end}` }) };
      },
    };
  }

  #objects(): Objects {
    const { objects } = absentPorts;
    const keep = (object: object, name: string) => {
      this.#maps.set(name, JSON.stringify(object));
      return object as KubeObject;
    };
    return {
      ...objects,
      get: (_kind, { name }) =>
        answering(this.states, () => {
          const text = this.#maps.get(name);
          return text === undefined ? undefined : note(this.states, JSON.parse(text) as KubeObject);
        }),
      create: async (_kind, object) => keep(object, object.metadata.name),
      patch: async (_kind, { name }, patch) => {
        const before = JSON.parse(this.#maps.get(name) ?? "{}") as JsonObject;
        return keep(mergePatch(before, patch) as JsonObject, name);
      },
    };
  }

  #metrics(): FlinkMetrics {
    return {
      measure: () => answering(this.measured, () => note(this.measured, jobAt(this.now))),
      vertexMetricNames: async () => ["Source__topic.pendingRecords"],
      vertexMetrics: async (_endpoint, _job, _vertex, names) =>
        new Map(names.map((name) => [name, { min: 0, max: 0, avg: 0, sum: 0 }])),
      jobManagerMetrics: async () => new Map(),
      taskManagerMetrics: async () => new Map(),
    };
  }
}

function given(): Given & { underWay: number } {
  return { references: [], mostAtOnce: 0, underWay: 0 };
}

function note<Value extends object>({ references }: Given, value: Value): Value {
  references.push(new WeakRef(value));
  return value;
}

/** An answer that is on its way for a turn of the event loop. */
async function answering<Value>(of: Given & { underWay: number }, answer: () => Value): Promise<Value> {
  of.underWay += 1;
  of.mostAtOnce = Math.max(of.mostAtOnce, of.underWay);
  await new Promise((resolve) => setImmediate(resolve));
  of.underWay -= 1;
  return answer();
}

function copyOf(original: KubeObject, index: number): KubeObject {
  const { metadata } = original;
  const name = `job-${index}`;
  const jobId = index.toString(16).padStart(32, "a");
  const record = recordOfCopy(original, { uid: name, jobId, endpoint: `http://${name}-rest.flink.svc:8081` });
  return {
    ...original,
    metadata: { ...metadata, name, uid: name, annotations: { ...metadata.annotations, ...record } },
  };
}

/** A job of two vertices that has run for an hour. */
function jobAt(now: number) {
  const startedAt = now - 3_600_000;
  const records = 1_000_000;
  const times = { busyTime: 1_800_000, backPressuredTime: 0, idleTime: 1_800_000 };
  const counters = { readRecords: records, writeRecords: records, isComplete: true, ...times };
  const vertices = ids.map((id, index) => ({
    ...{ id, name: id, parallelism: 1, maxParallelism: 128, status: "RUNNING", startedAt, finishedTasks: 0, counters },
    inputs: index === 0 ? [] : [{ from: ids[0], shipStrategy: "HASH" }],
    slotSharingGroup: undefined,
  }));
  return { state: "RUNNING" as const, now, runningSince: startedAt, vertices };
}
