import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areNonces, type NonceMemory, type Nonces } from "../../shared/core/nonces.ts";
import { anyJson, seeded } from "./json-arbitrary.ts";

const memory = { observed: 1, processed: 1, burnt: [1], blocked: "why", waiting: { value: 1, since: 0 } };
const sound = {
  savepoint: memory,
  restart: memory,
  accepted: 2,
  taking: { content: "1#1", since: 0 },
  restarted: "1#2",
};

/** The sound nonces with one part, at any depth, exchanged for anything. */
const damaged = fc
  .tuple(fc.constantFrom(...pathsOf(sound)), anyJson)
  .map(([path, other]) => exchange(structuredClone(sound), path, other));

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  const below = Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]));
  return path.length === 0 ? below : [[...path], ...below];
}

function exchange(root: object, path: readonly string[], other: unknown): unknown {
  const holder = path.slice(0, -1).reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], root);
  (holder as Record<string, unknown>)[path.at(-1) ?? ""] = other;
  return root;
}

function isSound({ observed = 0, processed = 0, burnt, blocked = "", waiting }: NonceMemory): boolean {
  const numbers = [observed, processed, ...burnt, waiting?.value ?? 0];
  return numbers.every(Number.isSafeInteger) && typeof blocked === "string" && Number.isFinite(waiting?.since ?? 0);
}

describe("the nonces of a record", () => {
  it("may be absent, or hold nothing but their count", () => {
    expect([areNonces(undefined), areNonces({ accepted: 0 }), areNonces(sound)]).toEqual([true, true, true]);
  });

  it("with any part of another kind are rubbish, never a surprise later on", () => {
    fc.assert(
      fc.property(damaged, (value) => {
        if (!areNonces(value)) return;
        const { savepoint, restart, accepted, taking, restarted = "" } = value as Nonces;
        expect([savepoint, restart].every((one) => one === undefined || isSound(one))).toBe(true);
        expect([Number.isSafeInteger(accepted), typeof restarted]).toEqual([true, "string"]);
        if (taking !== undefined)
          expect([typeof taking.content, Number.isFinite(taking.since)]).toEqual(["string", true]);
      }),
      seeded(2_000),
    );
  });

  it("are refused for each part that is exchanged for what it can never be", () => {
    for (const path of pathsOf(sound)) expect(areNonces(exchange(structuredClone(sound), path, [{}]))).toBe(false);
  });
});
