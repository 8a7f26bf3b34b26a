import { once } from "node:events";
import http from "node:http";
import { toForwardedHeaders, withoutHopByHop } from "./forwarded-headers.ts";

/**
 * How a forwarded request ended: `broken` when the pod failed it, `aborted` when `signal` did, `unfinished` when `signal`
 * did in the middle of an answer of unsaid length, to which more can still be written.
 */
export type ForwardEnd = "done" | "broken" | "aborted" | "unfinished";

/**
 * Streams a request to a port of this machine, with the headers that queue-proxy would write, and the answer back. Never
 * rejects; writes nothing to the client unless the pod answered.
 */
export async function forward(
  client: http.IncomingMessage,
  answer: http.ServerResponse,
  port: number,
  signal: AbortSignal,
): Promise<ForwardEnd> {
  const upstream = open(client, port, signal);
  const response = new Promise<http.IncomingMessage | undefined>((resolve) => {
    upstream.once("response", resolve);
    upstream.on("error", () => resolve(undefined));
  });
  client.pipe(upstream);
  let received: http.IncomingMessage | undefined;
  try {
    received = await response;
    if (received === undefined) return signal.aborted ? "aborted" : "broken";
    answer.writeHead(received.statusCode ?? 502, received.statusMessage, withoutHopByHop(received.rawHeaders).flat());
    for await (const chunk of received) if (!answer.write(chunk)) await once(answer, "drain", { signal });
    answer.end();
    return "done";
  } catch {
    if (!signal.aborted) return "broken";
    return received !== undefined && !("content-length" in received.headers) ? "unfinished" : "aborted";
  } finally {
    client.unpipe(upstream);
    upstream.destroy();
  }
}

// A fresh connection per request: one kept open may be closed by the pod at the moment it is used, a false 502.
function open(client: http.IncomingMessage, port: number, signal: AbortSignal): http.ClientRequest {
  const { method, url } = client;
  const upstream = http.request({ host: "127.0.0.1", port, method, path: url, agent: false, setHost: false, signal });
  const headers = toForwardedHeaders(client.rawHeaders, client.socket.remoteAddress ?? "unknown");
  for (const [name, values] of headers) upstream.setHeader(name, values);
  upstream.removeHeader("Connection");
  return upstream;
}
