import { gaugeNames } from "./gauges.ts";

/** One metric of a vertex, by its name in Prometheus. */
interface Series {
  readonly name: string;
  readonly help: string;
  /** Out of the numbers of a vertex (`vertexNumbersOf`). */
  readonly of: (numbers: ArrayLike<number>) => number;
}

/** Numbers of a vertex by their place. */
function at(name: string): Series["of"] {
  const index = gaugeNames.indexOf(name);
  return (numbers) => numbers[index] ?? Number.NaN;
}

const [lag, capacity, demand] = [at("LAG.Current"), at("TRUE_PROCESSING_RATE.Average"), at("TARGET_DATA_RATE.Average")];

/** Seconds until a source has worked off its lag by what it can do beyond what comes in; endless where that is nothing. */
function backlogTime(numbers: ArrayLike<number>): number {
  const [waiting, spare] = [lag(numbers), capacity(numbers) - demand(numbers)];
  if (waiting === 0) return 0;
  return Number.isNaN(waiting) || Number.isNaN(spare) ? Number.NaN : waiting / Math.max(0, spare);
}

/** The guide's names (3.2). */
const guide = "flink_kubernetes_operator_autoscaler_";
const guides: readonly Series[] = [
  { name: "current_parallelism", help: "Parallelism of a vertex", of: at("PARALLELISM.Current") },
  {
    name: "recommended_parallelism",
    help: "Parallelism that a vertex should have; NaN while its window fills",
    of: at("RECOMMENDED_PARALLELISM.Current"),
  },
  { name: "vertex_busy_time", help: "Share of time for which a vertex is busy", of: at("LOAD.Average") },
  {
    name: "vertex_backlog_processing_time",
    help: "Seconds in which a source works off its lag at its present parallelism",
    of: backlogTime,
  },
].map((series) => ({ ...series, name: guide + series.name }));

/** The reference's names (5.2), as its own reporter for Prometheus writes them. */
const references: readonly Series[] = gaugeNames.map((name) => ({
  name: `flink_k8soperator_resource_AutoScaler_jobVertexID_${name.replace(".", "_")}`,
  help: `${name} of a vertex`,
  of: at(name),
}));

/** A job as it is told of. */
export interface ExposedJob {
  /** `name="value"` and so on, for all of its series. */
  readonly labels: string;
  /** What came of its last cycle. */
  readonly reason: string;
  readonly vertices: readonly (readonly [id: string, numbers: ArrayLike<number>])[];
}

/** Labels of a series; nothing in a value ends it. */
export function writeLabels(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",");
}

/** Metrics of all vertices, in Prometheus' format; `leftOut` is how many more there are. */
export function expose(jobs: readonly ExposedJob[], leftOut: number): string {
  // By hand: a scrape of 200 vertices takes 9 MiB with prom-client, which holds each series under its labels, and 3 like this.
  const families = [...guides, ...references].map(({ name, help, of }) => {
    const lines = jobs.flatMap(({ labels, vertices }) =>
      vertices.map(([id, numbers]) => `${name}{${labels},jobVertexID="${id}"} ${write(of(numbers))}`),
    );
    return [...headOf(name, help), ...lines];
  });
  const reports = jobs.map(({ labels, reason }) => `${guide}scaling_report{${labels},reason="${reason}"} 1`);
  return [
    ...families.flat(),
    ...[...headOf(`${guide}scaling_report`, "What came of the last cycle of a job"), ...reports],
    ...headOf(`${guide}vertices_left_out`, "Vertices of which nothing is told, for there are too many"),
    `${guide}vertices_left_out ${leftOut}`,
    "",
  ].join("\n");
}

function headOf(name: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`];
}

function write(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "-Inf";
}
