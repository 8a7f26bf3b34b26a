import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import type { ApiCall } from "../../../../cli/demo/platform.ts";

/** A plain HTTP address in front of an API server. */
export interface RecordingProxy {
  readonly url: string;
  /** Every request so far, in order of arrival. */
  readonly calls: readonly ApiCall[];
  /** Ends every connection at once, also watches. */
  close(): Promise<void>;
}

/** What a proxy stands before; `usernameOf` tells who a bearer token stands for. */
export interface Upstream {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly usernameOf: (token: string) => string | undefined;
  /** What becomes of a request; all pass if absent. */
  readonly gate?: (call: ApiCall) => Gate;
  /** Told of each mute request once the API server has answered it. */
  readonly muted?: (call: ApiCall) => void;
}

/** `cut`: it never reaches the API server. `mute`: it does, and its answer reaches nobody. */
export type Gate = "pass" | "cut" | "mute";

/**
 * Starts a proxy on a loopback address that passes requests on over TLS, answers streamed.
 *
 * Guarantees: whoever goes away first, the other side is cut too; a request that gets no answer is cut, not answered.
 */
export async function startRecordingProxy(upstream: Upstream): Promise<RecordingProxy> {
  const calls: ApiCall[] = [];
  const agent = new Agent({ keepAlive: true, ca: upstream.ca });
  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (incoming, response) => {
    const call = toCall(incoming, upstream);
    calls.push(call);
    const gate = upstream.gate?.(call) ?? "pass";
    if (gate === "cut") response.destroy();
    else
      passOn(
        { incoming, response, ...(gate === "mute" && { mute: () => upstream.muted?.(call) }) },
        upstream.url,
        agent,
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

function toCall({ method = "GET", url = "/", headers }: IncomingMessage, { usernameOf }: Upstream): ApiCall {
  const token = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? "")?.[1];
  const username = token === undefined ? "system:anonymous" : (usernameOf(token) ?? "");
  return { method, path: new URL(url, "http://api").pathname, username };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Called in place of the answer. */
  readonly mute?: () => void;
}

function passOn({ incoming, response, mute }: Exchange, to: string, agent: Agent): void {
  const headers = withoutHops(incoming.headers);
  const outgoing = request(to + (incoming.url ?? "/"), { method: incoming.method, headers, agent });
  outgoing.on("response", (answer) => {
    if (mute !== undefined) {
      mute();
      response.destroy();
      return;
    }
    response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
    // The head of a watch has to arrive before its first event. A head without a body is sent as UTF-8, though, one in
    // front of bytes as it came: that matters for warnings, which a watch has none of.
    if (answer.headers.warning === undefined) response.flushHeaders();
    answer.on("error", () => response.destroy()).pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  response.on("close", () => outgoing.destroy());
  incoming.on("error", () => outgoing.destroy()).pipe(outgoing);
}

/** Headers that concern one connection only (RFC 9110 7.6.1), and the name of the host. */
const hops = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "host"]);

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)));
}
