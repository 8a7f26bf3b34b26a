/** What a setting is worth: first how many goals it misses, then how much it costs. Less is better in both. */
export interface Score {
  readonly missed: number;
  readonly regret: number;
}

/** A parameter and the values that are tried. */
export interface Choice<Value> {
  readonly name: string;
  readonly values: readonly Value[];
}

/** A value for every parameter, by name. */
export type Setting<Value> = Readonly<Record<string, Value>>;

/** A setting that was tried. */
export interface Tried<Value> {
  readonly setting: Setting<Value>;
  readonly score: Score;
}

/** Negative where the first score is better. */
export function compareScores(one: Score, other: Score): number {
  return one.missed - other.missed || one.regret - other.regret;
}

/**
 * The best setting that is found by changing one parameter after the other, each to its best value, until a whole round changes
 * nothing or `rounds` are over. All that were tried, best first; each is scored once.
 */
export async function searchCoordinates<Value>(
  first: Setting<Value>,
  choices: readonly Choice<Value>[],
  score: (setting: Setting<Value>) => Promise<Score>,
  rounds: number,
): Promise<readonly Tried<Value>[]> {
  const tried = new Map<string, Tried<Value>>();
  const attempt = async (setting: Setting<Value>): Promise<Tried<Value>> => {
    const key = JSON.stringify(setting);
    const one = tried.get(key) ?? { setting, score: await score(setting) };
    tried.set(key, one);
    return one;
  };
  let best = await attempt(first);
  for (let round = 0; round < rounds; round += 1) {
    const before = best;
    for (const { name, values } of choices) {
      for (const value of values) {
        const one = await attempt({ ...best.setting, [name]: value });
        if (compareScores(one.score, best.score) < 0) best = one;
      }
    }
    if (best === before) break;
  }
  return [...tried.values()].sort((one, other) => compareScores(one.score, other.score));
}
