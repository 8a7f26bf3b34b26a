import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Remembered } from "../shared/autoscaler/plot/course.ts";
import { formatOf } from "./plot/format.ts";
import { guarded, parsed, UsageError } from "./usage-error.ts";

/** One line for the list of commands. */
export const summary = "Draw rate, lag, size and decisions of a job over time, as the autoscaler remembers them";

/** The text of `weir plot --help`. */
export const help = `Usage: weir plot JOB [flags]
       weir plot --store URL --job KEY [flags]

Draws what the autoscaler remembers of a job, as SVG or PNG: records per second that come in, seconds of these that wait,
subtasks of all vertices together, and each decision. Rate and lag go back as far as its window, sizes and decisions as far as
its history (job.autoscaler.history.max.age and .max.count). Times are UTC. Reads only.

Of a resource: JOB is flinkdeployment/NAME or flinksessionjob/NAME; a name alone is a FlinkDeployment's.
  -n, --namespace NAME      namespace of the resource (default: that of the context)
  --kubeconfig FILE         as for kubectl (default: KUBECONFIG, then ~/.kube/config)

Of a job that weir autoscaler looks after:
  --store URL               its database, as for weir autoscaler: postgresql://user@host/name, mysql://…, sqlite:FILE
  --job KEY                 what the job is kept under: CLUSTER/JOBID, as in its lines
  --store-password-env VAR  environment variable that holds the database's password (default JDBC_PWD)

  --out FILE                where to write it: FILE.svg or FILE.png (default: standard output, as SVG)
  -o, --output FORMAT       svg or png, where no suffix says it. PNG needs two optional packages (npm ci --include=optional)
  --help                    show this text

Exit code: 0; 1 when there is no such job, nothing is remembered of it, or the plot cannot be made or written; 2 for a wrong
command line.
`;

const text = { type: "string" } as const;
const options = {
  namespace: { ...text, short: "n" },
  kubeconfig: text,
  store: text,
  job: text,
  "store-password-env": text,
  out: text,
  output: { ...text, short: "o" },
  help: { type: "boolean", default: false },
} as const;

/** A job's title, and what is remembered of it; or why there is nothing. */
export type Source = { readonly title: string; readonly remembered: Remembered } | string;

/** Runs `weir plot` with the arguments after that word and resolves with the exit code. */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("plot", async () => {
    const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
    if (values.help) {
      console.log(help);
      return 0;
    }
    const isStored = values.store !== undefined || values.job !== undefined;
    if (isStored && positionals.length > 0) throw new UsageError("give either a resource, or --store and --job");
    const format = formatOf({ ...values, isTerminal: process.stdout.isTTY });
    const finish =
      format === "png" ? await (await import("./plot/load-painter.ts")).loadPainter() : (svg: string) => svg;
    const source = isStored ? await readStored(values) : await readResource(positionals.join("/"), values);
    if (typeof source === "string") throw new Error(source);
    const { courseOf } = await import("../shared/autoscaler/plot/course.ts");
    const { plotJob } = await import("../shared/autoscaler/plot/plot.ts");
    const { toSvg } = await import("../shared/autoscaler/plot/svg.ts");
    write(finish(toSvg(plotJob(courseOf(source.title, source.remembered)))), values.out);
    return 0;
  });
}

async function readResource(target: string, given: { namespace?: string; kubeconfig?: string }): Promise<Source> {
  const { findJob } = await import("./autoscaled/find-job.ts");
  const { key, ...found } = await findJob({ target, ...given });
  const title = `${key.kind} ${key.namespace}/${key.name}`;
  if (found.facts === undefined) return `${title} does not exist`;
  const { state: remembered, says, action = "" } = found.standing;
  return remembered === undefined ? `${says} ${action}`.trim() : { title, remembered };
}

type Given = { readonly store?: string; readonly job?: string; readonly "store-password-env"?: string };

async function readStored({ store = "", job = "", "store-password-env": variable = "JDBC_PWD" }: Given) {
  if (store === "" || job === "") throw new UsageError("which job? Give --store URL and --job KEY");
  const { readStoredJob } = await import("./plot/read-stored-job.ts");
  return readStoredJob({ url: store, password: process.env[variable] }, job);
}

function write(plot: string | Uint8Array, file: string | undefined): void {
  if (file === undefined) process.stdout.write(plot);
  else writeFileSync(file, plot);
}
