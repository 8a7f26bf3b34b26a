import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

// The function that the autoscaler tests run: what it does is in the path, how it starts in the environment.
const { PORT = "8080", START = "ready", SELF = "", K_SERVICE = "" } = process.env;
let now = 0;
let most = 0;
let aborted = 0;
const probes: string[][] = [];

process.on("SIGTERM", () => {
  console.log("got SIGTERM");
  if (START !== "stubborn") process.exit(0);
});

/** Resolves when the file is there; until then another one beside it tells that a request waits. */
async function passGate(file: string): Promise<void> {
  writeFileSync(`${file}.${randomUUID()}`, "");
  while (!existsSync(file)) await sleep(20);
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://function");
  let body = "";
  for await (const chunk of request) body += chunk;
  const ms = Number(url.searchParams.get("ms") ?? 0);
  const send = (status: number, value: unknown): void =>
    void response
      .writeHead(status, { "Content-Type": "application/json", "X-Pod": String(process.pid) })
      .end(JSON.stringify(value));
  switch (url.pathname) {
    case "/die":
      process.exit(1);
      break;
    case "/partial":
      response.writeHead(200, { "Content-Length": "100" }).write("half");
      await sleep(20);
      process.exit(1);
      break;
    case "/gate":
      await passGate(url.searchParams.get("file") ?? "");
      return send(200, {});
    case "/trickle":
      response.writeHead(200, { "Content-Type": "text/plain" }).write("begun");
      await sleep(ms);
      response.end(", ended");
      break;
    case "/follow":
      fetch(`${SELF}/slow?ms=${ms}`, { method: "POST" }).catch(() => undefined);
      return send(202, {});
    case "/stats":
      return send(200, { now, most, aborted, service: K_SERVICE, pid: process.pid });
    case "/probes":
      return send(200, probes);
    default:
      await sleep(ms);
      send(200, { method: request.method, url: request.url, headers: request.rawHeaders, body });
  }
}

const server = http.createServer(async (request, response) => {
  const isWork = /^\/(slow|gate)/.test(request.url ?? "");
  if (isWork) most = Math.max(most, ++now);
  response.on("close", () => {
    if (isWork) now--;
    if (!response.writableFinished) aborted++;
  });
  if (request.url === "/readyz") {
    probes.push(request.rawHeaders);
    // The first three answers of a slow one come after its asker has given up.
    if (START === "slow" && probes.length <= 3) await sleep(300);
    response.writeHead(START === "unready" ? 503 : 200).end();
  } else await answer(request, response).catch(() => response.destroy());
});

console.log(`starting as ${START}`);
if (START === "broken") {
  console.error("WEIR_KINDS: unknown kind");
  process.exit(2);
}
server.listen(Number(PORT), "127.0.0.1");
