import type { Names } from "../../shared/core/object.ts";
import {
  type ClusterRoom,
  noRoom,
  place,
  type RoomRequest,
  withNodes,
  withPods,
} from "../../shared/flink/room/cluster-room.ts";
import type { Clock } from "../../shared/ports/clock.ts";
import type { Cluster } from "../../shared/ports/cluster.ts";

/** Tells whether the nodes of a cluster have room. */
export interface RoomView {
  /**
   * True where there is; what was asked for is then taken into account until nodes and pods are looked at again.
   *
   * Guarantees: rejects as `Cluster.list` does, with `Denied` where the right is missing.
   */
  take(request: RoomRequest, signal: AbortSignal): Promise<boolean>;
}

const nodes: Names = { group: "", version: "v1", kind: "Node", plural: "nodes", singular: "node" };
const pods: Names = { group: "", version: "v1", kind: "Pod", plural: "pods", singular: "pod" };

/** Objects of a page; of a pod there are some kilobytes. */
const pageSize = 250;

/**
 * Looks at all nodes and pods when it is first asked, and again when that is `everyMs` ago.
 *
 * Guarantees: memory grows with nodes, TaskManagers and one page of pods; who asks meanwhile waits for the same look, and a
 * look that failed is tried again by who asks next.
 */
export function makeRoomView(
  cluster: Pick<Cluster, "list">,
  clock: Pick<Clock, "monotonic">,
  everyMs: number,
): RoomView {
  let latest: { readonly at: number; readonly look: Promise<{ room: ClusterRoom }> } | undefined;
  const lookAgain = (signal: AbortSignal) => {
    const look = lookAtRoom(cluster, signal).then((room) => ({ room }));
    latest = { at: clock.monotonic(), look };
    look.catch(() => {
      if (latest?.look === look) latest = undefined;
    });
    return look;
  };
  return {
    take: async (request, signal) => {
      const fresh = latest !== undefined && clock.monotonic() - latest.at < everyMs ? latest.look : undefined;
      const seen = await (fresh ?? lookAgain(signal));
      const left = place(seen.room, request);
      if (left !== undefined) seen.room = left;
      return left !== undefined;
    },
  };
}

async function lookAtRoom(cluster: Pick<Cluster, "list">, signal: AbortSignal): Promise<ClusterRoom> {
  let room = noRoom;
  for await (const page of pagesOf(cluster, nodes, signal)) room = withNodes(room, page);
  for await (const page of pagesOf(cluster, pods, signal)) room = withPods(room, page);
  return room;
}

async function* pagesOf(cluster: Pick<Cluster, "list">, names: Names, signal: AbortSignal) {
  let token: string | undefined;
  do {
    const query = { namespace: "", limit: pageSize, ...(token !== undefined && { continue: token }) };
    const page = await cluster.list(names, query, signal);
    yield page.items;
    token = page.continue;
  } while (token !== undefined);
}
