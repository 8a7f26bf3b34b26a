import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  type SourceDelivery,
  startApiServerSource,
} from "../../simulators/platform/api-server-source/start-api-server-source.ts";
import { startPingSource } from "../../simulators/platform/ping-source/start-ping-source.ts";
import { type DeliveryOutcome, RETRY_DELAYS_MS } from "../../simulators/platform/sender.ts";
import { type Answer, type Received, readFixture, startFakeApiServer, startSink } from "./knative-rig.ts";

interface Row {
  readonly answer: string;
  readonly tries: number;
  readonly gapsMs?: readonly number[];
  readonly requests?: readonly string[];
  readonly outcome?: string;
}

const { answers, ping } = readFixture<{ answers: Row[]; ping: Row[] }>("retry-table.json");
// All waits of the table run at a tenth of their length.
const SCALE = 10;
const DELAYS = RETRY_DELAYS_MS.map((ms) => ms / SCALE);
const EVENT = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", namespace: "demo", resourceVersion: "101" },
};

function toAnswer(row: string): Answer {
  const [status = 204, ...words] = row.split(" ");
  const code = Number(status);
  const rest = words.join(" ");
  if (row === "reset") return (_response, _index, { socket }) => socket.resetAndDestroy();
  if (row.endsWith("hangs")) return () => undefined;
  if (row.startsWith("hang 5 s")) {
    return (response) => void sleep(5000 / SCALE).then(() => response.writeHead(204).end());
  }
  if (row === "503 twice then 204") return (response, index) => response.writeHead(index < 2 ? 503 : 204).end();
  if (rest === "to /moved") {
    return (response, index) =>
      response.writeHead(index === 0 ? code : 204, index === 0 ? { location: "/moved" } : {}).end();
  }
  if (rest === "Retry-After 2") return (response) => response.writeHead(code, { "retry-after": "2" }).end();
  const types: Record<string, string> = {
    "json, no CloudEvent": "application/json",
    "broken structured": "application/cloudevents+json",
    "structured CloudEvent": "application/cloudevents+json",
  };
  const body = rest === "" || rest === "empty" || code === 304 ? "" : "{}";
  return (response) => response.writeHead(code, { "content-type": types[rest] ?? "text/plain" }).end(body);
}

async function deliverFromSource(sink: string, sinkTimeoutMs?: number): Promise<SourceDelivery> {
  const api = await startFakeApiServer();
  const { promise, resolve } = Promise.withResolvers<SourceDelivery>();
  const source = await startApiServerSource({
    apiServer: { url: api.url },
    resources: [{ apiVersion: "v1", kind: "ConfigMap" }],
    namespaces: ["demo"],
    mode: "Resource",
    sink,
    retryDelaysMs: DELAYS,
    ...(sinkTimeoutMs !== undefined && { sinkTimeoutMs }),
    onDelivery: resolve,
  });
  await api.watching();
  api.push("/api/v1/namespaces/demo/configmaps", "ADDED", EVENT);
  const delivery = await promise;
  expect(source.stats()).toMatchObject({ events: 1, inFlight: 0, [delivery.outcome]: 1 });
  await source.close();
  await api.close();
  return delivery;
}

async function deliverFromPing(sink: string): Promise<DeliveryOutcome> {
  const source = startPingSource({ name: "p", namespace: "demo", sink, jitter: () => 0, retryDelaysMs: DELAYS });
  const delivery = await source.tick();
  await source.close();
  return delivery;
}

function expectGaps(received: readonly Received[], row: Row): void {
  const gaps = received.slice(1).map(({ atMs }, i) => atMs - (received[i]?.atMs ?? 0));
  expect(gaps).toHaveLength(row.gapsMs?.length ?? 0);
  if (row.requests !== undefined) return;
  // A timer may fire a millisecond early; how late it fires is the machine's affair.
  for (const [i, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual((DELAYS[i] ?? 0) - 2);
}

const isOrdinary = ({ answer }: Row): boolean => !answer.startsWith("refused");
const outcomeOf = (row: Row): string => (row.outcome?.includes("delivered") ? "delivered" : "lost");

it("the table's gaps are the default delays", () => {
  for (const { answer, gapsMs, tries } of [...answers, ...ping].filter((row) => row.tries === 6 && isOrdinary(row))) {
    const added = answer.startsWith("K_SINK_TIMEOUT=1") ? 1000 : 0;
    const rounded = gapsMs?.map((gap) => Math.floor((gap - added) / 100) * 100);
    expect([answer, tries, rounded]).toEqual([answer, RETRY_DELAYS_MS.length + 1, RETRY_DELAYS_MS]);
  }
});

it.concurrent.each(answers.filter(isOrdinary))("ApiServerSource, $answer: $tries requests, $outcome", async (row) => {
  const sink = await startSink(toAnswer(row.answer));
  const limitMs = row.answer.startsWith("K_SINK_TIMEOUT=1") ? 1000 / SCALE : undefined;
  const delivery = await deliverFromSource(sink.url, limitMs);
  await sink.close();

  expect(delivery.outcome).toBe(outcomeOf(row));
  expect(sink.received).toHaveLength(row.tries);
  expectGaps(sink.received, row);
  const lines = sink.received.map(({ method, path }) => `${method} ${path}`);
  expect(lines).toEqual(row.requests ?? Array.from({ length: row.tries }, () => "POST /"));
  const [first, ...others] = sink.received;
  for (const other of others.filter(({ method }) => method === "POST")) {
    expect([other.headers, other.body]).toEqual([first?.headers, first?.body]);
  }
  for (const other of others.filter(({ method }) => method === "GET")) expect(other.body).toHaveLength(0);
});

it.concurrent.each(ping)("PingSource, $answer: $tries requests", async (row) => {
  const sink = await startSink(toAnswer(row.answer));
  const delivery = await deliverFromPing(sink.url);
  await sink.close();
  expect([delivery.outcome, delivery.tries]).toEqual(["lost", row.tries]);
  expect(sink.received).toHaveLength(row.tries);
  expectGaps(sink.received, row);
});

it.each(answers.filter((row) => !isOrdinary(row)))("ApiServerSource, $answer: $outcome", async (row) => {
  const closed = await startSink();
  await closed.close();
  const port = Number(new URL(closed.url).port);
  const delivering = deliverFromSource(closed.url);
  if (row.tries === 0) {
    expect(await delivering).toMatchObject({ outcome: "lost", tries: 6 });
    return;
  }
  await sleep(Number(/after (\d+) ms/.exec(row.answer)?.[1]) / SCALE);
  const sink = await startSink(undefined, port);
  expect(await delivering).toMatchObject({ outcome: "delivered", status: 204 });
  expect(sink.received).toHaveLength(row.tries);
  await sink.close();
});
