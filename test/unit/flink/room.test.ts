import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { noRoom, place, type RoomRequest, withNodes, withPods } from "../../../shared/flink/room/cluster-room.ts";
import { hasEnded, requestsOf } from "../../../shared/flink/room/read-pod.ts";
import { node, pod, taskManager } from "../../builders/kubernetes-nodes.ts";

const gib = 2 ** 30;
const size = { cpu: 1, memory: 2 * gib };
const ask = (taskManagers: RoomRequest["taskManagers"], changes: Partial<RoomRequest> = {}): RoomRequest => ({
  ...{ namespace: "flink", name: "orders", taskManagers, size },
  ...changes,
});
const roomWith = (nodes: readonly KubeObject[], pods: readonly KubeObject[] = []) =>
  withPods(withNodes(noRoom, nodes), pods);
const fits = (nodes: readonly KubeObject[], pods: readonly KubeObject[], request: RoomRequest) =>
  place(roomWith(nodes, pods), request) !== undefined;
const needs = (cpu: string, memory: string) => ({ resources: { requests: { cpu, memory } } });

describe("2.20: what a pod asks for", () => {
  it.each<{ name: string; spec: JsonObject; is: { cpu: number; memory: number } }>([
    { name: "one container", spec: {}, is: { cpu: 1, memory: 2 * gib } },
    {
      name: "containers together",
      spec: { containers: [needs("500m", "1Gi"), needs("250m", "1G")] },
      is: { cpu: 0.75, memory: gib + 1e9 },
    },
    {
      name: "the largest of what comes before them",
      spec: { initContainers: [needs("3", "1Gi"), needs("2", "1Mi")] },
      is: { cpu: 3, memory: 2 * gib },
    },
    {
      name: "a sidecar as well",
      spec: { initContainers: [{ ...needs("1", "1Gi"), restartPolicy: "Always" }] },
      is: { cpu: 2, memory: 3 * gib },
    },
    { name: "the overhead of its runtime", spec: { overhead: { cpu: "250m" } }, is: { cpu: 1.25, memory: 2 * gib } },
    { name: "nothing", spec: { containers: [{}] }, is: { cpu: 0, memory: 0 } },
    { name: "what is no quantity", spec: { containers: [needs("much", "1Gi")] }, is: { cpu: 0, memory: gib } },
    { name: "no container at all", spec: { containers: null }, is: { cpu: 0, memory: 0 } },
  ])("$name", ({ spec, is }) => {
    expect(requestsOf(pod("a", "n", { spec }))).toEqual({ ...is, pods: 1 });
  });

  it.each([
    { phase: "Succeeded", is: true },
    { phase: "Failed", is: true },
    { phase: "Running", is: false },
    { phase: "Pending", is: false },
  ])("and whether it is over: $phase", ({ phase, is }) => {
    expect(hasEnded(pod("a", "n", { status: { phase } }))).toBe(is);
  });
});

