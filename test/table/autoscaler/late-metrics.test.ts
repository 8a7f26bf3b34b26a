import { describe, expect, it } from "vitest";
import { each, many, type Told, toldAt, type Watching } from "./late-metrics.ts";

const second = 1_000;
const minute = 60_000;

/** Options of a job that is scaled soon, as those of the suite of real Flink. */
const soon = { "metrics.window": "20 s", "stabilization.interval": "30 s" };

/** A fetch that is slower than the call after the one that began it, and one that is faster: then a source tells of a later poll. */
const [slow, fast] = [50, 5];

interface Row extends Watching {
  readonly why: string;
  /** When the first phase of the step is. */
  readonly from: number;
  /** How long a look takes at least. */
  readonly look: number;
}

const usual = { options: {}, look: 55 * second };
const rows: readonly Row[] = [
  {
    why: "ticks that are often, each of which fetches",
    ...{ tick: 5 * second, kept: 3 * second, fetch: slow, options: soon, look: 20 * second, from: 90 * second },
  },
  {
    why: "the source tells of a later poll than the job",
    ...{ tick: 5 * second, kept: 3 * second, fetch: fast, options: soon, look: 20 * second, from: 90 * second },
  },
  {
    why: "every other tick is answered as the one before, as Flink's interval of 10 s has it",
    ...{ tick: 5 * second, kept: 10 * second, fetch: slow, options: soon, look: 20 * second, from: 90 * second },
  },
  {
    why: "the same, and the source tells of a later poll",
    ...{ tick: 10 * second, kept: 10 * second, fetch: fast, options: soon, look: 20 * second, from: 60 * second },
  },
  {
    why: "the options that hold where none is set, soon after the start: there are few looks, and the step is in two of them",
    ...{ ...usual, tick: 10 * second, kept: 10 * second, fetch: slow, from: 4 * minute },
  },
  {
    why: "a window of few looks",
    ...{ ...usual, options: { "metrics.window": "4 min" }, tick: 10 * second, kept: 10 * second, fetch: fast },
    from: 10 * minute,
  },
  {
    why: "ticks a minute apart: what is told is a minute late",
    ...{ ...usual, tick: minute, kept: 10 * second, fetch: slow, from: 10 * minute },
  },
  {
    why: "the same, and the source alone tells of now",
    ...{ ...usual, tick: minute, kept: 10 * second, fetch: fast, from: 10 * minute },
  },
];

const phases = 12;

/** What was told at every phase of the step against ticks and looks. */
async function toldAtAll({ from, look, ...watching }: Row): Promise<readonly (Told | undefined)[]> {
  const span = 2 * Math.max(look, watching.tick);
  const most = Math.ceil((from + 3 * span) / watching.tick) + 4;
  return Promise.all(
    Array.from({ length: phases }, (_, phase) => toldAt(from + (phase * span) / phases, watching, most)),
  );
}

describe("what a decision is based on, whatever the phase of a step", () => {
  it.each(rows)("$why", async (row) => {
    const told = await toldAtAll(row);
    const worst = (of: (one: Told) => number) => {
      return Math.max(...told.map((one) => Math.abs((one === undefined ? Number.NaN : of(one)) - 1)));
    };
    expect(
      worst(({ demand }) => demand / many),
      "what comes in is true",
    ).toBeLessThan(0.02);
    expect(
      worst(({ capacity }) => capacity / each),
      "what can be done is true",
    ).toBeLessThan(0.02);
    const latest = 3 * Math.max(row.look, row.tick) + 2 * row.tick;
    expect(Math.max(...told.map((one) => one?.after ?? Number.NaN)), "it is not late").toBeLessThan(latest);
  });
});
