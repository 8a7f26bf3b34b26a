import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  type PingSourceOptions,
  randomJitter,
  startPingSource,
} from "../../simulators/platform/ping-source/start-ping-source.ts";
import { closedAfterEach } from "../closed-after-each.ts";
import { type Answer, startSink } from "../contract/knative-rig.ts";

const track = closedAfterEach();

async function start(options: Partial<PingSourceOptions> = {}, answer?: Answer) {
  const sink = track(await startSink(answer));
  const resync = { name: "resync", namespace: "demo", sink: sink.url, jitter: () => 0 };
  const source = track(startPingSource({ ...resync, ...options }));
  return { sink, source };
}

it("sends by itself at an interval, each tick with its own id over its own connection", async () => {
  const { sink } = await start({ schedule: { everyMs: 20 } });
  await sink.arrived(3);
  const ids = sink.received.map(({ headers }) => headers.find(([name]) => name === "Ce-Id")?.[1]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(sink.received.map(({ socket }) => socket)).size).toBe(sink.received.length);
});

it("sends by cron", async () => {
  const { sink } = await start({ schedule: "* * * * * *" });
  await sink.arrived(1);
  expect(sink.received[0]?.path).toBe("/");
});

it("lets ticks overlap when the sink is slow, and close() cuts them", async () => {
  const { sink, source } = await start({}, () => undefined);
  const ticks = [source.tick(), source.tick()];
  await sink.arrived(2);
  await source.close();
  expect(await Promise.all(ticks)).toMatchObject([{ outcome: "cut" }, { outcome: "cut" }]);
});

it("waits its jitter first; closed in that time, nothing is sent", async () => {
  const { sink, source } = await start({ jitter: () => 60_000 });
  const tick = source.tick();
  await source.close();
  expect(await tick).toMatchObject({ outcome: "cut", tries: 0 });
  expect(sink.received).toEqual([]);
});

it("sends data without a content type as it is, and says nothing about it", async () => {
  const { sink, source } = await start({ data: '{"a":1}' });
  await source.tick();
  const [request] = sink.received;
  expect(request?.body.toString()).toBe('{"a":1}');
  expect(request?.headers.map(([name]) => name)).not.toContain("Content-Type");
});

it("is late by 0 to 499 whole milliseconds, every tick anew", () => {
  const drawn = Array.from({ length: 2_000 }, randomJitter);
  expect(drawn.every((ms) => Number.isInteger(ms) && ms >= 0 && ms < 500)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(100);
});

it("makes up for no tick that came while it was down", async () => {
  const now = () => Date.parse("2026-11-21T10:00:00.000Z");
  const { sink, source } = await start({ schedule: "* * * * *", now });
  await source.close();
  const { sink: later } = await start({ schedule: "* * * * *", now: () => now() + 600_000 });
  await sleep(50);
  expect([...sink.received, ...later.received]).toEqual([]);
});

it("makes up for no tick missed while the clock stood beyond it", async () => {
  let now = Date.parse("2026-11-21T10:00:59.950Z");
  const { sink, source } = await start({ schedule: "* * * * *", now: () => now });
  now = Date.parse("2026-11-21T10:30:30.000Z");
  await sink.arrived(1);
  await source.close();
  expect(sink.received).toHaveLength(1);
});

it.each([
  { options: { data: "{}", dataBase64: "e30=" }, error: /exclude/, why: "two bodies" },
  { options: { data: "[1]", contentType: "application/json" }, error: /JSON object/, why: "no object" },
  { options: { data: "{", contentType: "application/json" }, error: SyntaxError, why: "no JSON" },
  { options: { schedule: "@every 5m" }, error: /not supported/, why: "no cron" },
])("refuses to start: $why", ({ options, error }) => {
  expect(() => startPingSource({ name: "p", namespace: "demo", sink: "http://127.0.0.1:1", ...options })).toThrow(
    error,
  );
});
