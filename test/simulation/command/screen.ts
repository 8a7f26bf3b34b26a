import type { Scope } from "./flags.ts";
import type { Tally } from "./tally.ts";
import { grouped, perSecond } from "./text.ts";

/** Milliseconds between two looks of a terminal, and between two lines elsewhere. */
const everyMs = { terminal: 100, elsewhere: 5_000 } as const;

const width = 24;

/** Shows how far a search is: one line that is written again and again on a terminal, a line every few seconds elsewhere. */
export function watchOn(stream: NodeJS.WriteStream, scope: Scope): { show(tally: Tally): void; clear(): void } {
  const wait = stream.isTTY ? everyMs.terminal : everyMs.elsewhere;
  let nextAt = performance.now() + wait;
  return {
    show: (tally) => {
      if (performance.now() < nextAt) return;
      nextAt = performance.now() + wait;
      stream.write(
        stream.isTTY ? `\r\u001b[K${fitted(lineOf(tally, scope), stream.columns)}` : `${lineOf(tally, scope)}\n`,
      );
    },
    clear: () => void (stream.isTTY && stream.write("\r\u001b[K")),
  };
}

/** How far a search is, in one line. */
export function lineOf(tally: Tally, { seeds, seconds }: Scope): string {
  const done = Math.min(1, Math.max(tally.played / seeds, tally.seconds / seconds));
  const bar = "#".repeat(Math.floor(done * width)).padEnd(width, ".");
  const left = done === 0 ? "" : `, ${Math.ceil((tally.seconds / done) * (1 - done))} s left`;
  return [
    `[${bar}] ${grouped(tally.played)} schedules, ${perSecond(tally)}`,
    tally.broken[0] === undefined ? "0 broken" : `${tally.broken.length} broken (seed ${tally.broken[0].seed})`,
    `coverage ${(100 * tally.coverage.share()).toFixed(1)} %${left}`,
  ].join(", ");
}

function fitted(line: string, columns: number | undefined): string {
  return line.slice(0, Math.max(1, (columns ?? 80) - 1));
}
