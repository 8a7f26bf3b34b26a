import { changedPrototypes, prototypes } from "./prototypes.ts";

/** One hostile input of a fixed corpus; the id is stable, so that a failure names it in every run. */
export interface Hostile {
  readonly id: string;
}

/** What is wrong with how an input was dealt with, in words; nothing where all is well. */
export type Judge<Case extends Hostile> = (one: Case) => readonly string[] | Promise<readonly string[]>;

/**
 * Runs every case and gives `id: what is wrong` for each finding.
 *
 * Guarantees: an exception, a rejection that nobody handles, and a changed prototype are findings of the case that brought
 * them about; ids that come twice are a finding too.
 */
export async function findings<Case extends Hostile>(cases: readonly Case[], judge: Judge<Case>): Promise<string[]> {
  const found = repeated(cases).map((id) => `${id}: this id comes twice`);
  const unhandled: string[] = [];
  const note = (reason: unknown) => void unhandled.push(String(reason));
  process.on("unhandledRejection", note);
  const before = prototypes();
  try {
    for (const one of cases) {
      const wrong = [...(await judged(one, judge))];
      await new Promise((resolve) => setImmediate(resolve));
      wrong.push(...unhandled.splice(0).map((reason) => `nobody handled a rejection: ${reason}`));
      wrong.push(...changedPrototypes(before));
      found.push(...wrong.map((what) => `${one.id}: ${what}`));
    }
  } finally {
    process.off("unhandledRejection", note);
  }
  return found;
}

async function judged<Case extends Hostile>(one: Case, judge: Judge<Case>): Promise<readonly string[]> {
  try {
    return await judge(one);
  } catch (error) {
    const lines = error instanceof Error ? (error.stack ?? error.message).split("\n") : [String(error)];
    return [`it threw ${lines.slice(0, 4).join("")}`];
  }
}

function repeated(cases: readonly Hostile[]): string[] {
  const seen = new Set<string>();
  return cases.map(({ id }) => id).filter((id) => seen.size === seen.add(id).size);
}
