/**
 * Runs jobs of the same key one after the other within this process, in the order of their coming.
 *
 * Caveats: it only saves lost races; correctness across pods comes from preconditions alone.
 */
export function makeOneAtATime(): <Result>(key: string, job: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, job) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(job, job);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
