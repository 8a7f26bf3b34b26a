/** What a pod asks of a node, or a node has left for pods, as the scheduler counts it. */
export interface Room {
  /** Cores. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
  readonly pods: number;
}

/** Room that is taken, `times` over; given back where that is negative. */
export function without(room: Room, taken: Room, times = 1): Room {
  return {
    cpu: room.cpu - taken.cpu * times,
    memory: room.memory - taken.memory * times,
    pods: room.pods - taken.pods * times,
  };
}

/** How often something fits into some room. */
export function timesIn(room: Room, { cpu, memory, pods }: Room): number {
  const times = Math.min(over(room.cpu, cpu), over(room.memory, memory), over(room.pods, pods));
  return Math.max(0, Math.floor(times));
}

function over(left: number, asked: number): number {
  return asked > 0 ? left / asked : Number.POSITIVE_INFINITY;
}
