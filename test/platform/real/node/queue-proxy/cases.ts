import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A situation in which clients must see the same from the real queue-proxy and from the emulator. */
export interface Case {
  readonly name: string;
  readonly why: string;
  readonly containerConcurrency: number;
  readonly timeoutSeconds: number;
  /** How the function of the autoscaler's tests starts; default `ready`. */
  readonly start?: "ready" | "slow";
  /** What clients do; gives what they saw. */
  readonly play: (url: string) => Promise<unknown>;
  readonly seen: unknown;
}

const post = (url: string, init: RequestInit = {}) => fetch(url, { method: "POST", ...init });
const json = async (url: string): Promise<Record<string, unknown>> => (await post(url)).json() as never;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An answer as far as its maker shows in it. */
async function looks(response: Promise<Response>): Promise<object> {
  const { status, headers, text } = await response.then(async (one) => ({
    status: one.status,
    headers: one.headers,
    text: await one.text(),
  }));
  return { status, text, type: headers.get("content-type"), options: headers.get("x-content-type-options") };
}

async function statuses(all: readonly Promise<Response>[]): Promise<Record<string, number>> {
  const count: Record<string, number> = {};
  for (const { status } of await Promise.all(all)) count[status] = (count[status] ?? 0) + 1;
  return count;
}

