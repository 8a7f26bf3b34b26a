import http from "node:http";
import { pipeline } from "node:stream/promises";

/** How a forwarded request ended: `broken` when the pod failed it, `aborted` when `signal` did. */
export type ForwardEnd = "done" | "broken" | "aborted";

const HOP_BY_HOP: ReadonlySet<string> = new Set(["connection", "keep-alive", "proxy-connection", "expect", "upgrade"]);

/**
 * Streams a request to a port of this machine and the answer back, headers in their order and spelling, with the
 * client added to `x-forwarded-for`. Never rejects; writes nothing to the client unless the pod answered.
 */
export async function forward(
  client: http.IncomingMessage,
  answer: http.ServerResponse,
  port: number,
  signal: AbortSignal,
): Promise<ForwardEnd> {
  // A fresh connection per request: one kept open may be closed by the pod at the moment it is used, a false 502.
  const upstream = http.request({
    host: "127.0.0.1",
    port,
    method: client.method,
    path: client.url,
    headers: toForwardedHeaders(client),
    agent: false,
    signal,
  });
  const response = new Promise<http.IncomingMessage | undefined>((resolve) => {
    upstream.once("response", resolve);
    upstream.on("error", () => resolve(undefined));
  });
  client.pipe(upstream);
  try {
    const received = await response;
    if (received === undefined) return signal.aborted ? "aborted" : "broken";
    answer.writeHead(received.statusCode ?? 502, received.statusMessage, withoutHopByHop(received.rawHeaders));
    await pipeline(received, answer, { signal });
    return "done";
  } catch {
    return signal.aborted ? "aborted" : "broken";
  } finally {
    client.unpipe(upstream);
    upstream.destroy();
  }
}

function toForwardedHeaders(client: http.IncomingMessage): string[] {
  const headers = withoutHopByHop(client.rawHeaders, "x-forwarded-for");
  const earlier = client.headers["x-forwarded-for"];
  const address = client.socket.remoteAddress ?? "unknown";
  return [...headers, "X-Forwarded-For", earlier === undefined ? address : `${earlier}, ${address}`];
}

function withoutHopByHop(raw: readonly string[], alsoWithout = ""): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = "", value = ""] = raw.slice(i, i + 2);
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && key !== alsoWithout) kept.push(name, value);
  }
  return kept;
}
