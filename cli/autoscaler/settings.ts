import { noSuchOption } from "../../shared/core/notation/unknown-key.ts";
import { UsageError } from "../usage-error.ts";
import { type ClusterSettings, readClusters, usualCluster } from "./cluster-settings.ts";
import { type DatabaseSettings, readDatabase } from "./database-settings.ts";
import type { Flags } from "./flags.ts";
import { readTime } from "./read-time.ts";

/** Flat options of Flink and of the autoscaler. */
export type Configuration = Readonly<Record<string, string>>;

/** What a standalone autoscaler is told. */
export interface Settings {
  readonly clusters: readonly ClusterSettings[];
  /** Milliseconds, like the time of one call. */
  readonly interval: number;
  readonly timeout: number;
  /** Jobs that are looked at at once. */
  readonly parallelism: number;
  readonly once: boolean;
  /** Undefined where no metrics are asked for; 0 is any free one. */
  readonly metricsPort: number | undefined;
  readonly profile: "improved" | "compat";
  /** Undefined where nothing is kept in one. */
  readonly database: DatabaseSettings | undefined;
  /** What holds for jobs whose own clusters say nothing. */
  readonly configuration: Configuration;
  /** What a user should know of how this was understood, a line each. */
  readonly remarks: readonly string[];
}

/** What the reference's own keys begin with. */
const prefix = "autoscaler.standalone.";

/** Keys of the reference, and the older spelling that it takes as well, which has no prefix (1.7). */
const keys = {
  interval: [`${prefix}control-loop.interval`, "scalingInterval"],
  parallelism: [`${prefix}control-loop.parallelism`],
  host: [`${prefix}fetcher.flink-cluster.host`, "flinkClusterHost"],
  port: [`${prefix}fetcher.flink-cluster.port`, "flinkClusterPort"],
  store: [`${prefix}state-store.type`],
  events: [`${prefix}event-handler.type`],
  url: [`${prefix}jdbc.url`],
  user: [`${prefix}jdbc.username`],
  passwordEnv: [`${prefix}jdbc.password-env-variable`],
  eventsTtl: [`${prefix}jdbc.event-handler.ttl`],
} as const;

/** Options of the file, with those of the command line before them. */
export function readSettings(flags: Flags, file: Configuration, env: NodeJS.ProcessEnv): Settings {
  const configuration = { ...file, ...Object.fromEntries((flags.define ?? []).map(readDefinition)) };
  const of = (name: keyof typeof keys) => keys[name].map((key) => configuration[key]).find((one) => one);
  const place = placeOf(of("host"), of("port"));
  const isUsual = flags.flink === undefined && place === undefined;
  const unknown = Object.keys(configuration).filter((key) => key.startsWith(prefix) && !known.has(key));
  return {
    clusters: readClusters(flags, place, env),
    interval: readTime("--interval", flags.interval ?? of("interval") ?? "10 s"),
    timeout: readTime(
      "--timeout",
      flags.timeout ?? configuration["job.autoscaler.flink.rest-client.timeout"] ?? "10 s",
    ),
    parallelism: readCount("--parallelism", flags.parallelism ?? of("parallelism") ?? "100"),
    once: flags.once ?? false,
    metricsPort: readPort(flags["metrics-port"]),
    profile: readProfile(flags.profile ?? "improved"),
    database: readDatabase(flags, of, env),
    configuration,
    remarks: [
      ...(isUsual ? [`no --flink is given, so that ${usualCluster} is looked after`] : []),
      ...unknown.map((key) => `${key} ${noSuchOption}`),
    ],
  };
}

const known: ReadonlySet<string> = new Set(Object.values(keys).flat());

/** The reference's way to name its one cluster. */
function placeOf(host: string | undefined, port: string | undefined): string | undefined {
  return host === undefined && port === undefined ? undefined : `http://${host ?? "localhost"}:${port ?? "8081"}`;
}

function readDefinition(text: string): readonly [string, string] {
  const [, key, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new UsageError(`-D '${text}' is no KEY=VALUE`);
  return [key, value];
}

function readProfile(name: string): Settings["profile"] {
  if (name === "improved" || name === "compat") return name;
  throw new UsageError(`--profile cannot be '${name}'; it is improved or compat`);
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new UsageError(`--metrics-port: '${text}' is no port; it is a whole number from 0 to 65535`);
}

function readCount(flag: string, text: string): number {
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text) || count < 1) throw new UsageError(`${flag}: '${text}' is no whole number from 1 on`);
  return count;
}
