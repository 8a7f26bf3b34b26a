import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 50;
const TRY_MS = 100;

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Asks every 50 ms and waits 100 ms at most, as queue-proxy does in its aggressive mode, until the pod answers 200–399 on
 * `path` (without a path: until it accepts a connection). False when `limitMs` passes or `ended` aborts first.
 */
export async function waitUntilReady(
  port: number,
  path: string | undefined,
  limitMs: number,
  ended: AbortSignal,
): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!ended.aborted && Date.now() < deadline) {
    if (await (path === undefined ? accepts(port) : answers(port, path))) return !ended.aborted;
    await sleep(POLL_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    const finish = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(TRY_MS, finish(false)).once("connect", finish(true)).once("error", finish(false));
  });
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = ["Host", `127.0.0.1:${port}`, "User-Agent", "kube-probe//", "Accept-Encoding", "gzip"];
    const signal = AbortSignal.timeout(TRY_MS);
    const request = http.get({ host: "127.0.0.1", port, path, headers, agent: false, signal });
    request.on("error", () => resolve(false));
    request.once("response", (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      resolve(status >= 200 && status < 400);
    });
  });
}
