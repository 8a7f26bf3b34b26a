import { afterAll, describe, it } from "vitest";

/** One step of a story; it throws where an expectation does not hold. */
export interface Step<Life> {
  readonly name: string;
  readonly act: (life: Life) => Promise<void>;
}

/** What a story is about. */
interface Told {
  /** All that is known of it, for the message of a step that failed. */
  tell(): Promise<readonly string[]>;
}

/** What happens to one cluster, a step after the other. */
export interface Story {
  readonly name: string;
  readonly steps: readonly string[];
  /** Starts it; a promise for each step, which rejects with the first failure. */
  readonly play: () => readonly Promise<void>[];
}

/** Far more than a step takes; each wait in it has its own limit. */
const stepLimitMs = 900_000;

/** A story about what `begin` makes. */
export function toStory<Life extends Told>(
  name: string,
  begin: () => Promise<Life>,
  steps: readonly Step<Life>[],
): Story {
  return { name, steps: steps.map((step) => step.name), play: () => play(begin(), steps) };
}

function play<Life extends Told>(begun: Promise<Life>, steps: readonly Step<Life>[]): Promise<void>[] {
  let before: Promise<unknown> = begun;
  return steps.map(({ act }) => {
    const now = before.then(async () => perform(await begun, act));
    // Each is awaited by its test, but not from the start.
    now.catch(() => undefined);
    before = now;
    return now;
  });
}

/** A step; where it fails, its error tells what was known then, since the next test sees other things. */
async function perform<Life extends Told>(life: Life, act: Step<Life>["act"]): Promise<void> {
  try {
    await act(life);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${(await life.tell()).join("\n")}`;
    throw error;
  }
}

/** Plays stories side by side, since they mostly wait; each step is a test, which fails with the first one that failed. */
export function playSideBySide(stories: readonly Story[]): void {
  let playing: readonly (readonly Promise<void>[])[] | undefined;
  const played = () => {
    playing ??= stories.map(({ play: start }) => start());
    return playing;
  };
  afterAll(() => Promise.allSettled(playing?.flat() ?? []).then(() => undefined), stepLimitMs);
  for (const [story, { name, steps }] of stories.entries()) {
    describe(name, () => {
      for (const [step, title] of steps.entries()) it(title, () => played()[story]?.[step], stepLimitMs);
    });
  }
}
