/** How many requests arrived in which second since the epoch. */
export type Window = { readonly second: number; readonly count: number };

/** Counts a request that arrives at `now` (milliseconds since the epoch); `over` when its second had its share before. */
export function countRequest(
  window: Window,
  now: number,
  perSecond: number,
): { readonly window: Window; readonly over: boolean } {
  const second = Math.floor(now / 1000);
  const count = window.second === second ? window.count : 0;
  const over = perSecond > 0 && count >= perSecond;
  return { window: { second, count: over ? count : count + 1 }, over };
}
