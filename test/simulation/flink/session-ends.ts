/** A session job that runs, and was started once. */
export const started = { lifecycle: "STABLE", starts: 1, running: 1, jars: 0, waiting: "NotWaiting" } as const;
/** The same after an upgrade. */
export const upgraded = { ...started, starts: 2 } as const;
