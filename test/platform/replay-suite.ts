import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StartPlatform } from "../../cli/demo/platform.ts";
import { toGoJson } from "../../simulators/platform/api-server-source/go-json.ts";
import { type Recording, readFixture } from "../contract/knative-rig.ts";
import { type Effect, type Replay, startReplay, type Taker, takers } from "./replay-rig.ts";
import { type Chapter, foreign, story, ticks } from "./replay-story.ts";
import { exchangeRaw, toWire, type WireAnswer, withBody } from "./replay-wire.ts";

const taken: WireAnswer = { status: 204, body: "", keepsOpen: true };
const nothing: Effect = { api: [], appManager: [], passes: 0, sweeps: 0 };
const isWrite = (line: string) => !line.startsWith("GET ");

let replay: Replay;

const send = (to: Taker, recording: Recording, path?: string) =>
  exchangeRaw(replay.functions[to].url, toWire(recording, path));

/** Sends it, and compares all that is done with what is expected. */
async function expectEffect(to: Taker, recording: Recording, effect: Effect, path?: string): Promise<void> {
  replay.forget();
  expect(await send(to, recording, path)).toEqual(taken);
  // A line of a log may be later than the answer.
  await expect.poll(() => replay.effect().passes + replay.effect().sweeps).toBe(effect.passes + effect.sweeps);
  expect(replay.effect()).toEqual(effect);
}

/** The second delivery may still write a status, the third finds nothing to do. */
async function expectNothingNew(to: Taker, recording: Recording, path?: string): Promise<void> {
  replay.forget();
  expect(await send(to, recording, path)).toEqual(taken);
  expect(replay.effect().appManager.filter(isWrite)).toEqual([]);
  expect(replay.effect().api.filter((line) => isWrite(line) && !line.endsWith("/status"))).toEqual([]);
  replay.forget();
  expect(await send(to, recording, path)).toEqual(taken);
  const { api, appManager } = replay.effect();
  expect([...api, ...appManager].filter(isWrite)).toEqual([]);
}

async function play(to: Taker, { file, user, effect }: Chapter, path?: string): Promise<void> {
  const done = (await user?.(replay)) as { ok: boolean; message?: string } | undefined;
  expect(done?.message).toBeUndefined();
  await expectEffect(to, readFixture(file), effect, path);
  await expectNothingNew(to, readFixture(file), path);
}

/**
 * Plays every recorded request of the real adapters to the bundles on a platform; what is expected is the same on each.
 * `more` are tests with the same processes, after these.
 */
export function replayOn(startPlatform: () => StartPlatform, more?: () => void): void {
  beforeAll(async () => {
    replay = await startReplay(startPlatform());
  });
  afterAll(() => replay?.close());
  it("every recorded request is played", () => {
    const files = readdirSync(new URL("../fixtures/knative/", import.meta.url));
    const played = [...story, ...foreign, ...ticks].map(({ file }) => file);
    expect(played.toSorted()).toEqual(files.filter((file) => /^(apiserver|ping)-/.test(file)).toSorted());
  });
  describe("reconcile", playToReconcile);
  describe("refresh", playToRefresh);
  describe("a resource at rest", playAtRest);
  more?.();
}

function playToReconcile(): void {
  it.each(story)("$file: $why", (chapter) => play("reconcile", chapter));
  it.each(foreign)("$file is taken and ignored: $why", (chapter) => play("reconcile", chapter));
  it.each(ticks)("$file is taken and ignored: ticks are for refresh", ({ file }) =>
    expectEffect("reconcile", readFixture(file), nothing, "/"),
  );
}

function playToRefresh(): void {
  it.each(ticks)("$file: $why", (chapter) => play("refresh", chapter, "/"));
  it.each([...story, ...foreign])("$file is taken and ignored: events are for reconcile", ({ file }) =>
    expectEffect("refresh", readFixture(file), nothing),
  );
}

