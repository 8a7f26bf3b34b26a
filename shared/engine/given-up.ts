/**
 * True where a signal ended a look for a reason of our own: the process drains, or whoever carried the request went away.
 * What such a look did not find out says nothing about a backend. A look whose time is over (`TimeoutError`, as
 * `AbortSignal.timeout` has it) did wait for an answer, and counts.
 */
export function isGivenUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof Error && reason.name === "TimeoutError");
}
