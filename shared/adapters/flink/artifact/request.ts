import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { OperatorError } from "../../../core/error.ts";
import { foreignText } from "../../foreign-text.ts";
import { type Addressing, pinnedTo, resolveAllowed } from "./pinned.ts";
import { type ArtifactPolicy, nameOf, objectionTo, refused } from "./source.ts";

/** How much an artifact may cost; milliseconds and bytes. */
export interface ArtifactLimits {
  readonly largest: number;
  readonly redirects: number;
  /** Until the headers of an answer are there. */
  readonly answerMs: number;
  /** Without a byte, while one is waited for. */
  readonly silenceMs: number;
  readonly totalMs: number;
}

/** What a request depends on. */
export interface Fetching {
  readonly policy: ArtifactPolicy;
  readonly limits: ArtifactLimits;
  readonly addressing: Addressing;
  readonly userAgent: string;
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The answer to a GET, redirects followed.
 *
 * Guarantees: each address on the way is judged as the first one was; headers of the caller go to the origin of the first
 * URL only.
 */
export async function requestArtifact(
  source: URL,
  headers: Readonly<Record<string, string>>,
  fetching: Fetching,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = source;
  for (let hops = 0; hops <= fetching.limits.redirects; hops += 1) {
    const own = url.origin === source.origin ? headers : {};
    const response = await requestOnce(url, own, fetching, signal);
    if (!redirecting.has(response.statusCode ?? 0)) return response;
    response.destroy();
    url = nextOf(url, response.headers.location, fetching.policy);
  }
  throw refused(nameOf(source), `it redirects more than ${fetching.limits.redirects} times`);
}

function nextOf(url: URL, location: string | undefined, policy: ArtifactPolicy): URL {
  const next = location === undefined ? null : URL.parse(location, url.href);
  const why = next === null ? "it leads nowhere" : objectionTo(next, policy);
  if (next === null || why !== undefined) throw refused(nameOf(url), `of its redirect: ${why}`);
  return next;
}

async function requestOnce(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { policy, limits, addressing, userAgent }: Fetching,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const addresses = await orAborted(resolveAllowed(url, policy, addressing), signal);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const given = { "user-agent": userAgent, accept: "*/*", ...headers, "accept-encoding": "identity" };
  return new Promise((resolveWith, reject) => {
    const outgoing = send(url, { agent: false, lookup: pinnedTo(addresses), headers: given, signal });
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer in ${limits.answerMs} ms`)), limits.answerMs);
    outgoing.on("response", (response) => {
      clearTimeout(timer);
      resolveWith(response);
    });
    outgoing.on("error", (error: Error & { code?: string }) => {
      clearTimeout(timer);
      reject(new OperatorError("Unavailable", `${nameOf(url)} cannot be fetched: ${foreignText(whyOf(error))}`));
    });
    outgoing.end();
  });
}

function whyOf({ code, message }: Error & { code?: string }): string {
  return code ?? message;
}

/** Resolving cannot be ended, so that waiting for it is. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new OperatorError("Unavailable", "the artifact cannot be fetched: the time was over"));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
