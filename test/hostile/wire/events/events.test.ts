import { beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../../../../shared/runtime/exchange.ts";
import { endOf, tickToRest } from "../../../world/history.ts";
import type { World } from "../../../world/world.ts";
import { findings } from "../hostile.ts";
import { outputFindings, textFindings } from "../outputs.ts";
import { makePods, type Pods } from "../pods.ts";
import { editedWorld, restingWorld } from "../worlds.ts";
import { eventCases } from "./corpus.ts";
import type { EventCase } from "./event-case.ts";
import { positions, sweepCases, sweepFrom } from "./sweeps.ts";

let world: World;
let pods: Pods;
/** Calls of one look at the resource at rest, and of one tick, with the Secret read anew. */
let look: number;
let tick: number;

beforeAll(async () => {
  world = await restingWorld();
  pods = makePods(world);
  look = await callsOf(() => world.pass("my-deployment"));
  tick = await callsOf(() => world.sweep());
  pods.lease.holder = "another sweep";
});

async function callsOf(act: () => Promise<unknown>): Promise<number> {
  world.clock.skip(120_000);
  world.trace.length = 0;
  await act();
  return world.trace.splice(0).length;
}

/** The table in `decode-event.ts` and D7, the calls that a case may cause, no write at all, and nothing secret. */
function judge({ statuses, looks }: EventCase, reply: Reply): string[] {
  const calls = world.trace.splice(0);
  const writes = calls.filter((call) => (call.to === "api" ? call.verb.startsWith("patch") : call.method !== "GET"));
  const most = reply.status === 204 ? looks * look : 0;
  return [
    ...(statuses.includes(reply.status) ? [] : [`${reply.status} instead of ${statuses.join(" or ")}`]),
    ...(calls.length > most ? [`${calls.length} calls, ${most} at most`] : []),
    ...(writes.length > 0 ? [`${writes.length} writes`] : []),
    ...outputFindings(world, reply.json),
  ];
}

describe("forged and mangled events", () => {
  it("are as many as ever", () => {
    expect([eventCases.length, sweepCases.length, positions.length]).toEqual([1052, 97, 15]);
  });

  it("cause no more than a look at each resource that they name, at reconcile (S6, D1, D7)", async () => {
    expect(await findings(eventCases, async (one) => judge(one, await pods.reconcile(one.sent)))).toEqual([]);
  });

  it("cause no more at refresh, where only follow events look at anything (S6, D7)", async () => {
    expect(await findings(eventCases, async (one) => judge(one, await pods.refresh(one.sent)))).toEqual([]);
  });

  it("do not sweep without the lease", async () => {
    expect(await findings(sweepCases, async (one) => judge(one, await pods.refresh(one.sent)))).toEqual([]);
    expect(
      await findings(sweepCases, async (one) => judge({ ...one, looks: 0 }, await pods.reconcile(one.sent))),
    ).toEqual([]);
  });

  it("sweep once at most where the lease is known, wherever they want to go on (D10)", async () => {
    const cases = positions.map((position, index) => ({ id: `event/position/${index + 1}`, position }));
    const wrong = await findings(cases, async ({ position }) => {
      pods.lease.holder = "known";
      world.clock.skip(120_000);
      const reply = await pods.refresh(sweepFrom("known", position));
      const calls = world.trace.splice(0).length;
      return [...(reply.status === 204 ? [] : [`${reply.status}`]), ...(calls > 2 * tick ? [`${calls} calls`] : [])];
    });
    expect(wrong).toEqual([]);
    pods.lease.holder = "another sweep";
  });

  it("leave few labels and no secret in the metrics (S7)", async () => {
    const text = await pods.metrics.text();
    const series = text.split("\n").filter((line) => line.startsWith("weir_"));
    expect(textFindings({ series: series.join("\n") })).toEqual([]);
    expect(series.length).toBeLessThan(100);
  });
});

describe("a forged event about a resource that was edited", () => {
  it("has the effects of the honest one, and leaves the world as that does (S6, L1)", async () => {
    const honest = await outcomeOf((them) => them.reconcile(honestEvent.sent));
    const wrong = await findings(
      eventCases.filter((_, index) => index % 4 === 0),
      async ({ sent }) => {
        const outcome = await outcomeOf((them) => them.reconcile(sent));
        return outcome === honest ? [] : [`${outcome}\ninstead of\n${honest}`];
      },
    );
    expect(wrong).toEqual([]);
  });
});

const honestEvent = eventCases.find(({ id }) => id === "event/sound-time/1") as EventCase;

/** Effects on the platform, and the state at the end, when a pod gets an event and then only ticks come. */
async function outcomeOf(act: (pods: Pods) => Promise<unknown>): Promise<string> {
  const edited = await editedWorld();
  await act(makePods(edited));
  await tickToRest(edited);
  const effects = edited.trace.flatMap((call) => (call.to === "platform" && call.method !== "GET" ? [call] : []));
  return JSON.stringify([effects.map(({ method, path, body }) => [method, path, body]), endOf(edited)]);
}
