import { randomUUID } from "node:crypto";
import { isOperatorError, OperatorError } from "../../core/error.ts";
import { hasMoreValues } from "../../core/json-text.ts";
import type { Caller } from "../../ports/app-manager.ts";
import type { NoAnswer, Transport, WireAnswer, WireRequest } from "../http.ts";
import type { Credentials } from "./credentials.ts";
import { type Doing, fromAnswer, fromNoAnswer } from "./translate-error.ts";

/** One call as the client means it. */
export interface Call {
  readonly caller: Caller;
  readonly method: WireRequest["method"];
  readonly path: string;
  readonly what: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  readonly aside?: boolean;
  /** Milliseconds, and bytes and JSON values of the answer. */
  readonly limits: { readonly timeoutMs: number; readonly largest: number; readonly values: number };
}

/** An answer, and what to know for judging its body. */
export interface Called {
  readonly answer: WireAnswer;
  readonly doing: Doing;
}

/** What every call shares. */
export interface CallOptions {
  readonly base: string;
  readonly userAgent: string;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly now: () => number;
  /** Milliseconds from an arbitrary origin. */
  readonly monotonic: () => number;
}

/**
 * Sends a call with the caller's token; resolves at any 2xx and any 404.
 *
 * Guarantees: after a 401 the Secret is read once more, and the call sent once more if its token changed; where the
 * Secret cannot be read, or the time of the call is over, the 401 stands. That time holds for all of it: nothing is under way
 * after it, which a quarantine counts on (D6).
 */
export function makeCall(options: CallOptions): (call: Call) => Promise<Called> {
  return async (call) => {
    const end = options.monotonic() + call.limits.timeoutMs;
    const left = () => Math.ceil(end - options.monotonic());
    const token = await tokenOf(options, call);
    if (left() <= 0) throw fromNoAnswer(outOfTime, { what: call.what, write: call.method !== "GET", token });
    const first = await sendOnce(options, call, token, left());
    if (first.answer.status !== 401) return settled(first, options, call);
    const renewed = await options.credentials.renewed(call.caller, token).catch(() => token);
    if (renewed === token || left() <= 0) return settled(first, options, call);
    return settled(await sendOnce(options, call, renewed, left()), options, call);
  };
}

const outOfTime: NoAnswer = { why: "its token was not there in time", sent: false, cause: "time" };

/** The caller's token; an error for want of one says that the platform has no part in it. */
async function tokenOf({ credentials }: CallOptions, { caller }: Call): Promise<string | undefined> {
  try {
    return await credentials.token(caller);
  } catch (error) {
    if (!isOperatorError(error) || (error.code !== "Denied" && error.code !== "Missing")) throw error;
    throw new OperatorError(error.code, error.message, { reason: "NoCredentials", cause: error });
  }
}

async function sendOnce(
  options: CallOptions,
  call: Call,
  token: string | undefined,
  timeoutMs: number,
): Promise<Called> {
  const doing = { what: call.what, write: call.method !== "GET", token };
  const { method, limits } = call;
  const { values, largest } = limits;
  const url = `${options.base}${call.path}`;
  const bare = { method, url, headers: headersOf(options, call, token), largest, timeoutMs };
  const asked: WireRequest = call.body === undefined ? bare : { ...bare, body: toText(call.body, call.what) };
  const request = call.aside === true ? { ...asked, aside: true } : asked;
  const answer = await options.transport.send(request, call.signal);
  if ("why" in answer) throw fromNoAnswer(answer, doing);
  if (hasMoreValues(answer.text, values)) throw fromNoAnswer(tooManyValues(values), doing);
  return { answer, doing };
}

function headersOf({ userAgent }: CallOptions, { caller, body }: Call, token: string | undefined) {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": userAgent,
    "x-correlation-id": randomUUID(),
    "x-vvp-operator-instance": caller.instanceId,
  };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  return headers;
}

function tooManyValues(values: number): NoAnswer {
  return { why: `its answer has more than ${values} values`, sent: true, cause: "size" };
}

function settled(called: Called, { now }: CallOptions, { caller }: Call): Called {
  const { status } = called.answer;
  if ((status >= 200 && status < 300) || status === 404) return called;
  const error = fromAnswer(called.answer, called.doing, now());
  throw error.code === "Denied" ? explained(error, caller) : error;
}

/** Says which credentials were not good enough. */
function explained(error: OperatorError, { namespace, secretName }: Caller): OperatorError {
  const whose =
    secretName === undefined
      ? "the call carried no token"
      : `the token is that of the Secret ${namespace}/${secretName}`;
  const { code, applied, reason } = error;
  return new OperatorError(code, `${error.message} (${whose})`, { applied, reason });
}

function toText(body: object, what: string): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    if (isOperatorError(error)) throw error;
    throw new OperatorError("Rejected", `${what}: the definition is nested too deeply to be written`);
  }
}
