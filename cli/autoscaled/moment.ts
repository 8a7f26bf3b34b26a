/** A moment in milliseconds since the epoch as text, to the second; undefined for what no calendar has. */
export function momentText(at: number | undefined): string | undefined {
  return at !== undefined && Math.abs(at) <= 8.64e15 ? `${new Date(at).toISOString().slice(0, -5)}Z` : undefined;
}
