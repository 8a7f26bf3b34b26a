import { readFileSync } from "node:fs";
import { OperatorError } from "../../core/error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FlinkMetrics } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";
import type { Random } from "../../ports/random.ts";
import { systemClock } from "../clock.ts";
import { makeTransport, type Transport } from "../http.ts";
import { systemRandom } from "../random.ts";
import { repeatReads } from "../repeat-reads.ts";
import { makeAsk } from "./call.ts";
import type { FlinkHosts } from "./endpoint.ts";
import { readJobConfiguration } from "./job-configuration.ts";
import { makeFlinkMetrics } from "./measure.ts";
import { makeFlinkRest } from "./port.ts";

/** How to reach clusters. */
export interface FlinkRestOptions {
  /** Weir's own version. */
  readonly version: string;
  /** `services` where nothing is said. */
  readonly hosts?: FlinkHosts;
  /** File with the authorities, as PEM, that vouch for clusters that speak HTTPS; read once. */
  readonly caFile?: string;
  /** Milliseconds of a call with all its tries, 5,000 where nothing is said; a run may take 60 s, an upload 300 s. */
  readonly timeoutMs?: number;
  /** Milliseconds of a run and of an upload instead. */
  readonly submissionMs?: number;
  /** The whole header `authorization`, asked for with every call; for connections to clusters that share it. */
  readonly authorization?: () => string;
}

/** The REST of clusters, and what begins and ends with the process. */
export interface FlinkConnection extends FlinkRest {
  /** What the autoscaler measures jobs by, over the same connections. */
  readonly metrics: FlinkMetrics;
  /** Options that hold for a job on its JobManager, flat; none where it is not known, or Flink is too old to tell. */
  jobConfiguration(
    endpoint: FlinkEndpoint,
    jobId: string,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, string>>>;
  /** Loads the HTTP library ahead of the first call. */
  warm(): Promise<void>;
  /** Closes the kept connections. */
  close(): void;
}

/** There are many clusters, each asked once in a while; two calls of one look share a connection. */
const connections = { maxSockets: 4, timeout: 10_000 };

/** Statuses of a read after which it is sent again. A 500 of Flink is about the request, and stays one (facts 6, 8, 11). */
const passing: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Flink's REST over HTTP; nothing is sent before the first call. Throws where the file of the authorities is not there. */
export function connectFlink(options: FlinkRestOptions): FlinkConnection {
  const { caFile } = options;
  const transport = makeTransport({ ...connections, ...(caFile !== undefined && { ca: readAuthorities(caFile) }) });
  return flinkOver(transport, options, { clock: systemClock, random: systemRandom });
}

/** Flink's REST over any transport, in the time and by the chance of the caller; `caFile` is not looked at. */
export function flinkOver(
  wire: Transport,
  { version, hosts = "services", timeoutMs = 5_000, submissionMs, authorization }: FlinkRestOptions,
  ports: { readonly clock: Clock; readonly random: Random },
): FlinkConnection {
  const transport = repeatReads(wire, { ...ports, passing });
  const userAgent = `weir/${version}`;
  const now = () => ports.clock.now();
  const ask = makeAsk({ transport, userAgent, hosts, timeoutMs, submissionMs, authorization, now });
  return {
    ...makeFlinkRest(ask),
    metrics: makeFlinkMetrics(ask),
    jobConfiguration: (...of) => readJobConfiguration(ask, ...of),
    warm: transport.warm,
    close: transport.close,
  };
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as { code?: string };
    throw new OperatorError("Rejected", `the authorities of Flink's REST cannot be read from ${file}: ${code}`);
  }
}
