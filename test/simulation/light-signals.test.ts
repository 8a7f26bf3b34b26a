import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lightSignals } from "./light-signals.ts";

/** One thing that is done to signals, by their numbers: the first ones have controllers, the others are made of earlier ones. */
const step = fc.oneof(
  fc.record({ do: fc.constant("any" as const), of: fc.array(fc.nat(9), { maxLength: 3 }) }),
  fc.record({ do: fc.constant("listen" as const), to: fc.nat(9), as: fc.nat(2), once: fc.boolean() }),
  fc.record({ do: fc.constant("leave" as const), to: fc.nat(9), as: fc.nat(2) }),
  fc.record({ do: fc.constant("abort" as const), to: fc.nat(2), why: fc.option(fc.string(), { nil: undefined }) }),
  fc.record({ do: fc.constant("look" as const), at: fc.nat(9) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What listeners are told, in their order, and what whoever looks sees. */
function play(
  steps: readonly Step[],
  { AbortController, AbortSignal }: Pick<typeof globalThis, "AbortController" | "AbortSignal">,
) {
  const told: string[] = [];
  const controllers = [0, 1, 2].map(() => new AbortController());
  const signals = controllers.map(({ signal }) => signal);
  const signalAt = (number: number) => signals[number % signals.length] as AbortSignal;
  const listeners = new Map<string, () => void>();
  const listenerOf = (number: number, as: number) => {
    const name = `${number % signals.length}/${as}`;
    const listener = listeners.get(name) ?? (() => void told.push(name));
    listeners.set(name, listener);
    return listener;
  };
  const look = (number: number) => {
    const { aborted, reason } = signalAt(number);
    told.push(`${number}: ${aborted} ${reason}`);
  };
  for (const one of steps) {
    if (one.do === "any") signals.push(AbortSignal.any(one.of.map(signalAt)));
    else if (one.do === "listen")
      signalAt(one.to).addEventListener("abort", listenerOf(one.to, one.as), { once: one.once });
    else if (one.do === "leave") signalAt(one.to).removeEventListener("abort", listenerOf(one.to, one.as));
    else if (one.do === "abort") controllers[one.to]?.abort(one.why);
    else look(one.at);
  }
  for (const number of signals.keys()) look(number);
  return told;
}

describe("the signals of a search", () => {
  it("tell what the runtime's own tell, in the same order", async () => {
    const light = lightSignals as unknown as typeof globalThis;
    await fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        expect(play(steps, light)).toEqual(play(steps, globalThis));
      }),
      { numRuns: 2_000 },
    );
  });
});
