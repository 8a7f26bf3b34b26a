import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { pipeline } from "node:stream/promises";

/** Where reviews go on: the admission function, how long it may take in all (ms), and the largest review in bytes. */
export type Passage = {
  target: URL;
  timeoutMs: number;
  maxBytes: number;
  /** Told of each review that the function did not answer: the status that was sent instead, and why. */
  missed: (status: number, why: string) => void;
};

/** Largest AdmissionReview that is passed on: two objects of the API server's 1.5 MiB. */
export const MAX_REVIEW_BYTES = 3 * 1024 * 1024;

const passedOn = ["content-type", "content-length", "accept", "user-agent", "traceparent", "tracestate"];
const passedBack = ["content-type", "content-length", "retry-after"];
const timedOut = "timed out";
const callerGone = "caller gone";

class TooLarge extends Error {}

function pick(headers: http.IncomingHttpHeaders, names: readonly string[]): http.OutgoingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/** In plain text, since that is all that an API server repeats in its log; of any other type it says "unknown". */
function answer(response: http.ServerResponse, status: number, why: string, headers: http.OutgoingHttpHeaders = {}) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close", ...headers });
  response.end(`${why}\n`);
}

async function sendBody(request: http.IncomingMessage, upstream: http.ClientRequest, maxBytes: number): Promise<void> {
  let size = 0;
  // The request must outlive a failure, or there is no socket left to answer on.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge();
    if (!upstream.write(chunk)) await once(upstream, "drain");
  }
  upstream.end();
}

/** Resolves with the head of the function's answer, which may come before the whole review was sent. */
function exchange(request: http.IncomingMessage, passage: Passage, signal: AbortSignal): Promise<http.IncomingMessage> {
  const search = (request.url ?? "").split("?").slice(1).join("?");
  const url = new URL(`/validate${search === "" ? "" : `?${search}`}`, passage.target);
  const send = url.protocol === "https:" ? https.request : http.request;
  // A connection of its own for each review: a kept one may just be closing when a pod goes away, and the body of a
  // streamed review can not be sent twice.
  const upstream = send(url, { method: "POST", headers: pick(request.headers, passedOn), agent: false, signal });
  return new Promise((resolve, reject) => {
    upstream.once("response", resolve);
    upstream.on("error", reject);
    sendBody(request, upstream, passage.maxBytes).catch((error: unknown) => {
      upstream.destroy();
      reject(error);
    });
  });
}

function answerFailure(response: http.ServerResponse, error: unknown, reason: unknown, passage: Passage): void {
  const [status, why] = toFailure(error, reason, passage);
  passage.missed(status, why);
  if (response.headersSent) response.destroy();
  else if (reason !== callerGone) answer(response, status, why);
}

function toFailure(error: unknown, reason: unknown, passage: Passage): [status: number, why: string] {
  if (error instanceof TooLarge) return [413, `a review of more than ${passage.maxBytes} bytes`];
  if (reason === callerGone) return [499, "the caller went away"];
  if (reason === timedOut) return [504, `no answer of admission within ${passage.timeoutMs} ms`];
  const { code } = error as NodeJS.ErrnoException;
  return [502, `admission can not be reached${code === undefined ? "" : ` (${code})`}`];
}

async function passOn(request: http.IncomingMessage, response: http.ServerResponse, passage: Passage): Promise<void> {
  const abort = new AbortController();
  const deadline = setTimeout(() => abort.abort(timedOut), passage.timeoutMs);
  response.once("close", () => abort.abort(callerGone));
  try {
    const reply = await exchange(request, passage, abort.signal);
    response.writeHead(reply.statusCode ?? 502, pick(reply.headers, passedBack));
    await pipeline(reply, response);
  } catch (error) {
    answerFailure(response, error, abort.signal.reason, passage);
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * Passes `POST /validate` on to the admission function and its answer back, both streamed.
 *
 * Guarantees: every request is answered: 413 above `maxBytes`, 504 after `timeoutMs`, 502 when the function can not be
 * reached, 404 and 405 for anything that is no review. A caller that goes away aborts the request to the function.
 */
export function makePassage(passage: Passage): http.RequestListener {
  return (request, response) => {
    const path = (request.url ?? "").split("?")[0];
    if (path !== "/validate") return answer(response, 404, "only /validate is served here");
    if (request.method !== "POST") return answer(response, 405, "only POST is taken", { allow: "POST" });
    if (Number(request.headers["content-length"] ?? 0) > passage.maxBytes) {
      return answer(response, 413, `a review of more than ${passage.maxBytes} bytes`);
    }
    void passOn(request, response, passage);
  };
}
