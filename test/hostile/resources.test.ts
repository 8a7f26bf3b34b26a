import { afterAll, describe, expect, it } from "vitest";
import { cases, casesOf } from "./resources/cases.ts";
import { Operator } from "./resources/operator.ts";
import { places } from "./resources/places.ts";
import { poisonedSince, snapshotOfBuiltIns } from "./resources/poisoning.ts";
import { firstOf } from "./resources/trial.ts";
import { type Tally, tryCase } from "./resources/try-case.ts";

const operator = new Operator();
const tally: Tally = { none: 0, server: 0, schema: 0, policy: 0 };

describe("a hostile resource, field by field (S6, S7, S10)", () => {
  it.each(places.map((place) => ({ name: place.id, place })))(
    "$name does no harm",
    async ({ place }) => {
      const builtIns = snapshotOfBuiltIns();
      const findings = await firstOf(casesOf(place), (one) => tryCase(operator, one, tally));
      expect([...findings, ...poisonedSince(builtIns)]).toEqual([]);
    },
    60_000,
  );

  afterAll(() => operator.reset());

  it("is tried in as many cases as ever, each with a name of its own", () => {
    expect(places.length).toBe(189);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect({ ...tally, all: cases.length }).toEqual({
      none: 3282,
      server: 1952,
      schema: 6842,
      policy: 10,
      all: 12_086,
    });
  });
});
