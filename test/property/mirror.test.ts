import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overlapMs, writeCursor } from "../../shared/core/cursor.ts";
import { OperatorError } from "../../shared/core/error.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { timestampOf } from "../../shared/core/timestamp.ts";
import { Mirroring } from "../../shared/engine/mirror.ts";
import { cursorName } from "../../shared/engine/mirror-stream.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import type { PlatformEvent } from "../../shared/ports/app-manager.ts";
import { mirrored } from "../builders/vvp-deployment.ts";
import { MemoryMirror } from "../world/memory-mirror.ts";
import { World } from "../world/world.ts";

const begin = Date.parse("2026-11-21T10:00:00Z");

/** An event of the stream: when it happens, how much later it is told, and whose it is. */
interface Happens {
  /** Milliseconds after the beginning; many are equal. */
  readonly at: number;
  readonly lateMs: number;
  readonly of: number;
}

/** One sweep: what interrupts it, and when. */
interface Tick {
  readonly afterMs: number;
  /** Between two pages. */
  readonly pageMs: number;
  /** Resources per page. */
  readonly pageSize: number;
  /** The process dies at this call, before or after its effect. */
  readonly crash: { readonly call: number; readonly when: "before" | "after" } | undefined;
  /** The rest of the sweep is done by another process, after so many pages. */
  readonly handOver: number | undefined;
  /** Another sweep runs right before this one writes its cursor. */
  readonly overlap: boolean;
  readonly mostPerPage: number;
}

const crowd = 5;
const steps = 60;
const stepMs = 120_000;
const happens: fc.Arbitrary<Happens> = fc.record({
  at: fc.integer({ min: 0, max: steps }).map((step) => step * stepMs),
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: overlapMs / 2 })),
  of: fc.integer({ min: 0, max: crowd }),
});
const ticks = fc.array(
  fc.record<Tick>({
    afterMs: fc.integer({ min: 0, max: 900_000 }),
    pageMs: fc.constantFrom(0, 60_000, 900_000),
    pageSize: fc.integer({ min: 1, max: crowd }),
    crash: fc.option(fc.record({ call: fc.integer({ min: 0, max: 12 }), when: fc.constantFrom("before", "after") }), {
      nil: undefined,
    }),
    handOver: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 3 }),
    overlap: fc.boolean(),
    mostPerPage: fc.constantFrom(1, 2, 1_000),
  }),
  { maxLength: 15 },
);

/** Of two readers, who may be told minutes apart in one sweep. */
const resources: readonly KubeObject[] = Array.from({ length: crowd }, (_none, index) =>
  mirrored(`job-${index}`, index % 2 === 0 ? {} : { namespace: "elsewhere" }),
);

class Death extends Error {}

/** The stream in time, and the sweeps over it. */
class Stream {
  readonly mirror = new MemoryMirror();
  readonly world = new World();
  readonly events: readonly Happens[];
  now = begin;

  constructor(events: readonly Happens[]) {
    this.events = events;
    // Of an earlier sweep, so that what is older than an unknown past counts too.
    const text = writeCursor({ passed: timestampOf(begin - stepMs), done: new Map() });
    this.mirror.bookmarks.set(cursorName("my-operator", "default"), { text, version: "earlier" });
  }

  /** What the platform tells by now, the newest first. */
  told(): PlatformEvent[] {
    const known = this.events.map((event, index) => ({ event, index }));
    const told = known.filter(({ event }) => begin + event.at + event.lateMs <= this.now);
    return told.reverse().map(({ event, index }) => ({
      id: `event-${index}`,
      at: timestampOf(begin + event.at),
      name: "JOB_SUCCESSFULLY_STARTED",
      message: "",
      deploymentId: `id-of-job-${event.of}`,
      jobId: undefined,
      own: false,
    }));
  }

  async sweep({ pageMs, pageSize, handOver, overlap, mostPerPage }: Tick): Promise<void> {
    const appManager = { ...this.world.engine.ports.appManager, events: async () => this.told() };
    const engine = { ...this.world.engine, ports: { ...this.world.engine.ports, appManager } };
    const options = { engine, recorder: this.mirror, bookmarks: this.mirror, mostPerPage };
    const leave = { signal: new AbortController().signal, goesOn: () => true };
    let mirroring = new Mirroring(options, true);
    for (let start = 0, page = 1; start < crowd; start += pageSize, page += 1) {
      const items = resources.slice(start, start + pageSize);
      await mirroring.page(vvpDeployment, { items, now: this.now }, leave);
      this.now += pageMs;
      if (page !== handOver) continue;
      await mirroring.close(false);
      mirroring = new Mirroring(options, false);
    }
    if (overlap) await this.sweep({ ...quiet, mostPerPage: 1_000 });
    await mirroring.close(true);
  }

  /** A sweep whose process may die; what it throws is what ends a process. */
  async tick(tick: Tick): Promise<void> {
    this.now += tick.afterMs;
    let call = 0;
    let dead = false;
    this.mirror.probe = (_call, when) => {
      if (dead) throw new OperatorError("Unavailable", "the process is dead");
      if (tick.crash?.call === call && tick.crash.when === when) {
        dead = true;
        throw new Death("a crash");
      }
      if (when === "after") call += 1;
    };
    await this.sweep(tick);
    this.mirror.probe = () => {};
  }
}

const quiet: Tick = {
  afterMs: 0,
  pageMs: 0,
  pageSize: crowd,
  crash: undefined,
  handOver: undefined,
  overlap: false,
  mostPerPage: 1_000,
};

/** Ids of the events that were made Events, each as often as it was. */
const shown = (stream: Stream) =>
  stream.mirror.created.map(({ metadata }) => metadata.annotations["weir.dev/happening"]).sort();

describe("mirroring", () => {
  it("makes exactly one Event of each happening of a resource, however it is cut into sweeps, told late, crashed or overlapped (R128, R129, X9)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happens, { maxLength: 40 }), ticks, async (events, plan) => {
        const stream = new Stream(events);
        for (const tick of plan) await stream.tick(tick);
        stream.now = Math.max(stream.now, begin + steps * stepMs + overlapMs);
        for (let round = 0; round < 2; round += 1) await stream.sweep(quiet);
        const wanted = events.flatMap(({ of }, index) => (of < crowd ? [`event-${index}`] : []));
        expect(shown(stream)).toEqual(wanted.sort());
      }),
      { numRuns: 400 },
    );
  });

  it("makes none again when Kubernetes forgot them, and writes nothing in quiet sweeps", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happens, { maxLength: 40 }), ticks, async (events, plan) => {
        const stream = new Stream(events);
        for (const tick of plan) await stream.tick(tick);
        stream.now = Math.max(stream.now, begin + steps * stepMs + overlapMs);
        for (let round = 0; round < 2; round += 1) await stream.sweep(quiet);
        const before = shown(stream);
        stream.mirror.expireEvents();
        stream.mirror.calls.length = 0;
        for (let round = 0; round < 20; round += 1) {
          stream.now += 120_000;
          await stream.sweep(quiet);
        }
        expect([stream.mirror.count("record"), stream.mirror.count("put")]).toEqual([0, 0]);
        expect(shown(stream)).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });
});
