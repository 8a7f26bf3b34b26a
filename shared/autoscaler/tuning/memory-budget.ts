/** Bytes that are given out until there are none left. */
export interface MemoryBudget {
  /** Takes so many bytes, or what is left of them. */
  readonly take: (bytes: number) => number;
  readonly left: () => number;
}

/** A budget of so many bytes. */
export function makeBudget(bytes: number): MemoryBudget {
  let left = bytes;
  return {
    take: (wanted) => {
      const taken = Math.min(wanted, left);
      left -= taken;
      return taken;
    },
    left: () => left,
  };
}
