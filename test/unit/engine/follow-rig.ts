import type { Key } from "../../../shared/core/object.ts";
import type { PassEnd, PassResult } from "../../../shared/engine/engine.ts";
import { Follower, type FollowOptions } from "../../../shared/engine/follow.ts";
import type { Log } from "../../../shared/ports/log.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import { VirtualClock } from "../../world/virtual-clock.ts";

/** A resource by its name. */
export const key = (name: string): Key => ({ kind: "Thing", namespace: "home", name });
/** A log that nobody reads. */
export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A pod: its follower, what its looks find (the last one again and again), and when it looked at what. */
export class Pod {
  readonly clock: VirtualClock;
  readonly bus: FakeBus;
  readonly follower: Follower;
  readonly looks: string[] = [];
  readonly finds = new Map<string, PassEnd[]>();
  atOnce = 0;
  mostAtOnce = 0;

  constructor(options: Partial<FollowOptions> = {}, clock = new VirtualClock()) {
    this.clock = clock;
    this.bus = new FakeBus();
    const look = (one: Key) => this.look(one);
    this.follower = new Follower({ bus: this.bus, look, clock, random: evenChance, log: silent, ...options });
  }

  async look(one: Key): Promise<PassResult> {
    this.looks.push(`${this.clock.monotonic() / 1000} ${one.name}`);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await Promise.resolve();
    this.atOnce -= 1;
    const finds = this.finds.get(one.name) ?? [];
    const end = finds.length > 1 ? finds.shift() : finds[0];
    if (end === undefined) throw new Error("the API server failed");
    return { key: one, end, rule: undefined, actions: [], generation: 1, revisitAfterMs: undefined, ms: 0 };
  }

  sees(name: string, end: PassEnd = "moving"): void {
    this.follower.add({ key: key(name), end, revisitAfterMs: undefined });
  }

  serve(...names: string[]): { readonly end: AbortController; readonly over: () => boolean } {
    const end = new AbortController();
    let over = false;
    this.follower.serve(names.map(key), end.signal).then(
      () => {
        over = true;
      },
      () => {},
    );
    return { end, over: () => over };
  }
}
