import { readVolume } from "./place.ts";

/** A line that the counting job wrote: what happened, to which job, with which checkpoint, at which count. */
export interface LedgerLine {
  readonly what: "fresh" | "saved" | "restored" | "closed" | "miscount";
  readonly job: string;
  /** 0 where there is none. */
  readonly checkpoint: number;
  readonly total: number;
}

/** What the counting job has written into its ledger so far. */
export async function readLedger(path: string): Promise<LedgerLine[]> {
  const lines = (await readVolume(path)).split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [what, job = "", checkpoint, total] = line.split(" ");
    return { what: what as LedgerLine["what"], job, checkpoint: Number(checkpoint), total: Number(total) };
  });
}

/** True for a line that a job writes as it starts. */
export function isStart({ what }: LedgerLine): boolean {
  return what === "restored" || what === "fresh";
}

/**
 * The newest start, where there were only so many before; undefined until its job has begun its second snapshot since, by which
 * time the first one is complete.
 */
export function newStart(lines: readonly LedgerLine[], before: number): LedgerLine | undefined {
  if (lines.filter(isStart).length <= before) return undefined;
  const last = lines.findLastIndex(isStart);
  const start = lines[last];
  const since = lines.slice(last).filter(({ what, job }) => what === "saved" && job === start?.job);
  return since.length > 1 ? start : undefined;
}

/** A ledger in short: each start, each end and whatever is odd, with the snapshot before it, and the newest snapshot. */
export function tellLedger(lines: readonly LedgerLine[]): string[] {
  const isTold = (line: LedgerLine | undefined) => line === undefined || line.what !== "saved";
  const told = lines.filter((line, index) => isTold(line) || isTold(lines[index + 1]));
  return told.map(({ what, job, checkpoint, total }) => `${what} ${job} checkpoint ${checkpoint} total ${total}`);
}

/** Lines that show state that was lost, or numbers that were counted twice or never; none where all is well. */
export function findBreaks(lines: readonly LedgerLine[]): LedgerLine[] {
  const saved: LedgerLine[] = [];
  let total = 0;
  return lines.filter((line) => {
    const isBreak = breaks(line, saved, total);
    if (line.what === "saved") saved.push(line);
    if (line.what !== "closed") ({ total } = line);
    return isBreak;
  });
}

/**
 * A start goes on from what a snapshot held, and from none before the last but one: by then the newer one was complete. A
 * count that goes back without a start is that of a second job which runs beside the first.
 */
function breaks({ what, checkpoint, total }: LedgerLine, saved: readonly LedgerLine[], before: number): boolean {
  if (what === "miscount") return true;
  if (what === "saved") return total < before;
  return what === "restored" && !saved.slice(-2).some((one) => one.checkpoint === checkpoint && one.total === total);
}