function playAtRest(): void {
  const late = story.toReversed().map(({ file }) => file);

  it("is left alone by events that come late, out of order, or about one that had its name", async () => {
    replay.forget();
    for (const file of late) expect(await send("reconcile", readFixture(file))).toEqual(taken);
    await expect.poll(() => replay.effect().passes).toBe(late.length);
    const { api, appManager } = replay.effect();
    expect([...api, ...appManager].filter(isWrite)).toEqual([]);
  });

  it("costs no call where the body is the echo of a write of our own (D8)", async () => {
    const stored = await replay.resource();
    const recording = readFixture("apiserver-resource-update-status-only.json");
    await expectEffect("reconcile", withBody(recording, toGoJson(stored)), nothing);
  });

  it.each([
    { file: "apiserver-resource-update.json", change: { generation: 99 }, why: "the spec was edited since" },
    { file: "apiserver-resource-update-label.json", change: { labels: {} }, why: "a label that is input is gone" },
    { file: "apiserver-resource-update.json", change: { uid: "other" }, why: "the record is another object's" },
    { file: "apiserver-resource-update.json", change: { name: "two" }, why: "the body is about another one" },
    { file: "apiserver-reference-update.json", change: undefined, why: "a reference tells nothing" },
  ])("is looked at once where the body is no echo: $why", async ({ file, change }) => {
    const stored = await replay.resource();
    const recording = readFixture(file);
    const body = toGoJson({ ...stored, metadata: { ...stored?.metadata, ...change } });
    const sent = change === undefined ? recording : withBody(recording, body);
    const looked = { ...nothing, api: ["GET vvpdeployments/one"], appManager: ["GET deployments/ID"], passes: 1 };
    await expectEffect("reconcile", sent, looked);
  });
}

/** What the recorded retry table makes of the answers; the platform has no part in it. */
export function judgeAnswers(): void {
  const { answers } = readFixture<{ answers: { answer: string; tries: number; outcome: string }[] }>(
    "retry-table.json",
  );
  const outcomeOf = ({ status }: WireAnswer) => answers.find(({ answer }) => answer === String(status));

  it("204: delivered", () => expect(outcomeOf(taken)).toMatchObject({ tries: 1, outcome: "delivered" }));

  it.each(ticks)("a sink with a path of its own loses $file in one try: a 404 would cost six", async ({ file }) => {
    replay.forget();
    const recording = readFixture(file);
    for (const to of takers) {
      const answer = await send(to, recording);
      expect(answer).toEqual({ status: 400, body: `{"reason":"there is no ${recording.path} here"}`, keepsOpen: true });
      expect(outcomeOf(answer)).toMatchObject({ tries: 1, outcome: "lost" });
    }
    expect(replay.effect()).toEqual(nothing);
  });

  it("without an API server every event of ours is sent again, and no other", async () => {
    const { url } = await replay.startCutOff("reconcile");
    const typeOf = ({ file }: Chapter) => readFixture(file).headers.find(([name]) => name === "Ce-Type")?.[1];
    const byType = new Map(story.map((chapter) => [typeOf(chapter), chapter.file]));
    expect(byType.size).toBe(6);
    for (const file of byType.values()) {
      const answer = await exchangeRaw(url, toWire(readFixture(file)));
      expect(answer).toMatchObject({ status: 503, keepsOpen: true });
      expect(JSON.parse(answer.body)).toEqual({ reason: expect.stringContaining("API server") });
      expect(outcomeOf(answer)).toMatchObject({ tries: 6 });
    }
    for (const { file } of [...foreign, ...ticks]) {
      expect(await exchangeRaw(url, toWire(readFixture(file), "/"))).toEqual(taken);
    }
  });

  it("without an API server a tick is sent again", async () => {
    const { url } = await replay.startCutOff("refresh");
    const [tick] = ticks;
    const answer = await exchangeRaw(url, toWire(readFixture(tick?.file ?? ""), "/"));
    expect(answer).toMatchObject({ status: 503, keepsOpen: true });
  });
}
