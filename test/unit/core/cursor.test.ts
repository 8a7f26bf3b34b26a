import { describe, expect, it } from "vitest";
import {
  advance,
  type Cursor,
  freshCursor,
  isNews,
  mostDone,
  overlapMs,
  type Progress,
  readCursor,
  unknownPastMs,
  writeCursor,
} from "../../../shared/core/cursor.ts";
import { timestampOf } from "../../../shared/core/timestamp.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
/** A time so many minutes after noon. */
const t = (minutes: number) => timestampOf(noon + minutes * 60_000);
const cursor = (passed: number, done: readonly (readonly [id: string, minutes: number])[] = []): Cursor => ({
  passed: t(passed),
  done: new Map(done.map(([id, minutes]) => [id, t(minutes)])),
});
const progress = (other: Partial<Progress> = {}): Progress => ({
  done: new Map(),
  told: [],
  owed: undefined,
  whole: true,
  missed: false,
  now: noon + 3_600_000,
  ...other,
});

describe("what is news", () => {
  const held = cursor(0, [["tie", 5]]);
  it.each([
    { name: "an earlier one", why: "passed", id: "x", at: t(-1), news: false },
    { name: "one of the same time", why: "passed with it", id: "x", at: t(0), news: false },
    { name: "one that is a nanosecond later", why: "not passed", id: "x", at: `${t(0).slice(0, -2)}1Z`, news: true },
    { name: "one that is done", why: "known by its id", id: "tie", at: t(5), news: false },
    { name: "another of the same time", why: "ties are not lost", id: "x", at: t(5), news: true },
  ])("$name: $news ($why)", ({ id, at, news }) => {
    expect(isNews(held, { id, at })).toBe(news);
  });

  it("is what is younger than an hour less a margin where no cursor is", () => {
    const fresh = freshCursor(noon);
    expect(unknownPastMs).toBeLessThan(3_600_000);
    expect([isNews(fresh, { id: "x", at: t(-51) }), isNews(fresh, { id: "x", at: t(-49) })]).toEqual([false, true]);
  });
});

describe("a cursor", () => {
  const overlap = overlapMs / 60_000;
  it.each<{ name: string; why: string; from: Cursor; by: Partial<Progress>; to: Cursor }>([
    { name: "stays where nothing is told", why: "no idle cost", from: cursor(0), by: {}, to: cursor(0) },
    {
      name: "holds what was done",
      why: "the newest may have ties",
      from: cursor(0, [["a", 1]]),
      by: { done: new Map([["b", t(2)]]), told: [t(2)] },
      to: cursor(0, [
        ["a", 1],
        ["b", 2],
      ]),
    },
    {
      name: "passes what is older than the overlap, done or nobody's",
      why: "late ones and resources that were not linked yet have had their time",
      from: cursor(0, [["a", 1]]),
      by: { done: new Map([["c", t(20)]]), told: [t(3), t(20 - overlap), t(20)] },
      to: cursor(20 - overlap, [["c", 20]]),
    },
    {
      name: "stays behind what is owed",
      why: "it would be lost",
      from: cursor(0),
      by: { told: [t(1), t(2), t(3), t(40)], owed: t(3) },
      to: cursor(2),
    },
    {
      name: "does not move after a part of a sweep",
      why: "some resource had no chance yet",
      from: cursor(0),
      by: { done: new Map([["a", t(1)]]), told: [t(1), t(40)], whole: false },
      to: cursor(0, [["a", 1]]),
    },
    {
      name: "stays an hour behind the newest where something was refused",
      why: "a token that was revoked may come back, and may not",
      from: cursor(-60),
      by: { told: [t(-30), t(-20), t(35), t(40)], missed: true },
      to: cursor(-20),
    },
    {
      name: "does not take a wrong clock for the newest",
      why: "one event of the year 9999 would end the overlap for ever",
      from: cursor(0),
      by: { told: [t(1), t(2), "9999-12-31T23:59:59.000000000Z"] },
      to: cursor(0),
    },
    {
      name: "never moves back",
      why: "what is passed was over with",
      from: cursor(30),
      by: { told: [t(31)] },
      to: cursor(30),
    },
  ])("$name ($why)", ({ from, by, to }) => {
    expect(advance(from, progress(by))).toEqual(to);
  });

  it("holds so many ids at most, and passes the oldest with all their ties", () => {
    const ids = Array.from({ length: mostDone + 2 }, (_none, index): [string, string] => [
      `e-${index}`,
      t(index < 4 ? 1 : 2),
    ]);
    const next = advance(cursor(0), progress({ done: new Map(ids), whole: false }));
    expect([next.passed, next.done.size]).toEqual([t(1), mostDone - 2]);
    expect(writeCursor(next).length).toBeLessThan(1_048_576);
  });
});

describe("the text of a cursor", () => {
  it("is read as it was written, and equal for equal cursors", () => {
    const one = cursor(0, [
      ["b", 2],
      ["a", 1],
    ]);
    expect(readCursor(writeCursor(one))).toEqual(one);
    expect(writeCursor({ ...one, done: new Map([...one.done].reverse()) })).toBe(writeCursor(one));
  });

  it.each([
    "",
    "null",
    "{}",
    "[]",
    "rubbish",
    `{"v":2,"passed":"${t(0)}","done":[]}`,
    `{"v":1,"passed":"2026-11-21T12:00:00Z","done":[]}`,
    `{"v":1,"passed":"${t(0)}"}`,
    `{"v":1,"passed":"${t(0)}","done":["a"]}`,
    `{"v":1,"passed":"${t(0)}","done":[["a","b"]]}`,
    `{"v":1,"passed":"${t(0)}","done":[["${t(1)}",7]]}`,
  ])("%s is none", (text) => {
    expect(readCursor(text)).toBeUndefined();
  });
});
