import { parseArgs } from "node:util";
import { parsed } from "../usage-error.ts";

/** The text of `weir autoscaler --help`. */
export const help = `Usage: weir autoscaler [--flink [NAME=]URL…] [flags]

Scales the jobs of Flink clusters by themselves, without Kubernetes: measures every job that has job.autoscaler.enabled,
decides as docs/autoscaler.md tells, and rescales it in place, which takes jobmanager.scheduler: adaptive and Flink 1.18 or
later. Runs until it is stopped (Ctrl-C, SIGTERM); what it has begun, it ends.

Which clusters:
  --flink [NAME=]URL         REST of a cluster, http or https, without a path; again for each further one. The name is a
                             part of the keys of its jobs (default: host and port). Without any, and none in the file:
                             http://localhost:8081
  --ca-file [NAME=]FILE      authorities that vouch for https, as PEM
  --token-file [NAME=]FILE   token for a proxy in front of it, sent as Authorization: Bearer; read again every minute
  --user [NAME=]USER         user for a proxy that asks for a password
  --password-env [NAME=]VAR  environment variable that holds it (default WEIR_FLINK_PASSWORD)
                             Without a name these hold for every cluster.

Where it keeps what it knows:
  --store memory|URL         state of jobs: in memory (default), or in a database: postgresql://user@host/name,
                             mysql://user@host/name, sqlite:FILE. Tables are made where there are none. Of several
                             autoscalers with one database, one looks after a cluster at a time
  --events log|sql           findings: as lines (default), or as rows of that database
  --events-ttl DURATION      how long such a row is kept (default 90 d; 0 for ever)
  --store-password-env VAR   environment variable that holds the database's password (default JDBC_PWD)

How it works:
  --config FILE              options, as key: value lines or JSON: job.autoscaler.*, and the reference's
                             autoscaler.standalone.*; what a flag says holds before the file
  -D KEY=VALUE               one such option; holds before the file. What a job's own cluster sets holds before both.
  --profile improved|compat  how jobs are judged: improved (default), or as the reference does, to the digit
  --interval DURATION        time between two rounds (default 10 s)
  --parallelism N            jobs that are looked at at once (default 100)
  --timeout DURATION         time of one call (default 10 s)
  --metrics-port PORT        serves http://127.0.0.1:PORT/metrics for Prometheus, to this machine alone; 0 is any free port
  --once                     one round, then end
  --help                     show this text

Exit code: 0 after it was stopped, or after one round; 1 where the database or the port cannot be used, or with --once a cluster could
not be asked; 2 for a wrong command line, file or environment.
`;

const one = { type: "string" } as const;
const many = { type: "string", multiple: true } as const;
const options = {
  flink: many,
  "ca-file": many,
  "token-file": many,
  user: many,
  "password-env": many,
  store: one,
  events: one,
  "events-ttl": one,
  "store-password-env": one,
  config: one,
  define: { ...many, short: "D" },
  profile: one,
  interval: one,
  parallelism: one,
  timeout: one,
  "metrics-port": one,
  once: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** A command line that was understood word by word. */
export type Flags = ReturnType<typeof readFlags>;

/** The flags of a command line; a `UsageError` says what is wrong with it. */
export function readFlags(argv: readonly string[]) {
  return parsed(() => parseArgs({ args: [...argv], options, strict: true })).values;
}
