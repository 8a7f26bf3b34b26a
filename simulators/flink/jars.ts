import { isObject, type JsonValue, member } from "../../shared/core/json.ts";
import { firstOf } from "./configuration.ts";
import { type Context, error, ok, type RestAnswer, type Route, refused, unforeseen } from "./exchange.ts";
import { completion, stackOf } from "./java-stack.ts";
import { submit } from "./jobs.ts";
import { jobSettings } from "./settings.ts";
import type { JobSettings, Process } from "./state.ts";

/**
 * The calls about jars. In this model the content of a jar is the names of its main classes, one a line, the first of which
 * its manifest names; `--finish-after` and `--fail-after` with milliseconds tell a job how to end, `--exit main` lets main()
 * throw.
 */
export const jarRoutes: readonly Route[] = [
  ["GET", /^\/jars$/, list],
  ["POST", /^\/jars\/upload$/, upload],
  ["POST", /^\/jars\/([^/]+)\/run$/, run],
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
  const { name = "", content = "" } = request.file ?? {};
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
  const { jobId, entryClass, args, savepointPath, parallelism, configuration } = readRun(request.body);
  if (jobId === undefined) {
    const why = "Cannot parse JobID. The expected format is [0-9a-fA-F]{32}.";
    const wrong = refused("Request did not match expected format JarRunRequestBody.");
    return error(400, stackOf(wrong, `java.lang.IllegalArgumentException: ${why}`));
  }
  const jar = process.jars.get(jarId);
  if (jar === undefined) return unforeseen(refused(`Jar file ${folder}/${jarId} does not exist`));
  const main = entryClass ?? jar.classes[0] ?? "";
  if (!jar.classes.includes(main)) {
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
  const settings = { ...process.settings, ...jobSettings(configuration), ...sized, ...endOf(args) };
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
    jobId: typeof jobId === "string" && /^[0-9a-f]{32}$/i.test(jobId) ? jobId : undefined,
    entryClass: typeof entryClass === "string" ? entryClass : undefined,
    args: Array.isArray(args) ? args.map(String) : [],
    savepointPath: typeof path === "string" ? path : undefined,
    parallelism: typeof parallelism === "number" ? parallelism : undefined,
    configuration: new Map(
      isObject(options) ? Object.entries(options).map(([key, value]) => [key, String(value)]) : [],
    ),
  };
}

function endOf(args: readonly string[]): Pick<JobSettings, "finishesAfterMs" | "failsAfterMs"> {
  const [finish, fail] = [argument(args, "--finish-after"), argument(args, "--fail-after")];
  return {
    ...(finish !== undefined && { finishesAfterMs: Number(finish) }),
    ...(fail !== undefined && { failsAfterMs: Number(fail) }),
  };
}

function argument(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  return index === -1 ? undefined : args[index + 1];
}

/** A JobManager's jars are gone with its pod. */
export const noJars = (): Pick<Process, "jars" | "uploads"> => ({ jars: new Map(), uploads: 0 });
