import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./plan.ts";
import type { Signal } from "./service.ts";

/** One request as it came, whole. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy does with requests. */
export interface ProxyOptions {
  /** URL of what stands behind it. */
  readonly to: string;
  /** What goes wrong with a request, if anything. */
  readonly judge: (passing: Passing) => Fault | undefined;
  /** Ends the processes that may have sent it. */
  readonly strike: (signal: Signal) => void;
  /** Told how each request ended; no status where it got no answer. */
  readonly onEnd: (passing: Passing, fault: Fault | undefined, status: number | undefined) => void;
  /** Milliseconds that the answers' `Date` is ahead. */
  readonly aheadMs: () => number;
}

/** An address before a server at which requests fail as they are told to. */
export interface FaultProxy {
  readonly url: string;
  /** Resolves when no request is on its way to the server. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Milliseconds after which an answer that nobody waits for any more is given up. */
const patienceMs = 2_000;

/**
 * Starts a proxy on a loopback address.
 *
 * Guarantees: what was taken in reaches the server also when its sender dies, except that a late update of a dead sender
 * is dropped: without a key nothing could tell it from a wish of now, which Weir says it assumes of a platform.
 */
export async function startFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const under = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (incoming, response) => {
    const done = take(options, agent, incoming, response)
      .catch(() => void response.destroy())
      .finally(() => under.delete(done));
    under.add(done);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    idle: async () => {
      while (under.size > 0) await Promise.all(under);
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

async function take(options: ProxyOptions, agent: Agent, incoming: IncomingMessage, response: ServerResponse) {
  const { method = "GET", url: path = "/", headers } = incoming;
  response.on("error", () => undefined);
  const passing: Passing = { method, path, headers, body: await buffer(incoming) };
  const fault = options.judge(passing);
  const answer = await carryOut(options, agent, passing, fault, response);
  options.onEnd(passing, fault, answer?.status);
  if (answer === undefined) return void response.destroy();
  const whole = { ...withoutHops(answer.headers), "content-length": String(answer.body.length) };
  if (answer.headers.date !== undefined) {
    Object.assign(whole, { date: new Date(Date.parse(answer.headers.date) + options.aheadMs()).toUTCString() });
  }
  response.writeHead(answer.status, whole);
  if (fault?.kind !== "cut") return void response.end(answer.body);
  response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
}

/** The answer that the sender gets, or undefined where its connection is cut. */
async function carryOut(
  options: ProxyOptions,
  agent: Agent,
  passing: Passing,
  fault: Fault | undefined,
  response: ServerResponse,
): Promise<Answer | undefined> {
  const pass = () => send(options.to, agent, passing, response);
  if (fault === undefined || fault.kind === "cut") return pass();
  if (fault.kind === "status") return refusal(fault.status);
  if (fault.kind === "delay") {
    await sleep(fault.ms);
    return response.destroyed && isUpdate(passing) ? undefined : pass();
  }
  if (fault.when === "after") await pass();
  if (fault.kind === "kill") options.strike("SIGKILL");
  if (fault.kind === "term") options.strike("SIGTERM");
  return undefined;
}

function isUpdate({ method }: Passing): boolean {
  return method === "PUT" || method === "PATCH";
}

function refusal(status: number): Answer {
  const body = Buffer.from(JSON.stringify({ kind: "Status", status: "Failure", code: status, message: "a fault" }));
  const headers = { "content-type": "application/json", ...(status === 429 && { "retry-after": "1" }) };
  return { status, headers, body };
}

async function send(to: string, agent: Agent, passing: Passing, response: ServerResponse): Promise<Answer | undefined> {
  const { method, path, headers, body } = passing;
  const outgoing = request(to + path, { method, headers: withoutHops(headers), agent });
  const late = () => setTimeout(() => outgoing.destroy(), patienceMs);
  response.once("close", late);
  try {
    outgoing.end(body);
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return { status: incoming.statusCode ?? 502, headers: incoming.headers, body: await buffer(incoming) };
  } catch {
    return undefined;
  } finally {
    response.off("close", late);
  }
}

/** Headers of one connection only (RFC 9110 7.6.1), and those that follow from the body. */
const hops = new Set(["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "host"]);

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)));
}
