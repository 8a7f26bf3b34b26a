import { isObject, type JsonValue, member } from "../../shared/core/json.ts";
import { firstOf } from "./configuration.ts";
import {
  type Context,
  error,
  mismatch,
  newId,
  ok,
  type RestAnswer,
  type Route,
  refused,
  unforeseen,
} from "./exchange.ts";
import { completion, stackOf } from "./java-stack.ts";
import { submit } from "./jobs.ts";
import { usual } from "./load.ts";
import { jobSettings } from "./settings.ts";
import type { Jar, JobSettings, Load, Process } from "./state.ts";

/**
 * The calls about jars. In this model the content of a jar is the names of its main classes, one a line, the first of which
 * its manifest names; a file that is a real jar has every class that is asked for. Arguments of a job: `--finish-after` and
 * `--fail-after` with milliseconds tell it how to end, `--exit main` lets main() throw, `--arrivals`, `--source` and `--work`
 * with records per second are its load, `--swing-to` and `--swing-every` (milliseconds) let the arrivals rise and fall.
 */
export const jarRoutes: readonly Route[] = [
  ["GET", /^\/jars$/, list],
  ["POST", /^\/jars\/upload$/, upload],
  ["POST", /^\/jars\/([^/]+)\/run$/, run, "JarRunRequestBody"],
  ["DELETE", /^\/jars\/([^/]+)$/, remove],
];

const folder = "/opt/flink/upload/flink-web-upload";
const wrongProgram = (why: string) => `org.apache.flink.client.program.ProgramInvocationException: ${why}`;

function list({ process }: Context): RestAnswer {
  const files = [...process.jars.values()].reverse().map(({ id, name, uploaded, classes }) => ({
    id,
    name,
    uploaded,
    entry: classes.map((one) => ({ name: one, description: null })),
  }));
  return ok({ address: "http://127.0.0.1:8081", files });
}

function upload({ process, request, now }: Context): RestAnswer {
  if (request.file === undefined) return error(400, refused("Exactly 1 file must be sent, received 0."));
  const { name, content } = request.file;
  if (!name.endsWith(".jar")) return error(400, refused("Only Jar files are allowed."));
  const number = String(process.uploads + 1).padStart(12, "0");
  process.uploads += 1;
  const id = `00000000-0000-4000-8000-${number}_${name}`;
  process.jars.set(id, { id, name, uploaded: now, classes: content.split("\n").filter((line) => line !== "") });
  return ok({ filename: `${folder}/${id}`, status: "success" });
}

function remove({ process, ids }: Context): RestAnswer {
  const [id = ""] = ids;
  if (process.jars.delete(id)) return ok({});
  return error(400, refused(`File ${id} does not exist in ${folder}.`));
}

/** main() runs before the job is submitted, and a job id that is or was in use is only seen there (REST fact 6). */
function run({ process, request, ids, now }: Context): RestAnswer {
  const [jarId = ""] = ids;
  const { jobId = newId("a", process.jobs.size), ...asked } = readRun(request.body);
  const { entryClass, args, savepointPath, parallelism, configuration } = asked;
  if (!/^[0-9a-f]{32}$/i.test(jobId)) {
    const why = `Cannot parse JobID from "${jobId}". The expected format is [0-9a-fA-F]{32}.`;
    return error(400, stackOf(mismatch("JarRunRequestBody"), `java.lang.IllegalArgumentException: ${why}`));
  }
  const jar = process.jars.get(jarId);
  if (jar === undefined) return unforeseen(refused(`Jar file ${folder}/${jarId} does not exist`));
  const main = entryClass ?? jar.classes[0] ?? "";
  if (!isRealJar(jar) && !jar.classes.includes(main)) {
    const why = `The program's entry point class '${main}' was not found in the jar file.`;
    return unforeseen(wrongProgram(why), `java.lang.ClassNotFoundException: ${main}`);
  }
  if (argument(args, "--exit") === "main") {
    const why = "asked to fail in main";
    return mainFailed(
      wrongProgram(`The main method caused an error: ${why}`),
      `java.lang.IllegalStateException: ${why}`,
    );
  }
  const name = firstOf(configuration, "pipeline.name") ?? main;
  if (process.jobs.has(jobId) || process.isDone(jobId)) return mainFailed(...duplicate(name));
  const sized = parallelism === undefined ? {} : { parallelism };
  const settings = { ...process.settings, ...jobSettings(configuration), ...sized, ...behaviourOf(args) };
  submit(process, { id: jobId, name, settings, restorePath: savepointPath }, now);
  return ok({ jobid: jobId });
}

function duplicate(name: string): readonly string[] {
  const failed = `Failed to execute job '${name}'.`;
  return [
    wrongProgram(`The main method caused an error: ${failed}`),
    `org.apache.flink.util.FlinkException: ${failed}`,
    "org.apache.flink.runtime.client.DuplicateJobSubmissionException: Job has already been submitted.",
  ];
}

function mainFailed(...failures: readonly string[]): RestAnswer {
  const why = "Could not execute application.";
  const wrapped = `org.apache.flink.util.FlinkRuntimeException: ${why}`;
  return error(400, stackOf(refused(why), completion(wrapped), wrapped, ...failures));
}

function readRun(body: JsonValue | undefined) {
  const [jobId, entryClass, args, path, parallelism, options] = [
    "jobId",
    "entryClass",
    "programArgsList",
    "savepointPath",
    "parallelism",
    "flinkConfiguration",
  ].map((key) => member(body, key));
  return {
    jobId: typeof jobId === "string" ? jobId : undefined,
    entryClass: typeof entryClass === "string" ? entryClass : undefined,
    args: Array.isArray(args) ? args.map(String) : [],
    savepointPath: typeof path === "string" ? path : undefined,
    parallelism: typeof parallelism === "number" ? parallelism : undefined,
    configuration: new Map(
      isObject(options) ? Object.entries(options).map(([key, value]) => [key, String(value)]) : [],
    ),
  };
}

function behaviourOf(args: readonly string[]): Pick<JobSettings, "finishesAfterMs" | "failsAfterMs" | "load"> {
  const [finish, fail] = [number(args, "--finish-after"), number(args, "--fail-after")];
  const load = loadOf(args);
  return {
    ...(finish !== undefined && { finishesAfterMs: finish }),
    ...(fail !== undefined && { failsAfterMs: fail }),
    ...(load !== undefined && { load }),
  };
}

function loadOf(args: readonly string[]): Load | undefined {
  const [arrivals, source, work] = ["--arrivals", "--source", "--work"].map((name) => number(args, name));
  if (arrivals === undefined && source === undefined && work === undefined) return undefined;
  const [to, everyMs] = [number(args, "--swing-to"), number(args, "--swing-every")];
  const swing = to === undefined || everyMs === undefined || everyMs === 0 ? {} : { swing: { to, everyMs } };
  return {
    ...usual,
    ...(arrivals !== undefined && { arrivals }),
    ...(source && { source }),
    ...(work && { work }),
    ...swing,
  };
}

/** What is no number above 0 is not there. */
function number(args: readonly string[], name: string): number | undefined {
  const value = Number(argument(args, name));
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A file that begins as every archive does. */
function isRealJar({ classes: [first = ""] }: Jar): boolean {
  return first.startsWith("PK");
}

function argument(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  return index === -1 ? undefined : args[index + 1];
}

/** A JobManager's jars are gone with its pod. */
export const noJars = (): Pick<Process, "jars" | "uploads"> => ({ jars: new Map(), uploads: 0 });
