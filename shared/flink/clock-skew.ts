/** How far the clock of a JobManager may be ahead of that of the API server, or behind it, in milliseconds. */
export const clockSkewMs = 30_000;
