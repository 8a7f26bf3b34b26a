import type { JobContext } from "../cycle/job-context.ts";
import type { AutoscalerPorts, MetricsSource, Realizer, Reporter, StateStore } from "../cycle/ports.ts";
import type { Profile } from "../cycle/profile.ts";
import { runCycle } from "../cycle/run-cycle.ts";
import { gaugesOf } from "../explain/gauges.ts";
import { readState, writeState } from "../state/codec.ts";
import type { AutoScalerHandler, AutoScalerStateStore, JobAutoScaler, JobAutoScalerContext } from "./interfaces.ts";

/** What an autoscaler of FLIP-334 is made of. */
export interface JobAutoScalerParts<Key, Info, Client> {
  readonly handler: AutoScalerHandler<Key, Info, Client>;
  /** Reads metrics through the platform's own client. */
  readonly metricsOf: (client: Client) => MetricsSource;
  /** A key as a text, the same for equal keys alone: such as `team/job` of an object with both. */
  readonly keyText: (jobKey: Key) => string;
  readonly profile: Profile;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The key under which the whole state of a job is put. */
export const stateKey = "autoscaler.state";
/** The key under which the version of the job is put that this state is of. */
export const versionKey = "autoscaler.jobVersion";

/**
 * The core behind FLIP-334's interfaces.
 *
 * Guarantees: the state is flushed before the handler is told of a parallelism. A job of another version begins anew.
 * Caveats: such a store cannot tell one writer from another, so that a job must have one autoscaler alone; `cleanup` only
 * reaches the store of a job that this one has scaled before.
 */
export function makeJobAutoScaler<Key, Info, Client>({
  handler,
  metricsOf,
  keyText,
  profile,
  now,
}: JobAutoScalerParts<Key, Info, Client>): JobAutoScaler<Key, Info, Client> {
  const stores = new Map<string, AutoScalerStateStore>();
  return {
    scale: async (context) => {
      const key = keyText(context.jobKey);
      stores.set(key, context.stateStore);
      const ports: AutoscalerPorts = {
        metrics: { look: async (...asked) => metricsOf(await context.getRestClusterClient()).look(...asked) },
        states: toStateStore(context.stateStore, String(context.jobVersion)),
        realizer: toRealizer(handler, context),
        reporter: toReporter(handler, context),
      };
      const signal = AbortSignal.timeout(context.flinkClientTimeout * callsPerCycle);
      const outcome = await runCycle(toJobContext(context, key, now()), ports, profile, signal);
      for (const [name, value] of gaugesOf(outcome)) context.metricGroup.gauge(name, value);
      return outcome.scaled;
    },
    cleanup: async (jobKey) => {
      const key = keyText(jobKey);
      const store = stores.get(key);
      stores.delete(key);
      if (store !== undefined) await forget(store);
    },
  };
}

/** How many times the time of one call a cycle may take. */
const callsPerCycle = 6;

function toJobContext<Key, Info, Client>(
  { jobId, isRunning, conf }: JobAutoScalerContext<Key, Info, Client>,
  key: string,
  now: number,
): JobContext {
  // The platform's own object, which it may change between two cycles.
  return { key, jobId, status: isRunning ? "RUNNING" : "CREATED", configuration: { ...conf }, now };
}

function toStateStore(store: AutoScalerStateStore, jobVersion: string): StateStore {
  return {
    load: async () => {
      const text = await store.get(stateKey);
      if (text === undefined) return undefined;
      const isOfThis = (await store.get(versionKey)) === jobVersion;
      return { state: isOfThis ? readState(text) : undefined, version: "" };
    },
    save: async (_, state) => {
      await store.put(versionKey, jobVersion);
      await store.put(stateKey, writeState(state));
      await store.flush();
      return "saved";
    },
    remove: () => forget(store),
  };
}

async function forget(store: AutoScalerStateStore): Promise<void> {
  await store.remove(stateKey);
  await store.remove(versionKey);
  await store.flush();
}

function toRealizer<Key, Info, Client>(
  handler: AutoScalerHandler<Key, Info, Client>,
  context: JobAutoScalerContext<Key, Info, Client>,
): Realizer {
  return {
    realize: async (_, { parallelism }) => {
      const texts = Object.entries(parallelism).map(([id, value]) => [id, String(value)] as const);
      await handler.handlerRecommendedParallelism(context, new Map(texts));
    },
  };
}

function toReporter<Key, Info, Client>(
  handler: AutoScalerHandler<Key, Info, Client>,
  context: JobAutoScalerContext<Key, Info, Client>,
): Reporter {
  return {
    report: async (_, { type, event, message }) => {
      if (event === "IneffectiveScaling") return handler.handlerIneffectiveScaling(context, message);
      return type === "Warning"
        ? handler.handlerScalingError(context, message)
        : handler.handlerScalingReport(context, message);
    },
  };
}
