/** A vertex in one tick; all numbers are records. */
export interface FlowVertex {
  /** What waits in front of it; of a source, also what arrives now. */
  readonly queue: number;
  /** What it can process in the tick. */
  readonly capacity: number;
  /** What may wait in front of it. */
  readonly bound: number;
  readonly inputs: readonly { readonly from: number; readonly ratio: number }[];
}

/** What becomes of a vertex in one tick. */
export interface Flow {
  readonly processed: number;
  /** What waits in front of it after the tick. */
  readonly queue: number;
  /** Held back by a vertex behind it: neither its capacity nor its input was the limit. */
  readonly isHeldBack: boolean;
}

/**
 * The flow through a graph in one tick: nobody processes more than its capacity, or than what is there, or than the buffers
 * behind it take. Where several share a buffer, each has the part of it by which it would fill it.
 *
 * Guarantees: no record is lost or made; no queue exceeds its bound, if none did before.
 */
export function flow(vertices: readonly FlowVertex[]): readonly Flow[] {
  const offered = offeredOf(vertices);
  const limits = limitsOf(vertices, offered);
  const flows: Flow[] = [];
  for (const [index, { queue, capacity, inputs }] of vertices.entries()) {
    const available = queue + inflowOf(inputs, (from) => flows[from]?.processed);
    const limit = limits[index] ?? 0;
    const processed = Math.min(available, limit);
    const isHeldBack = processed < Math.min(available, capacity);
    flows.push({ processed, queue: Math.max(0, available - processed), isHeldBack });
  }
  return flows;
}

/** What each vertex would process if nobody behind it held it back. */
function offeredOf(vertices: readonly FlowVertex[]): readonly number[] {
  const offered: number[] = [];
  for (const { queue, capacity, inputs } of vertices) {
    const inflow = inflowOf(inputs, (from) => offered[from]);
    offered.push(Math.min(queue + inflow, capacity));
  }
  return offered;
}

/** What each vertex may process so that all behind it can take it. */
function limitsOf(vertices: readonly FlowVertex[], offered: readonly number[]): readonly number[] {
  const limits = vertices.map(({ capacity }) => capacity);
  for (const [index, { queue, bound, inputs }] of [...vertices.entries()].reverse()) {
    const accepted = Math.max(0, bound - queue) + (limits[index] ?? 0);
    const inflow = inflowOf(inputs, (from) => offered[from]);
    for (const { from, ratio } of inputs) {
      const most = (accepted * (offered[from] ?? 0)) / inflow;
      if (ratio > 0 && inflow > 0) limits[from] = Math.min(limits[from] ?? 0, most);
    }
  }
  return limits;
}

/** What comes in along all inputs, where `of` is what each vertex before it processes. */
function inflowOf(inputs: FlowVertex["inputs"], of: (from: number) => number | undefined): number {
  return inputs.reduce((sum, { from, ratio }) => sum + (of(from) ?? 0) * ratio, 0);
}
