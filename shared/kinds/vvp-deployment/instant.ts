/** An instant as people read it, to the whole second that is not before it; RFC 3339 from milliseconds since the epoch. */
export function toTime(ms: number): string {
  return new Date(Math.ceil(ms / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
