import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { parsed, UsageError } from "../../../cli/usage-error.ts";
import { type GameName, gameNames, usualGame } from "../games.ts";

/** The text of `npm run simulate -- --help`. */
export const help = `Usage: npm run simulate -- [flags]

Searches for a schedule of crashes, lost answers, late effects, stale reads and lost events that breaks an invariant. Each
seed is a schedule of its own, and always the same one. What breaks is shrunk and told.

What is played:
  --kind K            vvp: resources of AppManager (default); flink: applications, session jobs and snapshots on Flink,
                      with kills of JobManagers, failing tasks and effects that land after the death of their sender
  --seeds N           so many schedules (default 1000, or as many as --seconds allows)
  --from S            from this seed on (default: one that chance picks, and that is printed)
  --seconds T         no new ones after so many seconds
  --jobs J            threads that play (default: one for each core)

One schedule:
  --seed S            only this seed
  --schedule FILE     only the schedule in this JSON file; - reads it from the input
  --story             who did what when, whether or not it breaks something

What is shown:
  --only-violations   nothing but what is broken
  --out DIR           where shrunk schedules are written (default: the system's temporary folder)
  --help              show this text

Exit code: 0 nothing is broken, 1 something is, 2 wrong flags, 130 stopped by Ctrl-C.
`;

const options = {
  kind: { type: "string" },
  seeds: { type: "string" },
  from: { type: "string" },
  seconds: { type: "string" },
  jobs: { type: "string" },
  seed: { type: "string" },
  schedule: { type: "string" },
  story: { type: "boolean", default: false },
  "only-violations": { type: "boolean", default: false },
  out: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

/** Seeds are unsigned 32-bit numbers; the dice see no more of them. */
const seedsThereAre = 2 ** 32;

/** What is searched. */
export interface Scope {
  readonly game: GameName;
  readonly from: number;
  /** Schedules at most. */
  readonly seeds: number;
  /** Seconds at most. */
  readonly seconds: number;
  readonly jobs: number;
}

/** A command line that was understood. */
export type Flags = { readonly onlyViolations: boolean; readonly out: string | undefined } & (
  | { readonly mode: "help" }
  | { readonly mode: "search"; readonly scope: Scope }
  | {
      readonly mode: "one";
      readonly which: { readonly game: GameName; readonly seed: number } | { readonly file: string };
      readonly story: boolean;
    }
);

/** The flags of a command line; a `UsageError` says what is wrong with it. */
export function readFlags(argv: readonly string[]): Flags {
  const { values } = parsed(() => parseArgs({ args: [...argv], options, strict: true }));
  const { help, kind, seed, schedule, story, out } = values;
  const shown = { onlyViolations: values["only-violations"], out };
  if (help) return { ...shown, mode: "help" };
  if (seed === undefined && schedule === undefined) {
    if (story) throw new UsageError("--story needs a --seed or a --schedule");
    return { ...shown, mode: "search", scope: readScope(values) };
  }
  const odd = (["seeds", "from", "seconds", "jobs"] as const).find((flag) => values[flag] !== undefined);
  if (odd !== undefined) throw new UsageError(`--${odd} does not go with a single schedule`);
  if (seed !== undefined && schedule !== undefined) throw new UsageError("--seed and --schedule are two schedules");
  if (schedule !== undefined && kind !== undefined)
    throw new UsageError("--kind does not go with a --schedule, which says it");
  const which =
    schedule === undefined
      ? { game: gameOf(kind), seed: whole("seed", seed, 0, seedsThereAre - 1) }
      : { file: schedule };
  return { ...shown, mode: "one", which, story };
}

function gameOf(text: string = usualGame): GameName {
  const game = gameNames.find((name) => name === text);
  if (game !== undefined) return game;
  throw new UsageError(`--kind cannot be '${text}': ${gameNames.join(" or ")}`);
}

type Values = Readonly<Partial<Record<"kind" | "seeds" | "from" | "seconds" | "jobs", string | undefined>>>;

function readScope({ kind, seeds, from, seconds, jobs }: Values): Scope {
  const first = from === undefined ? Math.floor(Math.random() * 2 ** 31) : whole("from", from, 0, seedsThereAre - 1);
  const most = seedsThereAre - first;
  return {
    game: gameOf(kind),
    from: first,
    seeds: seeds === undefined ? Math.min(most, seconds === undefined ? 1_000 : most) : whole("seeds", seeds, 1, most),
    seconds: seconds === undefined ? Number.POSITIVE_INFINITY : whole("seconds", seconds, 1, 1_000_000),
    jobs: jobs === undefined ? availableParallelism() : whole("jobs", jobs, 1, 256),
  };
}

function whole(flag: string, text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  if (text !== undefined && /^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${flag} cannot be '${text}': a whole number from ${least} to ${most}`);
}
