import * as http from "node:http";
import * as https from "node:https";
import { OperatorError } from "../../core/error.ts";

/** Everything a request to the API server needs besides its own content. */
export interface Access {
  readonly server: URL;
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  /** `user:password` of kubeconfigs that still hold one. */
  readonly auth: string | undefined;
  /** Namespace of the context or, in a pod, of the service account. */
  readonly namespace: string;
}

/** One request, as far as it differs from every other. */
export interface Request {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path and query below the server's address. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

/** An answer of any status. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Milliseconds since the epoch by the API server's clock, NaN without a `Date` header. */
  readonly date: number;
  readonly retryAfter: string | undefined;
  /** What the call was allowed by, which no message may show, even where the answer repeats it. */
  readonly secret?: string | undefined;
}

/** Bytes; above any page that the functions ask for. */
export const largestAnswer = 64 * 1024 * 1024;

/**
 * Sends one request over the shared connections.
 *
 * Guarantees: rejects with `Unavailable` (`applied` is `maybe` only for a write whose bytes may have left) or with
 * `Malformed` for an answer without end; never waits longer than `timeoutMs`.
 */
export function send(access: Access, request: Request, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent = false;
    const fail = (why: string, code: "Unavailable" | "Malformed" = "Unavailable") => {
      finish();
      const applied = sent && request.method !== "GET" ? "maybe" : "no";
      reject(new OperatorError(code, `the API server did not answer: ${why}`, { applied }));
      outgoing.destroy();
    };
    const outgoing = open(access, request);
    const timer = setTimeout(() => fail("time-out"), timeoutMs);
    const abort = () => fail("the call was cancelled");
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    signal?.addEventListener("abort", abort);
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) sent = true;
      else
        socket.once(access.server.protocol === "https:" ? "secureConnect" : "connect", () => {
          sent = true;
        });
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    outgoing.on("response", (incoming) => {
      collect(incoming, fail, (answer) => {
        finish();
        resolve(answer);
      });
    });
    outgoing.end(request.body);
  });
}

function open(access: Access, request: Request): http.ClientRequest {
  const { server, agent, headers, auth } = access;
  const secure = server.protocol === "https:";
  const options: http.RequestOptions = {
    protocol: server.protocol,
    hostname: server.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: server.port || (secure ? 443 : 80),
    method: request.method,
    path: `${server.pathname.replace(/\/$/, "")}${request.path}`,
    agent,
    headers: {
      accept: "application/json",
      ...headers,
      ...(request.body !== undefined && {
        "content-type": request.contentType ?? "application/json",
        "content-length": Buffer.byteLength(request.body),
      }),
    },
    ...(auth !== undefined && { auth }),
  };
  return secure ? https.request(options) : http.request(options);
}

function collect(
  incoming: http.IncomingMessage,
  fail: (why: string, code?: "Malformed") => void,
  done: (answer: Answer) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > largestAnswer) fail("its answer is too large", "Malformed");
    else chunks.push(chunk);
  });
  incoming.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
  incoming.on("end", () => {
    done({
      status: incoming.statusCode ?? 0,
      text: Buffer.concat(chunks).toString("utf8"),
      date: Date.parse(incoming.headers.date ?? ""),
      retryAfter: incoming.headers["retry-after"],
    });
  });
}
