import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as z from "zod";
import { levels } from "../build/parts.ts";

/** The folder of what `real:up` leaves running: keys, tokens, logs; `WEIR_REAL_UP`, or `.real/`, which git ignores. */
export const standingFolder = process.env.WEIR_REAL_UP || join(import.meta.dirname, "../../../../.real");

const noteSchema = z.object({ level: z.enum(levels), url: z.string(), pids: z.array(z.int().positive()) });

/** What `real:up` notes for `real:down`. */
export type Note = z.infer<typeof noteSchema>;

const notePath = join(standingFolder, "up.json");

/** Writes the note; the folder must exist. */
export async function writeNote(note: Note): Promise<void> {
  await writeFile(notePath, `${JSON.stringify(note, undefined, 2)}\n`, { mode: 0o600 });
}

/** What was noted by the last `real:up`; undefined when nothing stands, or the note is none of ours. */
export async function readNote(): Promise<Note | undefined> {
  const text = await readFile(notePath, "utf8").catch(() => "");
  return z.string().transform(toJson).pipe(noteSchema).safeParse(text).data;
}

/** Those of the noted processes that still run; an id that now belongs to another program does not count. */
export async function aliveOf({ pids }: Note): Promise<number[]> {
  const checks = await Promise.all(pids.map(isOurs));
  return pids.filter((_pid, index) => checks[index]);
}

/** Ends what was noted, the newest first, and removes the folder; gives the ids of those it ended. */
export async function takeDown(note: Note): Promise<number[]> {
  const ended = await aliveOf(note);
  for (const pid of ended.toReversed()) await end(pid);
  await rm(standingFolder, { recursive: true, force: true });
  return ended;
}

async function end(pid: number): Promise<void> {
  process.kill(pid, "SIGTERM");
  for (let left = 40; left > 0 && (await isOurs(pid)); left -= 1) await sleep(50);
  if (await isOurs(pid)) process.kill(pid, "SIGKILL");
}

/** Every part is started with a file of the folder on its command line. */
async function isOurs(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.includes(standingFolder);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
