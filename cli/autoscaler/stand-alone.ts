import { version } from "../../functions/version.ts";
import { makeCounterSource } from "../../shared/adapters/autoscaler/counter-source.ts";
import { makeInPlaceRealizer } from "../../shared/adapters/autoscaler/in-place-realizer.ts";
import type { Lease } from "../../shared/adapters/autoscaler/sql/lease.ts";
import { systemClock } from "../../shared/adapters/clock.ts";
import { connectFlink } from "../../shared/adapters/flink/client.ts";
import type { AutoscalerPorts, MetricsSource, Realizer } from "../../shared/autoscaler/cycle/ports.ts";
import { compat, improved } from "../../shared/autoscaler/cycle/profile.ts";
import { makeVertexMetrics } from "../../shared/autoscaler/explain/vertex-metrics.ts";
import { makeMemoryStore } from "../../shared/autoscaler/state/memory-store.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import type { ClusterSettings } from "./cluster-settings.ts";
import { makeCycles, type Observer } from "./cycles.ts";
import { type Event, makeLogReporter, toLine } from "./event-log.ts";
import { keepLeases } from "./keep-leases.ts";
import { makeListJobs } from "./list-jobs.ts";
import { meterBy, mostVertices } from "./meter.ts";
import { leaseTime, type OpenDatabase, openDatabase } from "./open-database.ts";
import { type ClusterRounds, makeRounds } from "./rounds.ts";
import { type ServedMetrics, serveMetrics } from "./serve-metrics.ts";
import type { Settings } from "./settings.ts";
import type { Cluster, StandaloneJob } from "./standalone-job.ts";

/** Milliseconds that running cycles have to end in after a signal to stop. */
const grace = 10_000;

/** Scales until the signal says stop, or once; resolves with the exit code. */
export async function standAlone(settings: Settings, stop: AbortSignal): Promise<number> {
  const database = settings.database && (await openDatabase(settings.database, systemClock));
  const clusters = settings.clusters.map((one) => connect(one, settings.timeout));
  const leases = new Map(clusters.flatMap(({ name }) => (database?.states ? [[name, database.leaseOf(name)]] : [])));
  let meters: Meters | undefined;
  try {
    meters = await openMeters(settings.metricsPort);
    return await go({ settings, clusters, database, leases, meters }, stop);
  } finally {
    await meters?.served.close();
    for (const { rest } of clusters) rest.close();
    await Promise.allSettled([...leases.values()].map((lease) => lease.release()));
    await database?.close();
  }
}

/** Everything that is held while it runs. */
interface Held {
  readonly settings: Settings;
  readonly clusters: readonly Cluster[];
  readonly database: OpenDatabase | undefined;
  /** By the name of a cluster; none where nobody shares the state. */
  readonly leases: ReadonlyMap<string, Lease>;
  /** Undefined where no metrics are asked for. */
  readonly meters: Meters | undefined;
}

interface Meters {
  readonly served: ServedMetrics;
  readonly observer: Observer;
}

async function openMeters(port: number | undefined): Promise<Meters | undefined> {
  if (port === undefined) return undefined;
  const vertices = makeVertexMetrics({ most: mostVertices, now: () => systemClock.monotonic() });
  const metrics = makeMetrics(() => vertices.text());
  return { served: await serveMetrics(port, metrics), observer: meterBy(metrics, vertices) };
}

async function go({ settings, clusters, database, leases, meters }: Held, stop: AbortSignal): Promise<number> {
  const { interval, parallelism, configuration: usual, once } = settings;
  const listing = { usual, samplePeriod: once ? undefined : interval };
  const abort = new AbortController();
  stop.addEventListener("abort", () => setTimeout(() => abort.abort(), grace).unref());
  const cycles = makeCycles(makePorts(database), { compat, improved }[settings.profile], meters?.observer);
  const rounds = makeRounds({ cycles, clock: systemClock, interval, parallelism, abort: abort.signal });
  const going = clusters.map((cluster): ClusterRounds => {
    const { name } = cluster;
    const mayActFor = () => leases.get(name)?.heldFor() ?? Number.MAX_SAFE_INTEGER;
    return { list: makeListJobs(cluster, listing), onReach: makeReach(name), mayActFor };
  });
  // Taken before the first round, which would wait for the second one otherwise; who cannot take it is told below.
  await Promise.allSettled([...leases.values()].map((lease) => lease.renew()));
  if (once) return (await rounds.once(going, stop)) ? 0 : 1;
  tell({ key: "-", type: "Normal", reason: "AutoscalerStarted", message: `Looking after ${places(clusters)}.` });
  if (meters !== undefined) {
    tell({ key: "-", type: "Normal", reason: "AutoscalerMetrics", message: `Metrics are at ${meters.served.url}.` });
  }
  const onLease = (key: string, message: string) => tell({ key, type: "Normal", reason: "Lease", message });
  const kept = keepLeases(leases, { clock: systemClock, ttl: leaseTime, onLease }, stop);
  await Promise.all([rounds.until(going, stop), kept, database?.expire(stop)]);
  return 0;
}

function connect({ name, url, caFile, authorization }: ClusterSettings, timeoutMs: number): Cluster {
  const options = { version, hosts: "any" as const, timeoutMs };
  const rest = connectFlink({ ...options, ...(caFile && { caFile }), ...(authorization && { authorization }) });
  return { name, endpoint: { url }, rest };
}

/** Ports that reach each job on its own cluster. */
function makePorts(database: OpenDatabase | undefined): AutoscalerPorts<StandaloneJob> {
  const reporter = database?.reporter ?? makeLogReporter(write);
  const endpointOf = ({ cluster }: StandaloneJob) => cluster.endpoint;
  const metrics: MetricsSource<StandaloneJob> = {
    look: (job, ...rest) => makeCounterSource(job.cluster.rest.metrics, endpointOf).look(job, ...rest),
  };
  const onRescale = (job: StandaloneJob, message: string, signal: AbortSignal) =>
    reporter.report(job, { type: "Normal", event: "Scaling", message, key: undefined }, signal);
  const realizer: Realizer<StandaloneJob> = {
    realize: (job, ...rest) =>
      makeInPlaceRealizer({ rest: job.cluster.rest, endpointOf, onRescale }).realize(job, ...rest),
  };
  return { metrics, realizer, reporter, states: database?.states ?? makeMemoryStore() };
}

function places(clusters: readonly Cluster[]): string {
  return clusters.map(({ name, endpoint }) => `${name} at ${endpoint.url}`).join(", ");
}

function tell(event: Event): void {
  write(toLine(event, Date.now()));
}

/** Tells when a cluster cannot be asked, once for the same reason, and when it can again. */
function makeReach(name: string): ClusterRounds["onReach"] {
  let last: string | undefined;
  return (fault) => {
    if (fault === last) return;
    last = fault;
    const event =
      fault === undefined
        ? ({ type: "Normal", reason: "ClusterReached", message: "The cluster answers again." } as const)
        : ({ type: "Warning", reason: "ClusterUnreachable", message: fault } as const);
    tell({ key: name, ...event });
  };
}

function write(line: string): void {
  console.log(line);
}
