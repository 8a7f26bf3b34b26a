import { desiredPods, type Limits, roomFor, slotsPerPod } from "./capacity.ts";
import type { History } from "./history.ts";
import type { Pod } from "./pod.ts";

/** What a pool is made of. */
export interface PoolOptions {
  readonly limits: Limits;
  /** Milliseconds without a request after which a pod is stopped. */
  readonly windowMs: number;
  readonly start: () => Promise<Pod>;
  readonly history: History;
}

/** A slot in a pod, or why there is none; `release` must be called once. */
export type Acquired =
  | { readonly kind: "slot"; readonly port: number; release(): void }
  | { readonly kind: "refused"; readonly reason: string };

/** A pod with its requests in flight. */
export interface PodEntry {
  readonly pod: Pod;
  readonly inFlight: number;
}

/** Pods, the requests that hold a slot in them, and those that wait for one. */
export interface PodPool {
  /** Waits for a slot; refused when there is no room, no pod can be had, the pool closes, or `signal` aborts. */
  acquire(signal: AbortSignal): Promise<Acquired>;
  /** Every process that is not gone, stopping ones too. */
  entries(): readonly PodEntry[];
  /** Refuses what waits, stops every pod and resolves when all are gone. */
  close(): Promise<void>;
}

interface Member {
  readonly pod: Pod;
  inFlight: number;
  wasReady: boolean;
  idleTimer: NodeJS.Timeout | undefined;
}

interface PoolState extends PoolOptions {
  /** In the order of their start; the first with a free slot is taken, so that the later ones can fall idle. */
  readonly members: Member[];
  readonly waiting: Set<(acquired: Acquired) => void>;
  /** Starts under way: their process may not exist yet. */
  readonly starts: Set<Promise<void>>;
  pendingStarts: number;
  closed: boolean;
}

/** An empty pool: the first `acquire` starts the first pod. */
export function makePodPool(options: PoolOptions): PodPool {
  const state: PoolState = {
    ...options,
    members: [],
    waiting: new Set(),
    starts: new Set(),
    pendingStarts: 0,
    closed: false,
  };
  return {
    acquire: (signal) => acquire(state, signal),
    entries: () => state.members.filter(({ pod }) => pod.state() !== "gone"),
    close: () => close(state),
  };
}

const isLive = ({ pod }: Member): boolean => pod.state() === "starting" || pod.state() === "ready";
const countLive = (state: PoolState): number => state.members.filter(isLive).length + state.pendingStarts;
const countHeld = (state: PoolState): number =>
  state.members.reduce((sum, member) => sum + (isLive(member) ? member.inFlight : 0), state.waiting.size);

function acquire(state: PoolState, signal: AbortSignal): Promise<Acquired> {
  if (state.closed) return Promise.resolve({ kind: "refused", reason: "the service is closed" });
  if (countHeld(state) >= roomFor(state.limits, countLive(state))) {
    return Promise.resolve({ kind: "refused", reason: "pending request queue full" });
  }
  return new Promise((resolve) => {
    const onAbort = (): void => settle({ kind: "refused", reason: "the request ended while it waited" });
    const settle = (acquired: Acquired): void => {
      signal.removeEventListener("abort", onAbort);
      state.waiting.delete(settle);
      resolve(acquired);
    };
    state.waiting.add(settle);
    signal.addEventListener("abort", onAbort);
    dispatch(state);
  });
}

function dispatch(state: PoolState): void {
  const slots = slotsPerPod(state.limits);
  for (const settle of state.waiting) {
    const member = state.members.find(({ pod, inFlight }) => pod.state() === "ready" && inFlight < slots);
    if (member === undefined) break;
    settle(occupy(state, member));
  }
  const missing = desiredPods(state.limits, countHeld(state)) - countLive(state);
  if (state.waiting.size > 0 && !state.closed) for (let i = 0; i < missing; i++) begin(state);
}

function occupy(state: PoolState, member: Member): Acquired {
  member.inFlight++;
  clearTimeout(member.idleTimer);
  const release = (): void => {
    member.inFlight--;
    if (member.inFlight === 0) armIdleTimer(state, member);
    dispatch(state);
  };
  return { kind: "slot", port: member.pod.port, release };
}

function armIdleTimer(state: PoolState, member: Member): void {
  clearTimeout(member.idleTimer);
  if (member.pod.state() !== "ready") return;
  member.idleTimer = setTimeout(() => {
    if (member.inFlight > 0 || member.pod.state() !== "ready") return;
    state.history.add("idle", member.pod.pid);
    void member.pod.stop();
  }, state.windowMs);
}

function begin(state: PoolState): void {
  state.pendingStarts++;
  const start = run(state).finally(() => state.starts.delete(start));
  state.starts.add(start);
}

async function run(state: PoolState): Promise<void> {
  const pod = await state.start().catch((error: Error) => error);
  state.pendingStarts--;
  if (pod instanceof Error) {
    state.history.add("failed", undefined, pod.message);
    return refuseWithoutPods(state, `the pod could not be started: ${pod.message}`);
  }
  const member: Member = { pod, inFlight: 0, wasReady: false, idleTimer: undefined };
  state.members.push(member);
  state.history.add("starting", pod.pid);
  void pod.gone.then((how) => onGone(state, member, how));
  if (state.closed) void pod.stop();
  await onReadiness(state, member);
}

async function onReadiness(state: PoolState, member: Member): Promise<void> {
  const { pod } = member;
  if (await pod.ready) {
    member.wasReady = true;
    state.history.add("ready", pod.pid);
    armIdleTimer(state, member);
    return dispatch(state);
  }
  if (pod.state() === "stopping" || state.closed) return;
  const how = pod.state() === "gone" ? await pod.gone : "not ready in time";
  void pod.stop();
  state.history.add("failed", pod.pid, [how, ...pod.lastLines()].join("\n"));
  refuseWithoutPods(state, `the pod did not get ready: ${how}`);
}

function onGone(state: PoolState, member: Member, how: string): void {
  clearTimeout(member.idleTimer);
  state.members.splice(state.members.indexOf(member), 1);
  const { pod, wasReady } = member;
  // One that ended while starting is told of as failed, and not started over and over.
  if (pod.wasStopped() || wasReady) state.history.add(pod.wasStopped() ? "stopped" : "died", pod.pid, how);
  if (wasReady) dispatch(state);
}

// A failed pod is not replaced while others can still serve those who wait; with none left they are told at once.
function refuseWithoutPods(state: PoolState, reason: string): void {
  if (countLive(state) === 0) for (const settle of state.waiting) settle({ kind: "refused", reason });
}

async function close(state: PoolState): Promise<void> {
  state.closed = true;
  for (const settle of state.waiting) settle({ kind: "refused", reason: "the service is closed" });
  await Promise.all(state.members.map(({ pod }) => pod.stop()));
  await Promise.all(state.starts);
  await Promise.all(state.members.map(({ pod }) => pod.stop()));
}