/** Acts with the address of a gate, closed until `open`, and a count of those that are in the function and wait at it. */
async function withGate<T>(
  url: string,
  act: (gate: { url: string; countInside: () => Promise<number>; open: () => Promise<void> }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "weir-gate-"));
  const file = join(folder, "open");
  const open = () => writeFile(file, "");
  try {
    // Each that is in the function leaves a file beside the gate.
    return await act({
      url: `${url}/gate?file=${file}`,
      countInside: async () => (await readdir(folder)).length,
      open,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Sends `size` requests that the function answers only when so many were refused, and so many are in it. */
const burst = (url: string, size: number, refused: number, inside: number): Promise<object> =>
  withGate(url, async (gate) => {
    const held = Array.from({ length: size }, () => post(gate.url));
    let early = 0;
    for (const one of held) void one.then(() => early++);
    while (early < refused || (await gate.countInside()) < inside) await pause(20);
    await gate.open();
    return { answers: await statuses(held), most: (await json(`${url}/stats`)).most };
  });

const text = "text/plain; charset=utf-8";
const late = { status: 504, text: "request timeout", type: text, options: null };

/** What is compared; the numbers are the real queue-proxy's. */
export const cases: readonly Case[] = [
  {
    name: "40 at once at 2: two run, twenty wait, the rest is refused",
    why: "ten times containerConcurrency may wait",
    containerConcurrency: 2,
    timeoutSeconds: 10,
    play: (url) => burst(url, 40, 18, 2),
    seen: { answers: { 200: 22, 503: 18 }, most: 2 },
  },
  {
    name: "15 at once at 1",
    why: "the same rule at the smallest number",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    play: (url) => burst(url, 15, 4, 1),
    seen: { answers: { 200: 11, 503: 4 }, most: 1 },
  },
  {
    name: "40 at once at 0",
    why: "0 is no limit",
    containerConcurrency: 0,
    timeoutSeconds: 10,
    play: (url) => burst(url, 40, 0, 40),
    seen: { answers: { 200: 40 }, most: 40 },
  },
  {
    name: "what a refused client reads",
    why: "a person sees it in a log of a source",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    play: async (url) => {
      const leaving = new AbortController();
      const all = Array.from({ length: 12 }, () => post(`${url}/slow?ms=9000`, { signal: leaving.signal }));
      const refused = await looks(Promise.race(all));
      leaving.abort();
      await Promise.allSettled(all);
      return refused;
    },
    seen: { status: 503, text: "pending request queue full\n", type: text, options: "nosniff" },
  },
  {
    name: "past the time-out",
    why: "the slot is free at once and the function is told",
    containerConcurrency: 1,
    timeoutSeconds: 1,
    play: async (url) => ({
      slow: await looks(post(`${url}/slow?ms=5000`)),
      next: (await post(url)).status,
      aborted: (await json(`${url}/stats`)).aborted,
    }),
    seen: { slow: late, next: 200, aborted: 1 },
  },
  {
    name: "waiting counts for the time-out",
    why: "three take their turn within one second each, and none gets more",
    containerConcurrency: 1,
    timeoutSeconds: 1,
    play: async (url) => {
      const answers = await statuses(Array.from({ length: 3 }, () => post(`${url}/slow?ms=5000`)));
      return { answers, next: (await post(url)).status };
    },
    seen: { answers: { 504: 3 }, next: 200 },
  },
  {
    name: "the time-out in the middle of an answer",
    why: "a client may get a whole answer with a tail that the function never sent",
    containerConcurrency: 1,
    timeoutSeconds: 1,
    play: async (url) => looks(post(`${url}/trickle?ms=5000`)),
    seen: { status: 200, text: "begunrequest timeout", type: "text/plain", options: null },
  },
  {
    name: "the function dies while it serves",
    why: "502 is what a source sends again",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    play: (url) => looks(post(`${url}/die`)),
    seen: { status: 502, text: "EOF\n", type: text, options: "nosniff" },
  },
  {
    name: "the function dies in the middle of an answer",
    why: "half an answer must not look like a whole one",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    play: (url) => looks(post(`${url}/partial`)).catch(() => "cut"),
    seen: "cut",
  },
  {
    name: "clients leave",
    why: "who runs is told, who waits gives the place back",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    play: (url) =>
      withGate(url, async (gate) => {
        const leaving = new AbortController();
        const all = Array.from({ length: 12 }, () => post(gate.url, { signal: leaving.signal }));
        await Promise.race(all);
        // One that leaves on its way to the function is not known there.
        while ((await gate.countInside()) < 1) await pause(20);
        leaving.abort();
        const left = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected").length;
        // A place is free as soon as its client is known to be gone, and a place that stays taken is never.
        const fill = () => statuses(Array.from({ length: 11 }, () => post(url)));
        let answers = await fill();
        while (answers[503] !== undefined) answers = await fill();
        const isTold = Number((await json(`${url}/stats`)).aborted) > 0;
        await gate.open();
        return { left, answers, isTold };
      }),
    seen: { left: 11, answers: { 200: 11 }, isTold: true },
  },
  {
    name: "headers",
    why: "what the function reads must not depend on what stands before it",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    play: async (url) => [await headersOf(url, []), await headersOf(url, ["X-Forwarded-For", "10.0.0.9, fe80::1"])],
    seen: [
      ["Host", "reconcile", "Content-Length", "2", "Ce-Id", "1", "Ce-Type", "t", "X-Forwarded-For", "client"],
      [
        ...["Host", "reconcile", "Content-Length", "2", "Ce-Id", "1", "Ce-Type", "t"],
        ...["Forwarded", 'for=10.0.0.9, for="[fe80::1]"', "X-Forwarded-For", "10.0.0.9, fe80::1, client"],
      ],
    ],
  },
  {
    name: "the readiness check of a function that is slow at first",
    why: "an answer that takes 100 ms is none, and the next check comes 50 ms later",
    containerConcurrency: 1,
    timeoutSeconds: 10,
    start: "slow",
    play: async (url) => Object.values(await json(`${url}/probes`)).slice(0, 4),
    seen: Array.from({ length: 4 }, () => [
      ...["Host", "127.0.0.1", "User-Agent", "kube-probe//", "Accept-Encoding", "gzip", "Connection", "close"],
    ]),
  },
];

/** Headers as the function read them, in order, of a request that a source might send. */
async function headersOf(url: string, more: readonly string[]): Promise<string[]> {
  const headers = ["Host", "reconcile", "ce-type", "t", "Ce-Id", "1", ...more, "Content-Length", "2"];
  const body = await new Promise<string>((resolve, reject) => {
    const request = http.request(url, { method: "POST", headers, agent: false }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    request.on("error", reject).end("{}");
  });
  return (JSON.parse(body) as { headers: string[] }).headers;
}
