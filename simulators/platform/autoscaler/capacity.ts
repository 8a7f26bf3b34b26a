/** The limits that decide how many requests and pods there may be. */
export interface Limits {
  /** Requests a pod works on at once; 0 means no limit. */
  readonly containerConcurrency: number;
  /** Pods at most. */
  readonly maxScale: number;
}

// Knative's target for a service without a limit of its own, and the room of its activator.
const DEFAULT_TARGET = 100;
const ACTIVATOR_ROOM = 10_000;

/** Requests one pod may work on at once. */
export const slotsPerPod = (limits: Limits): number => limits.containerConcurrency || Number.POSITIVE_INFINITY;

/**
 * Requests that may be held in all, running and waiting: per pod its slots and ten times as many places to wait, as
 * queue-proxy has. A service at zero counts as one pod.
 */
export function roomFor(limits: Limits, livePods: number): number {
  const { containerConcurrency } = limits;
  return containerConcurrency === 0 ? ACTIVATOR_ROOM : containerConcurrency * 11 * Math.max(1, livePods);
}

/** Pods wanted for so many held requests; at once, where Knative averages over seconds. */
export const desiredPods = (limits: Limits, held: number): number =>
  Math.min(limits.maxScale, Math.ceil(held / (limits.containerConcurrency || DEFAULT_TARGET)));
