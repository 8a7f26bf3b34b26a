import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Key } from "../../../shared/core/object.ts";
import type { PassEnd, PassResult } from "../../../shared/engine/engine.ts";
import { Follower, mostServed } from "../../../shared/engine/follow.ts";
import { FollowSet, mostFollowed } from "../../../shared/engine/follow-set.ts";
import type { Log } from "../../../shared/ports/log.ts";
import { projectRoot, render } from "../../golden/kustomization.ts";
import * as shapes from "../../golden/manifest-shapes.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus, namesIn } from "../../world/fake-bus.ts";
import { settled, VirtualClock } from "../../world/virtual-clock.ts";

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const key = (name: string): Key => ({ kind: "Thing", namespace: "home", name });

/** A follower whose looks all find the same. */
function makeFollower(end: PassEnd) {
  const [clock, bus, looks] = [new VirtualClock(), new FakeBus(), [] as string[]];
  const look = async (one: Key): Promise<PassResult> => {
    looks.push(one.name);
    return { key: one, end, rule: undefined, actions: [], generation: 1, revisitAfterMs: undefined, ms: 0 };
  };
  return { clock, bus, looks, follower: new Follower({ bus, look, clock, random: evenChance, log: silent }) };
}

describe("follow events that nobody of ours sent", () => {
  it("hold three slots of a pod and no more, however many come and however long they would wait", async () => {
    const { clock, follower } = makeFollower("gone");
    const open = new Set<number>();
    for (let index = 0; index < 30; index += 1) {
      open.add(index);
      const keys = [{ ...key(`n${index}`), afterMs: 600_000 }];
      void follower.serve(keys, new AbortController().signal).then(() => open.delete(index));
    }
    await settled();
    expect(open.size).toBe(mostServed);
    await clock.advance(240_000);
    expect(open.size).toBe(0);
  });

  it("have their keys followed by the requests that are held", async () => {
    const { clock, bus, looks, follower } = makeFollower("settled");
    for (const name of ["a", "b", "c", "d", "e"]) void follower.serve([key(name)], new AbortController().signal);
    await clock.advance(1_000);
    expect([looks.sort(), bus.carriers]).toEqual([["a", "b", "c", "d", "e"], []]);
  });

  it("look at a key that is not there once, and then forget it", async () => {
    const { clock, looks, follower } = makeFollower("gone");
    const ghosts = Array.from({ length: 10_000 }, (_, index) => key(`ghost${index}`));
    void follower.serve(ghosts, new AbortController().signal);
    await clock.advance(240_000);
    expect([looks.length, new Set(looks).size]).toEqual([10_000, 10_000]);
  });

  it("take no more memory than a hundred thousand keys", () => {
    const set = new FollowSet(evenChance);
    for (let index = 0; index <= mostFollowed; index += 1) set.add(key(`n${index}`), 0, "moving");
    set.add(key("n0"), 5_000, "moving");
    expect(set.size).toBe(mostFollowed);
    expect(set.takeDue(1_000)).toHaveLength(mostFollowed - 1);
  });

  it("that hand over are collected up to the same bound", async () => {
    const { bus, follower } = makeFollower("gone");
    const batch = (number: number) => Array.from({ length: 10_000 }, (_, index) => key(`n${number}-${index}`));
    for (let number = 0; number < 12; number += 1) follower.adopt(batch(number));
    await settled();
    const carried = bus.carriers.map(({ event }) => namesIn(event).length);
    expect(carried.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(mostFollowed + 1);
  });

  it("find a slot for events in the pods of the manifests, and room for the carriers of all of them", () => {
    const manifests = render(join(projectRoot, "knative/overlays/direct"));
    const services = shapes.shaped(manifests, "serving.knative.dev/v1", "Service", shapes.knativeService);
    for (const { metadata, spec } of services.filter(({ metadata: { name } }) => name !== "admission")) {
      const most = Number(spec.template.metadata.annotations["autoscaling.knative.dev/max-scale"]);
      const slots = spec.template.spec.containerConcurrency;
      expect([metadata.name, most <= mostServed, slots - mostServed >= 2]).toEqual([metadata.name, true, true]);
    }
  });
});
