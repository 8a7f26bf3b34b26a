import { LOGIN_PAGE, NOT_FOUND_PAGE } from "../shell/pages.ts";
import { type Fault, takeFault } from "./faults.ts";
import { type Platform, recallState, rememberState } from "./platform.ts";
import { countRequest } from "./rate-limit.ts";
import { type Reply, refuse } from "./reply.ts";
import { type Request, step } from "./step.ts";

/** What the socket has to do: send a JSON or HTML reply, cut the connection, or say nothing for ever. */
export type Outcome =
  | { readonly kind: "json"; readonly reply: Reply }
  | { readonly kind: "html"; readonly status: number; readonly html: string }
  | { readonly kind: "reset" }
  | { readonly kind: "hang" };

/** The fault that is due for a request that arrives now; what is used up of the platform's knobs is gone with it. */
export function chooseFault(platform: Platform, request: Request): Fault | undefined {
  const { requestsPerSecond, retryAfterSeconds } = platform.faults;
  const { window, over } = countRequest(platform.window, platform.clock(), requestsPerSecond);
  platform.window = window;
  if (over) return { kind: "throttle", retryAfterSeconds };
  const { fault, rest } = takeFault(platform.faults, platform.random, request);
  platform.faults = rest;
  return fault;
}

/** Lets a request take effect, or not, as its fault wants it. */
export function exchange(platform: Platform, request: Request, fault: Fault | undefined): Outcome {
  switch (fault?.kind) {
    case "throttle": {
      const headers = { "retry-after": String(fault.retryAfterSeconds) };
      return { kind: "json", reply: { ...refuse(429, "TOO_MANY_REQUESTS", "Too many requests."), headers } };
    }
    case "error":
      return { kind: "json", reply: refuse(fault.status, "INTERNAL_ERROR", "The platform failed.") };
    case "htmlNotFound":
      return { kind: "html", status: 404, html: NOT_FOUND_PAGE };
    case "garbage":
      return { kind: "html", status: 200, html: LOGIN_PAGE };
    case "hang":
      return { kind: "hang" };
    case "resetBeforeCommit":
      return { kind: "reset" };
    case "resetAfterCommit":
      apply(platform, request);
      return { kind: "reset" };
    case "duplicate":
      apply(platform, request);
      return { kind: "json", reply: apply(platform, request) };
    default:
      return { kind: "json", reply: apply(platform, request) };
  }
}

/** Steps the model; a GET is answered from the past while `staleReadMs` is set. */
function apply(platform: Platform, request: Request): Reply {
  const now = platform.clock();
  const { staleReadMs } = platform.faults;
  rememberState(platform, now);
  if (request.method !== "GET" || staleReadMs === 0) return step(platform.state, request, now);
  return step(recallState(platform, now - staleReadMs), request, now - staleReadMs);
}
