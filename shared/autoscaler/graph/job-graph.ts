import { hashOf } from "../../core/hash.ts";

/** How records of an edge find their subtask, in Flink's words (2.7). */
export const shipStrategies = [
  "HASH",
  "REBALANCE",
  "RESCALE",
  "FORWARD",
  "CUSTOM",
  "BROADCAST",
  "GLOBAL",
  "SHUFFLE",
] as const;

/** One of those words, or `UNKNOWN` for any other. */
export type ShipStrategy = (typeof shipStrategies)[number] | "UNKNOWN";

/** A vertex as a platform tells of it. */
export interface VertexDescription {
  /** 32 hex digits. */
  readonly id: string;
  readonly name?: string;
  readonly parallelism: number;
  /** The number of its key groups. */
  readonly maxParallelism: number;
  readonly inputs: readonly { readonly from: string; readonly strategy: ShipStrategy }[];
  /** True where all its subtasks have ended. */
  readonly isFinished?: boolean;
  /** Partitions of a source; absent or 0 where they are unknown. */
  readonly partitions?: number;
  /** Id of the slot sharing group, where Flink tells it. */
  readonly slotSharingGroup?: string;
}

/** A vertex of a graph; two edges between the same vertices are one (2.7). */
export interface Vertex {
  readonly id: string;
  readonly name: string;
  readonly parallelism: number;
  readonly maxParallelism: number;
  readonly partitions: number;
  readonly isFinished: boolean;
  readonly slotSharingGroup: string | undefined;
  /** By the vertex at the other end. */
  readonly inputs: ReadonlyMap<string, ShipStrategy>;
  /** By the vertex at the other end. */
  readonly outputs: ReadonlyMap<string, ShipStrategy>;
}

/** A job's graph; `vertices` go from sources to sinks, each after all its inputs. */
export interface JobGraph {
  readonly vertices: ReadonlyMap<string, Vertex>;
}

/** A word of Flink's plan without regard to case. */
export function readShipStrategy(word: unknown): ShipStrategy {
  const upper = typeof word === "string" ? word.trim().toUpperCase() : "";
  return shipStrategies.find((strategy) => strategy === upper) ?? "UNKNOWN";
}

/** True for a vertex without inputs. */
export function isSource({ inputs }: Vertex): boolean {
  return inputs.size === 0;
}

/** True where an input of the vertex is keyed, so that its subtasks share out key groups. */
export function hasHashInput({ inputs }: Vertex): boolean {
  return [...inputs.values()].includes("HASH");
}

/**
 * The graph of a plan; undefined for an empty one, as a job has before its graph is made. An edge from a vertex that the plan
 * does not have is left out, and so is a vertex that depends on itself.
 */
export function makeJobGraph(described: readonly VertexDescription[]): JobGraph | undefined {
  if (described.length === 0) return undefined;
  const ids = new Set(described.map(({ id }) => id));
  const inputs = new Map(
    described.map(({ id, inputs }) => [id, new Map(inputs.filter(({ from }) => ids.has(from)).map(toEntry))] as const),
  );
  const byId = new Map(described.map((one) => [one.id, one]));
  const vertices = new Map<string, Vertex>();
  for (const id of upstreamFirst(inputs)) {
    const one = byId.get(id);
    if (one !== undefined) vertices.set(id, toVertex(one, inputs));
  }
  return { vertices };
}

type Inputs = ReadonlyMap<string, ReadonlyMap<string, ShipStrategy>>;

function toEntry({ from, strategy }: VertexDescription["inputs"][number]): readonly [string, ShipStrategy] {
  return [from, strategy];
}

function toVertex(one: VertexDescription, inputs: Inputs): Vertex {
  const { id, name = id, parallelism, maxParallelism, partitions = 0, isFinished = false, slotSharingGroup } = one;
  const outputs = new Map<string, ShipStrategy>();
  for (const [to, from] of inputs) {
    const strategy = from.get(id);
    if (strategy !== undefined) outputs.set(to, strategy);
  }
  const ends = { inputs: inputs.get(id) ?? new Map(), outputs };
  return { id, name, parallelism, maxParallelism, partitions, isFinished, slotSharingGroup, ...ends };
}

/** Ids, each after all its inputs: again and again those that nothing is left before. */
function upstreamFirst(inputs: Inputs): string[] {
  const order: string[] = [];
  const left = new Map([...inputs].map(([id, from]) => [id, new Set(from.keys())]));
  for (;;) {
    const free = [...left].filter(([, from]) => from.size === 0).map(([id]) => id);
    if (free.length === 0) return order;
    order.push(...free);
    for (const id of free) left.delete(id);
    for (const from of left.values()) for (const id of free) from.delete(id);
  }
}

/** What a graph is told by: its vertices and edges, whatever their parallelism; state of another graph is of another job. */
export function graphHash({ vertices }: JobGraph): string {
  return hashOf([...vertices.values()].map(({ id, inputs }) => [id, [...inputs].sort()]).sort());
}
