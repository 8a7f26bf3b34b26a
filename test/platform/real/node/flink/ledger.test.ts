import { describe, expect, it } from "vitest";
import { findBreaks, type LedgerLine, newStart, tellLedger } from "./ledger.ts";

const line = (what: LedgerLine["what"], checkpoint: number, total: number): LedgerLine => ({
  what,
  job: "a1",
  checkpoint,
  total,
});

describe("what a ledger shows", () => {
  it.each([
    { name: "a start from what was saved", after: line("restored", 3, 30), breaks: 0 },
    {
      name: "a start from the one before, as the last may not have been complete",
      after: line("restored", 2, 20),
      breaks: 0,
    },
    { name: "a start from a snapshot before that", after: line("restored", 1, 10), breaks: 1 },
    { name: "state that was lost", after: line("restored", 3, 0), breaks: 1 },
    { name: "a count that nobody saved", after: line("restored", 3, 31), breaks: 1 },
    { name: "a snapshot that nobody made", after: line("restored", 4, 30), breaks: 1 },
    { name: "a count that goes back by itself, beside another job", after: line("saved", 4, 25), breaks: 1 },
    { name: "a number twice, or never", after: line("miscount", 0, 5), breaks: 1 },
  ])("$name: $breaks breaks", ({ after, breaks }) => {
    const lines = [line("fresh", 0, 0), line("saved", 1, 10), line("saved", 2, 20), line("saved", 3, 30), after];
    expect(findBreaks(lines)).toHaveLength(breaks);
  });
});

describe("a start that is waited for", () => {
  const [fresh, restored] = [line("fresh", 0, 0), line("restored", 1, 10)];
  const [first, second] = [line("saved", 2, 20), line("saved", 3, 30)];
  const other: LedgerLine = { ...second, job: "b2" };

  it.each([
    { name: "none is new", lines: [fresh, first, second], before: 1, start: undefined },
    { name: "it has not saved", lines: [fresh, first, restored], before: 1, start: undefined },
    { name: "its first snapshot may not be complete", lines: [fresh, restored, first], before: 1, start: undefined },
    { name: "another job saved", lines: [fresh, restored, first, other], before: 1, start: undefined },
    { name: "it has a snapshot", lines: [fresh, restored, first, second], before: 1, start: restored },
    { name: "the newest of two", lines: [fresh, restored, first, second], before: 0, start: restored },
  ])("$name", ({ lines, before, start }) => {
    expect(newStart(lines, before)).toEqual(start);
  });
});

it("a ledger is told by its starts and ends, with the snapshot before each", () => {
  const [fresh, first, second, closed] = [
    line("fresh", 0, 0),
    line("saved", 1, 10),
    line("saved", 2, 20),
    line("closed", 0, 25),
  ];
  expect(tellLedger([fresh, first, second, closed, first])).toEqual([
    "fresh a1 checkpoint 0 total 0",
    "saved a1 checkpoint 2 total 20",
    "closed a1 checkpoint 0 total 25",
    "saved a1 checkpoint 1 total 10",
  ]);
});
