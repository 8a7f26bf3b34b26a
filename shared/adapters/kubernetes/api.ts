import { isOperatorError, OperatorError } from "../../core/error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { AccessSource } from "./access.ts";
import { type Access, type Answer, type Request, send } from "./request.ts";
import { toOperatorError } from "./translate-error.ts";

/** Calls of the API server, with credentials, time limit and, for reads, further tries. */
export interface Api {
  /** Any answer below 300, any 404 and any 410; everything else rejects. `what` names the call in messages. */
  read(path: string, what: string, signal?: AbortSignal): Promise<Answer>;
  /** Sent once. Any answer below 300; everything else rejects. */
  write(request: Request, what: string): Promise<Answer>;
}

/** A read is tried this often in all. */
const tries = 3;

/** Milliseconds; a server that asks for a longer pause is left alone, the caller comes back later. */
const longestPause = 1_000;

/**
 * The API over one source of credentials.
 *
 * Guarantees: `timeoutMs` bounds a call with all its tries and pauses, once client-node is loaded, whatever becomes of the
 * wall clock meanwhile; a write is never sent twice.
 */
export function makeApi(source: AccessSource, clock: Clock, timeoutMs: number): Api {
  const once = async (request: Request, deadline: number, signal?: AbortSignal): Promise<Answer> => {
    const access = await within(source.access(), deadline - clock.monotonic(), signal);
    const answer = await send(access, request, Math.max(1, deadline - clock.monotonic()), signal);
    if (answer.status === 401) source.forget();
    return { ...answer, secret: secretOf(access) };
  };
  return {
    read: async (path, what, signal) => {
      await source.warm();
      const deadline = clock.monotonic() + timeoutMs;
      for (let attempt = 1; ; attempt += 1) {
        const result = await settle(once({ method: "GET", path }, deadline, signal), what);
        if (!isOperatorError(result)) return result;
        const pause = pauseAfter(result, attempt);
        if (pause === undefined || signal?.aborted || clock.monotonic() + pause >= deadline) throw result;
        await clock.sleep(pause, signal);
        if (signal?.aborted) throw result;
      }
    },
    write: async (request, what) => {
      await source.warm();
      const answer = await once(request, clock.monotonic() + timeoutMs).catch((error: unknown) => rethrow(error, what));
      if (answer.status >= 300) throw toOperatorError(answer, what, true);
      return answer;
    },
  };
}

/** The token or password of some credentials. */
function secretOf({ headers, auth }: Access): string | undefined {
  return headers.authorization?.replace(/^Bearer /, "") ?? auth?.slice(auth.indexOf(":") + 1);
}

/** The answer of a read, or why it is none. */
async function settle(call: Promise<Answer>, what: string): Promise<Answer | OperatorError> {
  try {
    const answer = await call;
    const given = answer.status < 300 || answer.status === 404 || answer.status === 410;
    return given ? answer : toOperatorError(answer, what, false);
  } catch (error) {
    if (isOperatorError(error)) return named(error, what);
    throw error;
  }
}

function rethrow(error: unknown, what: string): never {
  throw isOperatorError(error) ? named(error, what) : error;
}

function named(error: OperatorError, what: string): OperatorError {
  return new OperatorError(error.code, `${what}: ${error.message}`, { applied: error.applied });
}

/** Milliseconds until the next try, or undefined where there is none. */
function pauseAfter(error: OperatorError, attempt: number): number | undefined {
  if (attempt >= tries || (error.code !== "Throttled" && error.code !== "Unavailable")) return undefined;
  const asked = error.retryAfterMs ?? 0;
  if (asked > longestPause) return undefined;
  return Math.max(asked, 50 * 2 ** attempt) * (1 + Math.random() / 2);
}

/** Credential plug-ins are processes of their own and may hang. */
function within<T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => () => {
      end();
      reject(new OperatorError("Unavailable", why));
    };
    const late = give("the Kubernetes credentials were not there in time");
    const cancelled = give("the call was cancelled");
    const timer = setTimeout(late, Math.max(1, ms));
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancelled);
    };
    if (signal?.aborted) return cancelled();
    signal?.addEventListener("abort", cancelled);
    promise.finally(end).then(resolve, reject);
  });
}
