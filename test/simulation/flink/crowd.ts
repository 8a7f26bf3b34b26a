import { makeActing } from "../../../functions/acting.ts";
import type { Key } from "../../../shared/core/object.ts";
import type { PassResult } from "../../../shared/engine/engine.ts";
import { type SweepReport, sweep } from "../../../shared/engine/sweep.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** Resources that a sweep reads at once, and passes of it at once, as in an installation. */
const bounds = { pageSize: 500, concurrency: 16, budgetMs: 200_000 };

/** Many applications on simulated Flink, with one pod that acts on them as a function does. */
export class Crowd {
  readonly world = new FlinkWorld();
  readonly names: readonly string[];
  #acting = makeActing(this.world.engine, undefined, evenChance);

  constructor(size: number) {
    this.names = Array.from({ length: size }, (_, index) => `app-${String(index).padStart(4, "0")}`);
    for (const name of this.names) this.world.cluster.create(named(name));
  }

  /** One pass, after those of the same resource that are under way. */
  look(name: string): Promise<PassResult> {
    const key: Key = { kind: "FlinkDeployment", namespace: "flink", name };
    return this.#acting.look(key, new AbortController().signal);
  }

  /** What a tick does; `moving` are those that it set in motion or saw change. */
  async sweep(): Promise<{ readonly report: SweepReport; readonly moving: readonly string[] }> {
    const { engine } = this.world;
    const moving: string[] = [];
    const options = {
      ...bounds,
      engine,
      portsForPage: () => engine.ports,
      pass: ({ name }: Key) => this.look(name),
      follow: ({ key }: { readonly key: Key }) => void moving.push(key.name),
    };
    return { report: await sweep(options, undefined, new AbortController().signal), moving };
  }

  /** Looks at these once a second until none moves any more; gives the seconds that took. */
  async follow(names: readonly string[], limit = 60): Promise<number> {
    let moving = names;
    let seconds = 0;
    for (; moving.length > 0 && seconds < limit; seconds += 1) {
      this.world.skip(1_000);
      const ends = await Promise.all(moving.map(async (name) => ({ name, end: (await this.look(name)).end })));
      moving = ends.filter(({ end }) => end === "moving" || end === "waiting").map(({ name }) => name);
    }
    return moving.length === 0 ? seconds : Number.POSITIVE_INFINITY;
  }

  /** Calls since the last count, by where they went and what they were. */
  count(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { to, verb } of this.world.trace.splice(0)) {
      const what = `${to} ${verb}`;
      counts[what] = (counts[what] ?? 0) + 1;
    }
    return counts;
  }
}

function named(name: string) {
  const application = flinkApplication();
  return { ...application, metadata: { ...application.metadata, name } };
}
