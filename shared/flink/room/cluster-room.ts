import { at } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { anyNode, choiceOf, type NodeTraits, type PodChoice, takes, traitsOf } from "./choose-nodes.ts";
import { amountOf, hasEnded, nodeOf, requestsOf } from "./read-pod.ts";
import { type Room, timesIn, without } from "./room.ts";

/** A node that takes pods, and what it has left. */
interface NodeRoom {
  readonly traits: NodeTraits;
  readonly left: Room;
}

/** TaskManagers of a Flink cluster as they are now. */
interface Held {
  readonly choice: PodChoice;
  readonly pods: readonly { readonly node: string; readonly requests: Room }[];
}

/** What the nodes of a Kubernetes cluster have left. */
export interface ClusterRoom {
  readonly nodes: ReadonlyMap<string, NodeRoom>;
  /** By namespace and name of the Flink cluster (`flinkClusterId`). */
  readonly taskManagers: ReadonlyMap<string, Held>;
}

/** What a Flink cluster is to have. */
export interface RoomRequest {
  readonly namespace: string;
  /** Of the Flink cluster. */
  readonly name: string;
  /** TaskManagers that it is to have; or how many more, where it works for other jobs too. */
  readonly taskManagers: { readonly all: number } | { readonly more: number };
  /** Of each: cores and bytes. */
  readonly size: { readonly cpu: number; readonly memory: number };
}

/** That of no node. */
export const noRoom: ClusterRoom = { nodes: new Map(), taskManagers: new Map() };

/** The room with some more nodes that hold no pods yet; what takes none is left out. */
export function withNodes({ nodes, taskManagers }: ClusterRoom, more: readonly KubeObject[]): ClusterRoom {
  const found = more.flatMap((node): [string, NodeRoom][] => {
    const traits = traitsOf(node);
    const amount = (name: string) => amountOf(at(node.status, "allocatable", name));
    const left = { cpu: amount("cpu"), memory: amount("memory"), pods: amount("pods") };
    return traits === undefined ? [] : [[node.metadata.name, { traits, left }]];
  });
  return { nodes: new Map([...nodes, ...found]), taskManagers };
}

/** The room beside some more pods. */
export function withPods({ nodes, taskManagers }: ClusterRoom, pods: readonly KubeObject[]): ClusterRoom {
  const rooms = new Map(nodes);
  const held = new Map(taskManagers);
  for (const pod of pods) {
    const name = nodeOf(pod);
    if (name === undefined || hasEnded(pod)) continue;
    const requests = requestsOf(pod);
    take(rooms, name, requests, 1);
    const { labels = {}, namespace = "" } = pod.metadata;
    if (labels.component !== "taskmanager" || labels.app === undefined) continue;
    const id = flinkClusterId(namespace, labels.app);
    const before = held.get(id)?.pods ?? [];
    held.set(id, { choice: choiceOf(pod), pods: [...before, { node: name, requests }] });
  }
  return { nodes: rooms, taskManagers: held };
}

/**
 * The room that is left when a Flink cluster has what it is to have in place of what it has, wherever its TaskManagers may
 * run now; undefined where not all of them find a place.
 *
 * Guarantees: pure and total; since all of them are of one size, no other distribution would find more places.
 * Caveats: affinities, spread and quotas of namespaces are not looked at, nor nodes that are yet to be added.
 */
export function place(
  room: ClusterRoom,
  { namespace, name, taskManagers, size }: RoomRequest,
): ClusterRoom | undefined {
  const id = flinkClusterId(namespace, name);
  const { choice, pods } = room.taskManagers.get(id) ?? { choice: anyNode, pods: [] };
  const nodes = new Map(room.nodes);
  for (const { node, requests } of pods) take(nodes, node, requests, -1);
  const requests = { ...size, pods: 1 };
  const wanted = "all" in taskManagers ? taskManagers.all : pods.length + taskManagers.more;
  const placed: Held["pods"][number][] = [];
  for (const [node, { traits, left }] of nodes) {
    const count = takes(traits, choice) ? Math.min(wanted - placed.length, timesIn(left, requests)) : 0;
    take(nodes, node, requests, count);
    for (let index = 0; index < count; index += 1) placed.push({ node, requests });
  }
  if (placed.length < wanted) return undefined;
  return { nodes, taskManagers: new Map(room.taskManagers).set(id, { choice, pods: placed }) };
}

/** What a Flink cluster is called among all of a Kubernetes cluster. */
function flinkClusterId(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function take(nodes: Map<string, NodeRoom>, name: string, requests: Room, times: number): void {
  const node = nodes.get(name);
  if (node !== undefined) nodes.set(name, { ...node, left: without(node.left, requests, times) });
}
