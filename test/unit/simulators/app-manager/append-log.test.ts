import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { append, type Log, readLog } from "../../../../simulators/app-manager/append-log.ts";

/** A log beside the plain array that it stands for. */
type Pair = { readonly log: Log<number>; readonly model: number[] };

describe("a log that only grows", () => {
  it("is, in every copy, the newest of what was appended to that copy", () => {
    const deeds = fc.array(fc.record({ of: fc.nat(), copies: fc.boolean() }), { maxLength: 120 });
    fc.assert(
      fc.property(deeds, fc.integer({ min: 1, max: 9 }), (script, kept) => {
        const pairs: Pair[] = [{ log: { items: [], length: 0 }, model: [] }];
        for (const [index, { of, copies }] of script.entries()) {
          const { log, model } = pairs[of % pairs.length] as Pair;
          if (copies) pairs.push({ log: { ...log }, model: [...model] });
          else {
            append(log, index, kept);
            model.push(index);
          }
        }
        for (const { log, model } of pairs) {
          const items = readLog(log);
          expect(items).toEqual(items.length === 0 ? [] : model.slice(-items.length));
          expect(items.length).toBeGreaterThanOrEqual(Math.min(kept, model.length));
          expect(items.length).toBeLessThanOrEqual(2 * kept);
        }
      }),
      { numRuns: 500 },
    );
  });
});
