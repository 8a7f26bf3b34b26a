/** Work under keys, of each key one at a time. */
export interface OneAtATime {
  readonly isBusy: (key: string) => boolean;
  /** Begins the work when that of the same key has ended; work must not reject. */
  readonly start: (key: string, work: () => Promise<void>) => void;
  /** Resolves when there is room for work under one more key. */
  readonly room: () => Promise<void>;
  /** Resolves when all that was begun has ended. */
  readonly settled: () => Promise<void>;
}

/** Work of `most` keys at once. */
export function makeOneAtATime(most: number): OneAtATime {
  const running = new Map<string, Promise<void>>();
  return {
    isBusy: (key) => running.has(key),
    start: (key, work) => {
      const ended = (running.get(key) ?? Promise.resolve()).then(work).finally(() => {
        if (running.get(key) === ended) running.delete(key);
      });
      running.set(key, ended);
    },
    room: async () => {
      while (running.size >= most) await Promise.race(running.values());
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
