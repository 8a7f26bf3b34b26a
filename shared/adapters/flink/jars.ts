import * as z from "zod";
import { isOperatorError, OperatorError } from "../../core/error.ts";
import type { FailureCause, Jar } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint, JarUpload, RunRequest } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { pathSegment } from "../path-segment.ts";
import { type Answer, expectDone, faultOf, readAs, senseless } from "./answer.ts";
import type { Ask } from "./call.ts";
import { toRunBody } from "./dialect.ts";
import { hasCause } from "./java-errors.ts";
import { toMultipart } from "./multipart.ts";
import { hexId } from "./wire.ts";

/** Milliseconds: main() may do anything; a jar of some hundred megabytes comes from far away. */
const times = { run: 60_000, upload: 300_000 };

const list = z.looseObject({
  files: z.array(z.looseObject({ id: z.string().min(1), name: z.string(), uploaded: z.number() })),
});
const uploaded = z.looseObject({ filename: z.string().min(1), status: z.literal("success") });
const started = z.looseObject({ jobid: hexId });

/** All jars that the JobManager holds. */
export async function readJars(ask: Ask, endpoint: FlinkEndpoint, signal?: AbortSignal): Promise<Jar[]> {
  const answer = await ask({ endpoint, path: "/jars", what: "list the jars", signal });
  return readAs(answer, list, ({ files }) =>
    files.map(({ id, name, uploaded: at }) => ({ id: foreignText(id), name: foreignText(name), uploaded: at })),
  );
}

/**
 * Sends a jar as it comes; gives its id.
 *
 * Guarantees: where the jar itself fails, its own error is the one that is thrown, and Flink has got no whole jar.
 */
export async function uploadJar(
  ask: Ask,
  endpoint: FlinkEndpoint,
  { fileName, content }: JarUpload,
  signal?: AbortSignal,
): Promise<string> {
  if (!/^[\w.-]{1,200}$/.test(fileName) || !fileName.endsWith(".jar")) {
    throw new OperatorError("Rejected", `${JSON.stringify(foreignText(fileName))} is no name of a jar`);
  }
  const source = watched(content);
  const upload = toMultipart({ fileName, content: source.content });
  const call = { endpoint, method: "POST", path: "/jars/upload", submissionMs: times.upload } as const;
  const asked = await ask({ ...call, what: `upload ${fileName}`, upload, signal }).catch((error: unknown) => {
    throw source.fault() ?? error;
  });
  const id = readAs(asked, uploaded, ({ filename }) => filename.slice(filename.lastIndexOf("/") + 1));
  if (!id.endsWith(`_${fileName}`)) throw senseless(asked, "it names another jar");
  return id;
}

/** The same bytes, and what went wrong with them: HTTP libraries wrap what a body throws. */
function watched(content: AsyncIterable<Uint8Array>) {
  let failed: OperatorError | undefined;
  const pass = async function* () {
    try {
      yield* content;
    } catch (error) {
      failed = isOperatorError(error) ? error : new OperatorError("Unavailable", "the jar could not be read");
      throw error;
    }
  };
  return { content: pass(), fault: () => failed };
}

/** Runs main() of a jar; the job that it starts has the caller's id, so that a repeat starts none (fact 6). */
export async function runJar(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jarId: string,
  request: RunRequest,
  signal?: AbortSignal,
): Promise<"STARTED" | "EXISTED"> {
  const path = `/jars/${pathSegment(jarId, "the id of the jar")}/run`;
  const what = `run jar ${foreignText(jarId)} as job ${request.jobId}`;
  const body = toRunBody(request);
  const answer = await ask({ endpoint, method: "POST", path, what, body, signal, submissionMs: times.run });
  if (answer.status >= 400 && answer.cause !== undefined) {
    if (hasCause(answer.cause, "DuplicateJobSubmissionException")) return "EXISTED";
    throw refusalOf(answer, answer.cause);
  }
  const id = readAs(answer, started, ({ jobid }) => jobid);
  if (id !== request.jobId) throw senseless(answer, "it started another job");
  return "STARTED";
}

/** Flink answers 500 for what is wrong with the request, and 400 for what main() did (fact 6). */
function refusalOf(answer: Answer, cause: FailureCause): OperatorError {
  const says = (words: string) => cause.some(({ message }) => message.includes(words));
  if (answer.status === 500 && says("Jar file ") && says(" does not exist")) return faultOf(answer, "Missing");
  if (hasCause(cause, "ProgramInvocationException")) {
    const ran = says("The main method caused an error");
    const { message } = faultOf(answer, "Rejected");
    return new OperatorError("Rejected", message, { applied: ran ? "maybe" : "no" });
  }
  return faultOf(answer);
}

/** Deletes a jar; done also where there is none (fact 7). */
export async function deleteJar(ask: Ask, endpoint: FlinkEndpoint, jarId: string, signal?: AbortSignal): Promise<void> {
  const path = `/jars/${pathSegment(jarId, "the id of the jar")}`;
  const answer = await ask({ endpoint, method: "DELETE", path, what: `delete jar ${foreignText(jarId)}`, signal });
  const isGone = answer.status === 400 && answer.cause?.some(({ message }) => message.includes("does not exist"));
  if (isGone !== true) expectDone(answer);
}
