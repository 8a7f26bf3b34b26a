import { beforeEach, describe, expect, it } from "vitest";
import { makeRoomView, type RoomView } from "../../../functions/autoscale/room-view.ts";
import { node, pod } from "../../builders/kubernetes-nodes.ts";
import { MemoryCluster } from "../../world/memory-cluster.ts";

const signal = new AbortController().signal;
const size = { cpu: 1, memory: 2 ** 31 };
const minute = 60_000;

describe("2.20: nodes and pods, as the autoscaler looks at them", () => {
  let now: number;
  let calls: unknown[];
  let cluster: MemoryCluster;
  let view: RoomView;
  const take = (all: number, name = "orders") =>
    view.take({ namespace: "flink", name, taskManagers: { all }, size }, signal);

  beforeEach(() => {
    now = 0;
    calls = [];
    cluster = new MemoryCluster(() => now, calls);
    cluster.create(node("a", 4));
    view = makeRoomView(cluster, { monotonic: () => now }, minute);
  });

  it("are looked at when they are asked for, and not again for the interval", async () => {
    expect([await take(4), calls.length]).toEqual([true, 2]);
    now = minute - 1;
    expect([await take(5), calls.length]).toEqual([false, 2]);
    now = minute;
    cluster.create(node("b", 1));
    expect([await take(5), calls.length]).toEqual([true, 4]);
  });

  it("are looked at once for all who ask at a moment, of whom each gets its own", async () => {
    expect(await Promise.all([take(2, "a"), take(2, "b"), take(1, "c")])).toEqual([true, true, false]);
    expect(calls).toHaveLength(2);
  });

  it("are looked at whatever the number of pages", async () => {
    cluster.create(node("b", 300));
    for (let index = 0; index < 300; index += 1) cluster.create(pod(`p${index}`, "b"));
    expect([await take(4), await take(5), calls.length]).toEqual([true, false, 3]);
  });

  it("are looked at again by who asks next, where that failed", async () => {
    cluster.faults = [{ verb: "list", code: "Denied" }];
    await expect(take(1)).rejects.toMatchObject({ code: "Denied" });
    expect(await take(1)).toBe(true);
  });
});
