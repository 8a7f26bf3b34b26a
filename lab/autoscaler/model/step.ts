import { type Flow, flow } from "./flow.ts";
import { balanceOf, capacityAt, type JobModel, type VertexModel } from "./job.ts";
import { freshVertex, isRunning, type JobState, type VertexState } from "./state.ts";

/** What happens to a job in one tick. */
export interface Tick {
  readonly seconds: number;
  /** Records that arrive at each vertex from outside; 0 for all but sources. */
  readonly arrivals: readonly number[];
  /** By what the capacity of each vertex is multiplied in this tick. */
  readonly noise: readonly number[];
}

/** Marks that a minute of gauges is made of: Flink takes one every 5 s. */
const marksKept = 12;

/** The job after a tick. Nothing is read while it restarts; what arrives then waits. */
export function step(job: JobModel, state: JobState, tick: Tick): JobState {
  const at = state.at + tick.seconds;
  if (!isRunning(state)) {
    const vertices = state.vertices.map((vertex, index) => waited(vertex, tick, index));
    return { ...state, at, vertices };
  }
  const ready = job.vertices.map((model, index) => toFlowVertex(model, vertexAt(state, index), tick, index));
  const flows = flow(ready);
  const isCheckpoint = at - state.checkpointAt >= job.checkpointInterval;
  const vertices = job.vertices.map((model, index) => {
    const flowed = { ...(flows[index] ?? noFlow), capacity: ready[index]?.capacity ?? 0, ratio: ratioOut(job, index) };
    const next = flowing(vertexAt(state, index), model, flowed, tick.seconds);
    return isCheckpoint ? checkpointed(next) : next;
  });
  return { ...state, at, vertices, checkpointAt: isCheckpoint ? at : state.checkpointAt };
}

/**
 * Gives vertices another parallelism: the job stops, and runs again after `seconds` from its last checkpoint. What sources
 * have read since then waits again, and counters begin at 0.
 */
export function rescale(state: JobState, parallelism: readonly number[], seconds: number): JobState {
  const runningSince = state.at + seconds;
  const vertices = state.vertices.map((vertex, index) => {
    const { queue, sinceCheckpoint, inCheckpoint, isSource } = vertex;
    const waits = isSource ? queue + sinceCheckpoint : inCheckpoint;
    return { ...freshVertex(parallelism[index] ?? vertex.parallelism, waits, isSource), inCheckpoint };
  });
  return { ...state, vertices, runningSince, checkpointAt: runningSince };
}

const noFlow: Flow = { processed: 0, queue: 0, isHeldBack: false };

function toFlowVertex(model: VertexModel, { queue, parallelism, isSource }: VertexState, tick: Tick, index: number) {
  return {
    queue: queue + (isSource ? (tick.arrivals[index] ?? 0) : 0),
    capacity: capacityAt(model, parallelism) * (tick.noise[index] ?? 1) * tick.seconds,
    bound: model.buffer * parallelism,
    inputs: model.inputs,
  };
}

function checkpointed(vertex: VertexState): VertexState {
  return { ...vertex, sinceCheckpoint: 0, inCheckpoint: vertex.isSource ? 0 : vertex.queue };
}

function vertexAt({ vertices }: JobState, index: number): VertexState {
  return vertices[index] ?? freshVertex(1, 0, false);
}

function waited(vertex: VertexState, { arrivals }: Tick, index: number): VertexState {
  return { ...vertex, queue: vertex.queue + (arrivals[index] ?? 0) };
}

/** Records that a vertex writes for each one that it has processed: those of all its edges. */
function ratioOut({ vertices }: JobModel, index: number): number {
  let sum = 0;
  for (const { inputs } of vertices) for (const { from, ratio } of inputs) if (from === index) sum += ratio;
  return sum;
}

interface Flowed extends Flow {
  readonly capacity: number;
  readonly ratio: number;
}

function flowing(vertex: VertexState, model: VertexModel, flowed: Flowed, seconds: number): VertexState {
  const { processed, queue, isHeldBack, capacity, ratio } = flowed;
  const busy = capacity === 0 ? 0 : (seconds * processed) / capacity;
  const { parallelism, now, isSource } = vertex;
  return {
    ...vertex,
    queue,
    now: {
      recordsIn: now.recordsIn + processed,
      recordsOut: now.recordsOut + processed * ratio,
      busy: now.busy + busy,
      heldBack: now.heldBack + (isHeldBack ? seconds - busy : 0),
    },
    accumulatedBusyTime: vertex.accumulatedBusyTime + 1_000 * busy * parallelism * balanceOf(model, parallelism),
    marks: [...vertex.marks.slice(1 - marksKept), now],
    sinceCheckpoint: vertex.sinceCheckpoint + (isSource ? processed : 0),
  };
}
