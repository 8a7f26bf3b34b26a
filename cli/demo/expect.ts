import { isDeepStrictEqual } from "node:util";
import type { Screen } from "./screen.ts";

/** An expectation that did not hold; the message says what was expected and what was there. */
export class Unexpected extends Error {}

/** Throws `Unexpected` unless both are the same, deeply. */
export function expectSame(what: string, actual: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(actual, wanted)) return;
  throw new Unexpected(`${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(actual)}`);
}

/** Throws `Unexpected` unless the condition holds. */
export function expectThat(what: string, holds: boolean, found: unknown): void {
  if (!holds) throw new Unexpected(`expected ${what}, found ${JSON.stringify(found)}`);
}

/** One wait; `now` says what is the case instead, for the message. */
export interface Waiting {
  readonly what: string;
  readonly limitMs: number;
  readonly holds: () => boolean | Promise<boolean>;
  readonly now: () => string | Promise<string>;
  readonly screen: Pick<Screen, "wait">;
}

/** Waits until something holds; throws `Unexpected` when the limit passes. */
export async function until({ what, limitMs, holds, now, screen }: Waiting): Promise<void> {
  const done = screen.wait(what);
  try {
    const deadline = performance.now() + limitMs;
    while (!(await holds())) {
      if (performance.now() > deadline) {
        throw new Unexpected(`expected within ${limitMs / 1000} s: ${what}; now: ${await now()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    done();
  }
}
