import type { Screen } from "../../../../cli/demo/screen.ts";
import { Stage } from "../../../../cli/demo/stage.ts";
import { playAll } from "../../../../cli/demo/story.ts";
import { onBothPlatforms } from "./on-both-platforms.ts";

const none = () => undefined;

/**
 * What of a line on the screen is a matter of the clock, and what stands for it:
 *
 * - ids of processes, which the kernel gives;
 * - which processes live, because they end after 2 s without a request, and with it the start of another, which reads the
 *   Secret and logs once more; the steps themselves expect what must hold of it;
 * - how often somebody looked, because a look that comes to nothing follows another while time passes; writes are counted;
 * - the age of a resource in seconds, with the spaces that make room for it.
 */
const replacements: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/(\bpid |\(gone: |it was )[\d, ]+/g, "$1<pid>"],
  [/^processes: .*/, "processes: <processes>"],
  [/, Secret \d+ reads?/, ""],
  [/\d+ (pass|read)(?:e?s)?\b/g, "<n> $1"],
  [/^\d+ log lines/, "<n> log lines"],
  [/ \d+s /g, " <age> "],
  [/ {2,}/g, "  "],
];

/** A screen whose every line is noted, so that what a user reads is compared too. */
function noting(note: (value: unknown) => void): Screen {
  const print = (text: string) => {
    note({ screen: replacements.reduce((line, [pattern, by]) => line.replace(pattern, by), text) });
  };
  return {
    heading: print,
    say: (...lines) => lines.forEach(print),
    command: (text) => print(`$ ${text}`),
    check: print,
    fail: print,
    wait: () => none,
  };
}

onBothPlatforms(
  "the story of the demo",
  async (play) => {
    const { world, note } = await play.world();
    const stage = new Stage(world, noting(note));
    await playAll(stage);
  },
  100_000,
);
