import { describe, expect, it } from "vitest";
import { makeActing } from "../../../functions/acting.ts";
import { makeReconcileTake } from "../../../functions/reconcile/handle.ts";
import { lookMsFor } from "../../../functions/reconcile/look-time.ts";
import type { NoAnswer, Transport } from "../../../shared/adapters/http.ts";
import type { CloudEvent } from "../../../shared/adapters/knative/decode-event.ts";
import { at } from "../../../shared/core/json.ts";
import { vvpDeployment } from "../../builders/vvp-deployment.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import { World } from "../../world/world.ts";

const cutOff: NoAnswer = { why: "nobody waits any more", sent: true, cause: "time" };

/** What one event about a new resource comes to on a platform that takes `createMs` for a creation, of `callMs` that it has. */
async function createdBy({ createMs, callMs }: { createMs: number; callMs: number }) {
  const world = new World();
  const slowly = (usual: Transport): Transport => ({
    ...usual,
    send: async (request, signal) => {
      if (request.method !== "POST" || !request.url.endsWith("/deployments")) return usual.send(request, signal);
      await world.clock.sleep(createMs, signal);
      return signal?.aborted ? cutOff : usual.send(request, signal);
    },
  });
  world.way.through = slowly;
  const engine = world.boot();
  const acting = makeActing(engine, new FakeBus(), evenChance);
  const take = makeReconcileTake({ ...acting, engine, lookMs: lookMsFor(callMs) });
  const { metadata } = world.cluster.create(vvpDeployment("PATCH"));
  const key = world.key(metadata.name);
  const event: CloudEvent = {
    type: "dev.knative.apiserver.resource.add",
    id: "1",
    source: "/test",
    extensions: {},
    key,
  };
  let ended: number | undefined;
  const signal = new AbortController().signal;
  const taken = take(event, undefined, signal).then(() => {
    ended = world.clock.monotonic();
  });
  await world.clock.advance(30_000);
  await taken;
  const { object } = (await world.cluster.get(world.kind.names, key)) ?? {};
  return { deploymentId: at(object?.status, "deploymentId") !== undefined, withinMs: ended };
}

describe("the look of one event", () => {
  it.each([
    { why: "the usual 5 s are the event's", callMs: 5_000, lookMs: 3_500 },
    { why: "less for a call makes no event shorter", callMs: 500, lookMs: 3_500 },
    { why: "a call that may take longer may take so here", callMs: 20_000, lookMs: 18_500 },
  ])("has $lookMs ms where a call has $callMs: $why", ({ callMs, lookMs }) => {
    expect(lookMsFor(callMs)).toBe(lookMs);
  });

  it("is over for a platform that takes longer than usual", async () => {
    expect(await createdBy({ createMs: 8_000, callMs: 5_000 })).toEqual({ deploymentId: false, withinMs: 3_500 });
  });

  it("goes on for one that may", async () => {
    expect(await createdBy({ createMs: 8_000, callMs: 20_000 })).toEqual({ deploymentId: true, withinMs: 8_000 });
  });
});
