import type { JsonValue } from "../../shared/core/json.ts";
import { completion, jobNotFound, stackOf } from "./java-stack.ts";
import type { Job, Process } from "./state.ts";

/** `web.refresh-interval`, in milliseconds. */
export const refreshMs = 3_000;

/** A request of the REST API. */
export interface RestRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: JsonValue;
  /** What the parser said of a body that is no JSON. */
  readonly unreadable?: string;
  /** The one file of a form, instead of a body. */
  readonly file?: UploadedFile;
}

/** A file as a form carries it. */
export interface UploadedFile {
  readonly name: string;
  readonly content: string;
}

/** Its answer. */
export interface RestAnswer {
  readonly status: number;
  readonly body: JsonValue;
}

/** A request on its way through the routes. */
export interface Context {
  readonly process: Process;
  readonly request: RestRequest;
  /** Segments of the path that the route's pattern names. */
  readonly ids: readonly string[];
  readonly now: number;
}

/** One call of the API; `format` is Flink's class of its body. */
export type Route = readonly [
  method: string,
  pattern: RegExp,
  answer: (context: Context) => RestAnswer,
  format?: string,
];

/** A part of a path or query; one whose escapes are broken stays as it came. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A success. */
export function ok(body: JsonValue): RestAnswer {
  return { status: 200, body };
}

/** An error with the texts that Flink puts into the body. */
export function error(status: number, ...messages: readonly string[]): RestAnswer {
  return { status, body: { errors: messages } };
}

/** An id of Flink's own choice: 32 hex digits that end in a number. */
export function newId(digit: string, number: number): string {
  return number.toString(16).padStart(32, digit);
}

/** What Flink answers while nobody leads the cluster. */
export const unavailable: RestAnswer = error(
  503,
  "Service temporarily unavailable due to an ongoing leader election. Please refresh.",
);

/** What Flink says of a request that a handler refuses. */
export const refused = (why: string) => `org.apache.flink.runtime.rest.handler.RestHandlerException: ${why}`;

/** What Flink says of a body that is not what it takes. */
export const mismatch = (format: string) => refused(`Request did not match expected format ${format}.`);

/** What Flink answers where a handler fails in a way that it did not foresee. */
export function unforeseen(...failures: readonly string[]): RestAnswer {
  const [first = ""] = failures;
  const stack = stackOf(completion(first), ...failures);
  return error(500, "Internal server error.", `<Exception on server side:\n${stack}`);
}

/** The answer about a job of the path, or Flink's word that there is none. */
export function withJob({ process, ids }: Context, respond: (job: Job) => RestAnswer): RestAnswer {
  const [id = ""] = ids;
  const job = process.jobs.get(id);
  if (job !== undefined) return respond(job);
  const unknown = `org.apache.flink.runtime.rest.NotFoundException: Job ${id} not found`;
  return error(404, stackOf(unknown, jobNotFound(id)));
}
