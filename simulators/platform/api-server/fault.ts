import { ApiError } from "./status-error.ts";

/** One request as the server counts it. */
export interface Call {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: string;
  readonly userAgent: string;
  readonly username: string;
  /** Milliseconds since 1970 by the server's clock. */
  readonly at: number;
  /** HTTP status; 0 while unanswered and when the connection was cut instead. */
  status: number;
}

/** Which requests a fault hits; every given part must fit. A text fits if the path contains it. */
export interface FaultMatch {
  readonly method?: string;
  readonly path?: string | RegExp;
}

/** A scripted fault. Exactly one of `status`, `reset`, `lost`; `delayMs` alone only slows down. */
export interface Fault {
  readonly match?: FaultMatch | ((call: Call) => boolean);
  /** Answer with this error instead of doing anything. */
  readonly status?: number;
  /** Cut the connection instead of doing anything. */
  readonly reset?: boolean;
  /** Do what is asked, then cut the connection: the reply is lost after the commit. */
  readonly lost?: boolean;
  /** Wait first. */
  readonly delayMs?: number;
  /** How many requests are hit; 1 if absent. */
  readonly times?: number;
}

/** The scripted faults that are still to happen, in order. */
export class Faults {
  readonly #left: { fault: Fault; times: number }[] = [];

  /** Adds a fault behind those that wait. */
  add(fault: Fault): void {
    this.#left.push({ fault, times: fault.times ?? 1 });
  }

  /** The fault that this call runs into, or undefined. */
  take(call: Call): Fault | undefined {
    const found = this.#left.find(({ fault }) => fits(fault, call));
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#left.splice(this.#left.indexOf(found), 1);
    return found.fault;
  }

  /** Forgets all that are left. */
  clear(): void {
    this.#left.length = 0;
  }
}

function fits(fault: Fault, call: Call): boolean {
  const { match } = fault;
  if (!match) return true;
  if (typeof match === "function") return match(call);
  if (match.method !== undefined && match.method !== call.method) return false;
  if (match.path === undefined) return true;
  return typeof match.path === "string" ? call.path.includes(match.path) : match.path.test(call.path);
}

const reasons: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  401: ["Unauthorized", "Unauthorized"],
  403: ["Forbidden", "forbidden: scripted fault"],
  404: ["NotFound", "the server could not find the requested resource"],
  409: [
    "Conflict",
    "Operation cannot be fulfilled: the object has been modified; please apply your changes to the latest version and try again",
  ],
  410: ["Expired", "The resourceVersion for the provided watch is too old."],
  429: ["TooManyRequests", "Too many requests, please try again later."],
  500: ["InternalError", "Internal error occurred: scripted fault"],
  503: ["ServiceUnavailable", "the server is currently unable to handle the request"],
  504: ["Timeout", "Timeout: request did not complete within the allotted timeout"],
};

/** The error that a scripted status answers with. */
export function faultError(code: number): ApiError {
  const [reason, message] = reasons[code] ?? ["Unknown", `scripted fault ${code}`];
  return new ApiError(code, reason, message, code === 429 ? { retryAfterSeconds: 1 } : undefined);
}