describe("2.20: whether nodes have room for TaskManagers", () => {
  it.each<{ name: string; why: string; nodes: KubeObject[]; pods?: KubeObject[]; all: number; is: boolean }>([
    { name: "no node", why: "there is none", nodes: [], all: 1, is: false },
    { name: "none asked for", why: "nothing is missing", nodes: [], all: 0, is: true },
    { name: "as many as there is room for", why: "to the last", nodes: [node("a", 2), node("b", 1)], all: 3, is: true },
    { name: "one more", why: "all or nothing", nodes: [node("a", 2), node("b", 1)], all: 4, is: false },
    {
      name: "halves on two nodes",
      why: "no TaskManager runs on two",
      nodes: [
        node("a", 1, { status: { allocatable: { cpu: "500m" } } }),
        node("b", 1, { status: { allocatable: { memory: "1Gi" } } }),
      ],
      all: 1,
      is: false,
    },
    {
      name: "beside another pod",
      why: "it has its part",
      nodes: [node("a", 2)],
      pods: [pod("x", "a")],
      all: 2,
      is: false,
    },
    {
      name: "beside one that has ended",
      why: "it asks for nothing any more",
      nodes: [node("a", 2)],
      pods: [pod("x", "a", { status: { phase: "Succeeded" } })],
      all: 2,
      is: true,
    },
    {
      name: "beside one that waits for a node",
      why: "it has no part of any",
      nodes: [node("a", 2)],
      pods: [pod("x", "a", { spec: { nodeName: null } })],
      all: 2,
      is: true,
    },
    {
      name: "beside one of a node that is not there",
      why: "lists are of two moments",
      nodes: [node("a", 2)],
      pods: [pod("x", "gone")],
      all: 2,
      is: true,
    },
    {
      name: "in place of its own",
      why: "they are counted anew",
      nodes: [node("a", 2)],
      pods: [taskManager("x", "a")],
      all: 2,
      is: true,
    },
    {
      name: "beside those of another cluster of that name",
      why: "it is another one",
      nodes: [node("a", 2)],
      pods: [taskManager("x", "a", { metadata: { namespace: "other" } })],
      all: 2,
      is: false,
    },
    {
      name: "no more pods on a node",
      why: "kubelet takes so many",
      nodes: [node("a", 9, { status: { allocatable: { pods: "2" } } })],
      pods: [pod("x", "a", { spec: { containers: [{}] } })],
      all: 2,
      is: false,
    },
    {
      name: "a node that is not ready",
      why: "nothing is started there",
      nodes: [node("a", 2, { status: { conditions: [{ type: "Ready", status: "Unknown" }] } })],
      all: 1,
      is: false,
    },
    {
      name: "one that is cordoned off",
      why: "neither",
      nodes: [node("a", 2, { spec: { unschedulable: true } })],
      all: 1,
      is: false,
    },
    {
      name: "one that tells nothing",
      why: "unknown is no room",
      nodes: [node("a", 2, { status: null })],
      all: 1,
      is: false,
    },
  ])("$name: $why", ({ nodes, pods = [], all, is }) => {
    expect(fits(nodes, pods, ask({ all }))).toBe(is);
  });

  const tainted = (effect: string) => node("a", 2, { spec: { taints: [{ key: "team", value: "data", effect }] } });
  const tolerating = (toleration: JsonObject) => [taskManager("x", "b", { spec: { tolerations: [toleration] } })];

  it.each<{ name: string; effect?: string; toleration?: JsonObject; is: boolean }>([
    { name: "no toleration", is: false },
    { name: "a taint that is only a preference", effect: "PreferNoSchedule", is: true },
    { name: "its key and value", toleration: { key: "team", value: "data" }, is: true },
    { name: "another value", toleration: { key: "team", value: "web" }, is: false },
    { name: "its key, whatever the value", toleration: { key: "team", operator: "Exists" }, is: true },
    { name: "another key", toleration: { key: "gpu", operator: "Exists" }, is: false },
    { name: "anything", toleration: { operator: "Exists" }, is: true },
    { name: "another effect", toleration: { operator: "Exists", effect: "NoExecute" }, is: false },
  ])("on a node with a taint: $name", ({ effect = "NoSchedule", toleration, is }) => {
    const pods = toleration === undefined ? [] : tolerating(toleration);
    expect(fits([tainted(effect)], pods, ask({ all: 2 }))).toBe(is);
  });

  it.each([
    { name: "with the labels that its TaskManagers select", labels: { pool: "flink" }, is: true },
    { name: "with others", labels: { pool: "web" }, is: false },
  ])("on a node $name", ({ labels, is }) => {
    const pods = [taskManager("x", "b", { spec: { nodeSelector: { pool: "flink" } } })];
    expect(fits([node("a", 2, { metadata: { labels } })], pods, ask({ all: 2 }))).toBe(is);
  });

  it("takes them for all that is asked later, until nodes are looked at again", () => {
    const room = place(roomWith([node("a", 4)]), ask({ all: 3 }));
    expect(room && place(room, ask({ all: 2 }, { name: "daily" }))).toBeUndefined();
    expect(room && place(room, ask({ all: 1 }, { name: "daily" }))).toBeDefined();
    expect(room && place(room, ask({ all: 4 })), "in place of its own").toBeDefined();
  });

  it("of a session cluster: for so many more than it has", () => {
    const pods = [taskManager("x", "a"), taskManager("y", "a")];
    expect(fits([node("a", 4)], pods, ask({ more: 2 }))).toBe(true);
    expect(fits([node("a", 4)], pods, ask({ more: 3 }))).toBe(false);
  });

  it("leaves the room as it was where there is not enough", () => {
    const room = roomWith([node("a", 2)]);
    expect(place(room, ask({ all: 3 }))).toBeUndefined();
    expect(place(room, ask({ all: 2 }))).toBeDefined();
  });
});
