import type { Arena } from "./arena.ts";
import type { Finding } from "./census.ts";
import type { Journal } from "./journal.ts";

/** Between two ticks, in milliseconds by the clocks of both sides. */
const tickMs = 121_000;
/** Until a refusal is no longer remembered and a savepoint no longer waited for. */
const least = 6;
/** Ticks in a row that write nothing (L4). */
const quiet = 3;
const most = 16;

/**
 * Lets a world without faults come to rest by ticks alone, with processes that know nothing and follow nothing, and gives
 * the last tick that changed something. A world that does not rest, or a tick that is not taken, is a finding (L1, L4).
 */
export async function rest(arena: Arena, journal: Journal, findings: Finding[]): Promise<number> {
  arena.herald.hush();
  arena.follow(false);
  await arena.night(tickMs);
  let last = 0;
  for (let round = 1; round <= most; round += 1) {
    const before = journal.writes();
    const { status, error } = await arena.tick.tick();
    journal.note(undefined, `quiet tick ${round}: ${journal.writes() - before} writes`);
    if (status !== 204) findings.push({ name: "", what: `a tick without faults was answered ${status ?? error}` });
    if (journal.writes() > before) last = round;
    if (round >= Math.max(least, last + quiet)) return last;
    arena.jump(tickMs);
  }
  findings.push({ name: "", what: `after ${most} ticks without faults there are still writes (L4)` });
  return last;
}
