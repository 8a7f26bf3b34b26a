import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { SeenCall } from "../shell/seen-call.ts";
import { drawLatency } from "../shell/shots.ts";
import { closeServer, listen } from "../shell/socket.ts";
import { answerAdmin, isAdminPath } from "./admin-commands.ts";
import { type Body, readBody } from "./body.ts";
import { deliver, type Outcome, sent } from "./deliver.ts";
import type { RestAnswer, RestRequest } from "./exchange.ts";
import { type Fault, takeFault } from "./faults.ts";
import { type Beginning, FlinkSite } from "./site.ts";

/** How the simulator is started; everything has a default. `now` gives milliseconds since the epoch; `onCall` hears of each call when it is answered. */
export interface StartOptions extends Partial<Beginning> {
  readonly port?: number;
  readonly host?: string;
  readonly now?: () => number;
  readonly onCall?: (call: SeenCall) => void;
}

/** A simulator that listens. */
export interface FlinkSimulator {
  readonly url: string;
  readonly site: FlinkSite;
  readonly close: () => Promise<void>;
}

/** A cluster whose jobs have checkpoints, savepoints, and a size that can be changed. */
export const usualConfiguration: Readonly<Record<string, string>> = {
  "jobmanager.scheduler": "adaptive",
  "taskmanager.numberOfTaskSlots": "4",
  "execution.checkpointing.interval": "10 s",
  "execution.checkpointing.dir": "s3://flink/checkpoints",
  "execution.checkpointing.savepoint-dir": "s3://flink/savepoints",
};

/** A session cluster without jobs. */
export const usualBeginning: Beginning = {
  version: "1.20.5",
  configuration: usualConfiguration,
  taskManagers: 8,
  seed: 1,
  delays: {},
  isApplication: false,
  jobs: [],
};

interface Shell {
  readonly site: FlinkSite;
  readonly closing: AbortSignal;
  readonly onCall: (call: SeenCall) => void;
}

/**
 * Starts the simulator on 127.0.0.1 and a free port unless told otherwise; rejects when the port is taken.
 *
 * Guarantees: `close` ends every connection at once, also those that hang on purpose.
 * Caveats: Flink's REST asks for no password, and neither does `/admin`; listen beyond the loopback only in a closed network.
 */
export async function startFlink(options: StartOptions = {}): Promise<FlinkSimulator> {
  const { port = 0, host = "127.0.0.1", now = Date.now, onCall = () => {}, ...beginning } = options;
  const site = new FlinkSite({ ...usualBeginning, ...beginning }, now);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const shell: Shell = { site, closing: closing.signal, onCall };
  const server = createServer((request, response) => {
    serve(shell, request, response).catch(() => response.destroy());
  });
  const url = await listen(server, port, host);
  return {
    url,
    site,
    close: () => {
      closing.abort();
      return closeServer(server);
    },
  };
}

async function serve(shell: Shell, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { site } = shell;
  const { method = "GET", url: path = "/" } = incoming;
  const arrived = site.now();
  const body = await readBody(incoming);
  if (isAdminPath(path)) {
    send(response, sent(answerItself(site, { method, path }, body)));
    return;
  }
  const { fault, rest } = takeFault(site.faults, site.random, { method, path });
  site.faults = rest;
  await travel(shell, fault);
  const answer = () => ("refusal" in body ? body.refusal : site.cluster.request({ method, path, ...body }, site.now()));
  const outcome = deliver(fault, answer);
  const call: SeenCall = {
    ...{ at: arrived, method, path, status: outcome.kind === "text" ? outcome.status : 0 },
    ...(fault !== undefined && { fault: fault.kind }),
    ...(outcome.kind === "text" && outcome.message !== undefined && { message: outcome.message }),
  };
  site.record(call);
  shell.onCall(call);
  send(response, outcome);
}

function answerItself(site: FlinkSite, aimed: Pick<RestRequest, "method" | "path">, body: Body): RestAnswer {
  if ("refusal" in body) return body.refusal;
  const { body: json, unreadable } = body;
  if (unreadable !== undefined) return { status: 400, body: { errors: [`The body is no JSON: ${unreadable}`] } };
  return answerAdmin(site, { ...aimed, body: json });
}

/** A request takes its time before it has an effect, also when its caller has gone. */
async function travel({ site, closing }: Shell, fault: Fault | undefined): Promise<void> {
  const ms = (fault?.kind === "delay" ? fault.ms : 0) + drawLatency(site.faults.latencyMs, site.random);
  if (ms > 0) await wait(ms, undefined, { signal: closing });
}

function send(response: ServerResponse, outcome: Outcome): void {
  if (outcome.kind === "hang") return;
  if (outcome.kind === "reset") {
    response.destroy();
    return;
  }
  response.sendDate = false;
  response.writeHead(outcome.status, {
    "content-type": outcome.type,
    "access-control-allow-origin": "*",
    "content-length": Buffer.byteLength(outcome.text),
  });
  response.end(outcome.text);
}
