import { OperatorError } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import type { NoAnswer, Transport, WireRequest } from "../http.ts";
import { type Answer, type Doing, toAnswer } from "./answer.ts";
import { type FlinkHosts, originOf } from "./endpoint.ts";

/** One call as the adapter means it; a GET where nothing else is said. */
export interface Call {
  readonly endpoint: FlinkEndpoint;
  readonly method?: WireRequest["method"];
  readonly path: string;
  /** Such as `cancel job 00…a1`. */
  readonly what: string;
  readonly body?: JsonObject;
  readonly upload?: { readonly type: string; readonly content: AsyncIterable<Uint8Array> };
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of a call that submits a job, where nobody says another time; bytes, where they are not those of every call. */
  readonly submissionMs?: number;
  readonly largest?: number;
}

/** Sends a call and resolves with the answer, whatever its status; rejects where there is none. */
export type Ask = (call: Call) => Promise<Answer>;

/** What every call shares. */
export interface AskOptions {
  readonly transport: Transport;
  readonly userAgent: string;
  readonly hosts: FlinkHosts;
  /** Milliseconds of a call that says nothing else. */
  readonly timeoutMs: number;
  /** Milliseconds of one that submits a job; undefined for its own. */
  readonly submissionMs?: number | undefined;
  /** What a cluster behind a proxy is told of who asks: the whole header `authorization`. */
  readonly authorization?: (() => string) | undefined;
  readonly now: () => number;
}

const mebibyte = 1024 * 1024;

/** Calls over a transport. */
export function makeAsk(options: AskOptions): Ask {
  const { transport, userAgent, hosts, timeoutMs, submissionMs, authorization, now } = options;
  return async (call) => {
    const { endpoint, method = "GET", path, what, body, upload, signal } = call;
    const type = upload?.type ?? (body === undefined ? undefined : "application/json");
    const request: WireRequest = {
      method,
      url: `${originOf(endpoint, hosts)}${path}`,
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": userAgent,
        ...(type !== undefined && { "content-type": type }),
        ...(authorization !== undefined && { authorization: authorization() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(upload !== undefined && { upload: upload.content }),
      timeoutMs: call.submissionMs === undefined ? timeoutMs : (submissionMs ?? call.submissionMs),
      largest: call.largest ?? 4 * mebibyte,
    };
    const doing = { what, write: method !== "GET" };
    const answer = await transport.send(request, signal);
    if ("why" in answer) throw fromNoAnswer(answer, doing);
    return toAnswer(answer, doing, now());
  };
}

function fromNoAnswer({ why, sent, cause }: NoAnswer, { what, write }: Doing): OperatorError {
  const code = cause === "size" ? "Malformed" : "Unavailable";
  return new OperatorError(code, `Flink did not answer ${what}: ${why}`, { applied: write && sent ? "maybe" : "no" });
}
