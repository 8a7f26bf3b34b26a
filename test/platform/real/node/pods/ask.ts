import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ask } from "../../../../bench/process.ts";
import type { Pod } from "./rig.ts";

/** An answer of a function. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

const usualLimitMs = 60_000;

/** Sends a request to a pod itself, as no Service does. */
export async function ask({ status: { podIP } }: Pod, { path, headers, body }: Ask): Promise<Answer> {
  const answer = await fetch(`http://${podIP}:8080${path}`, { method: "POST", headers, body });
  return { status: answer.status, text: await answer.text() };
}

/** The same over TLS, to the port of the front; whom the certificate names is the API server's to check. */
export async function askOverTls({ status: { podIP } }: Pod, { path, headers, body }: Ask): Promise<Answer> {
  const url = `https://${podIP}:8443${path}`;
  const sent = request(url, { method: "POST", headers, agent: false, rejectUnauthorized: false });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode ?? 0, text };
}

/** Asks until there is something, and gives it; rejects after a minute, or the given time. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | undefined>,
  limitMs = usualLimitMs,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as T;
    if (performance.now() > deadline) throw new Error(`not within ${limitMs / 1_000} s: ${what}`);
    await sleep(100);
  }
}
