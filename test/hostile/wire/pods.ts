import { makeActing } from "../../../functions/acting.ts";
import { makeAdmissionHandler } from "../../../functions/admission/handle.ts";
import { makeReconcileHandler } from "../../../functions/reconcile/handle.ts";
import { lookMsFor } from "../../../functions/reconcile/look-time.ts";
import { makeRefreshHandler } from "../../../functions/refresh/handle.ts";
import { readText } from "../../../shared/runtime/body.ts";
import type { Handler, Reply } from "../../../shared/runtime/exchange.ts";
import { type Metrics, makeMetrics } from "../../../shared/runtime/metrics.ts";
import { FakeLease } from "../../unit/functions/fake-lease.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import type { VirtualClock } from "../../world/virtual-clock.ts";
import type { World } from "../../world/world.ts";

/** What comes in over the network; header names and values are as any sender spells them. */
export interface Sent {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** One pod of each function, as it ships, over a world. */
export interface Pods {
  readonly metrics: Metrics;
  readonly bus: FakeBus;
  readonly lease: FakeLease;
  reconcile(sent: Sent): Promise<Reply>;
  refresh(sent: Sent): Promise<Reply>;
  admission(sent: Sent): Promise<Reply>;
}

/** Pods that live as long as the world; time passes while they answer, up to ten minutes a request. */
export function makePods(world: World): Pods {
  const { engine, clock, log, settings } = world;
  const metrics = makeMetrics();
  const [bus, lease] = [new FakeBus(), new FakeLease()];
  const pod = () => ({ engine, metrics, bus, ...makeActing(engine, bus, evenChance) });
  const sweeping = { lease, pageSize: 50, budgetMs: 200_000, concurrency: 8, draining: new AbortController().signal };
  const readSecret = (namespace: string, name: string) => world.cluster.readSecret(namespace, name);
  const serve = (handler: Handler) => (sent: Sent) => inTime(clock, handler(toIncoming(sent)));
  return {
    metrics,
    bus,
    lease,
    reconcile: serve(makeReconcileHandler({ ...pod(), lookMs: lookMsFor(5_000) })),
    refresh: serve(makeRefreshHandler({ ...pod(), ...sweeping })),
    admission: serve(makeAdmissionHandler({ kinds: engine.kinds, settings, preview: true, readSecret, metrics, log })),
  };
}

function toIncoming({ headers, body }: Sent): Parameters<Handler>[0] {
  const chunks = (async function* () {
    if (body.byteLength > 0) yield body;
  })();
  return { headers, read: (most) => readText(chunks, most), signal: new AbortController().signal };
}

async function inTime(clock: VirtualClock, answering: Promise<Reply>): Promise<Reply> {
  let over = false;
  const done = answering.finally(() => {
    over = true;
  });
  done.catch(() => undefined);
  for (let second = 0; second < 600; second += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (over) return done;
    await clock.advance(1_000);
  }
  throw new Error("no answer within ten minutes");
}
