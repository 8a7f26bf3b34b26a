import { changedPrototypes, prototypes } from "../wire/prototypes.ts";
import { choices } from "../wire/random.ts";
import type { Coverage } from "./coverage.ts";
import { minimise } from "./minimise.ts";
import { keysOf, mutate } from "./mutate.ts";
import type { Target } from "./target.ts";

/** How far a search is. */
export interface Progress {
  readonly executions: number;
  /** Behaviours that were told apart. */
  readonly behaviours: number;
  /** Functions and blocks that ran. */
  readonly coverage: number;
  readonly corpus: number;
}

/** An input that must never do what it did. */
export interface Failure {
  readonly input: string;
  readonly minimised: string;
  readonly message: string;
}

/** What a search is made with. */
export interface SearchOptions {
  readonly seed: number;
  readonly coverage: Coverage;
  /** Asked after every batch. */
  readonly goesOn: (progress: Progress) => boolean;
}

/** How a search ended; without a failure it was told to stop. */
export interface Found extends Progress {
  readonly failure?: Failure;
}

/** Inputs that run between two looks at the coverage, which takes longer than many of them. */
const batch = 200;

/**
 * Searches a target for an input that it cannot deal with: mutates what it knows, and keeps what behaves as nothing did
 * before or reaches code that nothing reached.
 *
 * Guarantees: with one seed and one `goesOn` the same inputs in the same order, as far as V8 counts the same blocks.
 */
export async function search(target: Target, { seed, coverage, goesOn }: SearchOptions): Promise<Found> {
  const chance = choices(seed);
  const keys = keysOf(target.seeds);
  const corpus = [...target.seeds];
  const behaviours = new Set<string>();
  let executions = 0;
  const progress = () => ({ executions, behaviours: behaviours.size, coverage: coverage.count, corpus: corpus.length });
  const next = () => mutate(chance.pick(corpus), corpus, keys, chance);
  for (let inputs = target.seeds; ; inputs = Array.from({ length: batch }, next)) {
    const { kept, failure } = await runBatch(target, inputs, behaviours, coverage);
    executions += inputs.length;
    corpus.push(...kept);
    if (failure !== undefined) return { ...progress(), failure };
    if (!goesOn(progress())) return progress();
  }
}

/** Runs some inputs; gives those that did something new, and what came of the first that fails. */
async function runBatch(
  target: Target,
  inputs: readonly string[],
  behaviours: Set<string>,
  coverage: Coverage,
): Promise<{ kept: ReadonlySet<string>; failure?: Failure }> {
  const kept = new Set<string>();
  coverage.take();
  for (const input of inputs) {
    const { behaviour, message } = await judge(target, input);
    if (message !== undefined) return { kept, failure: await failureOf(target, input, message) };
    if (behaviours.size < behaviours.add(behaviour).size) kept.add(input);
  }
  const ran = coverage.take();
  if (coverage.isNew(ran)) for (const input of await reaching(target, inputs, coverage)) kept.add(input);
  coverage.learn(ran);
  return { kept };
}

/** Which of some inputs reach something new: they run again, half of them at a time. */
async function reaching(target: Target, inputs: readonly string[], coverage: Coverage): Promise<string[]> {
  coverage.take();
  for (const input of inputs) await judge(target, input);
  const ran = coverage.take();
  if (!coverage.isNew(ran)) return [];
  if (inputs.length === 1) {
    coverage.learn(ran);
    return [...inputs];
  }
  const middle = inputs.length >> 1;
  const first = await reaching(target, inputs.slice(0, middle), coverage);
  return [...first, ...(await reaching(target, inputs.slice(middle), coverage))];
}

interface Judged {
  readonly behaviour: string;
  readonly message?: string;
}

async function judge(target: Target, input: string): Promise<Judged> {
  const before = prototypes();
  try {
    const behaviour = await target.run(input);
    const [changed] = changedPrototypes(before);
    return changed === undefined ? { behaviour } : { behaviour, message: changed };
  } catch (error) {
    return { behaviour: "", message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

async function failureOf(target: Target, input: string, message: string): Promise<Failure> {
  const same = async (smaller: string) => (await judge(target, smaller)).message === message;
  return { input, minimised: await minimise(input, same), message };
}
