import http from "node:http";
import https from "node:https";

/** Header names and values in the order they go on the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** One HTTP request that carries an event; `agent` decides whether its connection is reused. */
export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly agent: http.Agent;
  readonly signal: AbortSignal;
}

/** A keep-alive connection pool for the scheme of `url`. */
export const makeAgent = (url: URL): http.Agent =>
  url.protocol === "https:" ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });

const MAX_REDIRECTS = 10;

/**
 * Sends one request as Go's HTTP client does and gives the status of the last answer: 307 and 308 are followed with the
 * body, 301, 302 and 303 as a GET without it. Rejects when the connection fails, when `signal` aborts, and after ten
 * redirects. There is no time-out.
 */
export async function exchange(request: ExchangeRequest): Promise<number> {
  let { url, headers, body } = request;
  let method = "POST";
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    // An agent serves one scheme only, so a redirect to the other one leaves it.
    const agent = url.protocol === request.url.protocol ? request.agent : undefined;
    const answer = await once({ ...request, url, headers, body, agent }, method);
    const kind = redirectKind(answer.status, answer.location);
    if (kind === undefined || answer.location === undefined) return answer.status;
    url = new URL(answer.location, url);
    if (kind === "as-get") {
      method = "GET";
      body = Buffer.alloc(0);
      headers = headers.filter(([name]) => name !== "Content-Type");
    }
  }
  throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
}

function redirectKind(status: number, location: string | undefined): "as-get" | "same" | undefined {
  if (location === undefined) return undefined;
  if (status === 301 || status === 302 || status === 303) return "as-get";
  return status === 307 || status === 308 ? "same" : undefined;
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
}

type Hop = Omit<ExchangeRequest, "agent"> & { readonly agent: http.Agent | undefined };

function once(request: Hop, method: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { url, signal, agent } = request;
    const open = url.protocol === "https:" ? https.request : http.request;
    const outgoing = open(url, { method, agent, signal, setHost: false });
    outgoing.setHeader("Host", url.host);
    outgoing.setHeader("User-Agent", "Go-http-client/1.1");
    if (method !== "GET") outgoing.setHeader("Content-Length", String(request.body.length));
    for (const [name, value] of request.headers) outgoing.setHeader(name, value);
    outgoing.setHeader("Accept-Encoding", "gzip");
    outgoing.removeHeader("Connection");
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.on("error", () => undefined);
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
    });
    outgoing.end(request.body);
  });
}
