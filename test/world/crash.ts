import type { FlinkWorld } from "./flink-world.ts";

/** When a process dies: at which of its calls, and whether that call still takes effect, at once or half a minute later. */
export interface CrashPoint {
  /** From 1. */
  readonly call: number;
  readonly when: "before" | "after" | "late";
}

/** How long after the death of its sender a late effect happens, in milliseconds; D6 counts on 40 s at most. */
const lateMs = 35_000;

/**
 * A call that cannot take effect late: it has no effect, its precondition has it fail, or its body is streamed and ends with
 * its sender.
 */
const timeless = /^(api|objects (get|list)|flink GET|flink POST \/jars\/upload)( |$)/;

/** A call that changes nothing; what Flink measures is told one poll late, so that asking for it does. */
const reading = /^(api get|api list|objects get|objects list|flink GET)(?!.*\/metrics)( |$)/;

/** Begins a pass, before which time goes by. */
const beginning = /^api get /;

/**
 * Every moment of a run of so many calls at which dying makes a difference: to die before a call is to die after the one
 * before it, since nothing else happens in between; and of reads one after the other in a pass, to die after one is to die
 * after the next.
 */
export function crashPointsOf(calls: readonly string[]): CrashPoint[] {
  const isSame = (one: string, next = "") => reading.test(one) && reading.test(next) && !beginning.test(next);
  const after = calls.flatMap((what, index): CrashPoint[] =>
    isSame(what, calls[index + 1]) ? [] : [{ call: index + 1, when: "after" }],
  );
  const late = calls.flatMap((what, index): CrashPoint[] =>
    timeless.test(what) ? [] : [{ call: index + 1, when: "late" }],
  );
  return [{ call: 1, when: "before" }, ...after, ...late];
}

/** A process that is no more. */
class Crashed extends Error {
  constructor() {
    super("the process died");
    this.name = "Crashed";
  }
}

/**
 * Counts every call that leaves Weir, and lets its process die at one of them: from there on none of its calls goes out, until
 * `revive`.
 */
export class Crashes {
  count = 0;
  #dead = false;
  #aside = false;
  readonly #points: readonly CrashPoint[];
  readonly #world: FlinkWorld;
  /** The calls, as a reader of a failure wants to see them. */
  readonly calls: string[] = [];

  constructor(world: FlinkWorld, points: readonly CrashPoint[]) {
    this.#points = points;
    this.#world = world;
    world.cluster.probe = (call, when, effect) => this.#meet(`api ${call.verb} ${call.name}`, when, effect);
    world.objects.probe = (call, when, effect) => this.#meet(`objects ${call.verb} ${call.about}`, when, effect);
    world.way = (request, when, effect) => {
      this.#meet(`flink ${request.method} ${new URL(request.url).pathname}`, when, effect);
      return undefined;
    };
  }

  /** True from the death of a process to the start of the next. */
  get isDead(): boolean {
    return this.#dead;
  }

  /** The next process. */
  revive(): void {
    this.#dead = false;
  }

  /** Carries out what belongs to another story: its calls are not counted, and nobody dies at them. */
  async aside<Value>(deed: () => Promise<Value>): Promise<Value> {
    this.#aside = true;
    try {
      return await deed();
    } finally {
      this.#aside = false;
    }
  }

  #meet(what: string, when: "before" | "after", effect: () => unknown): void {
    if (this.#aside) return;
    if (this.#dead) throw new Crashed();
    if (when === "before") {
      this.count += 1;
      this.calls.push(what);
    }
    const met = this.#points.find((point) => point.call === this.count && isMoment(point, when));
    if (met === undefined) return;
    this.#dead = true;
    if (met.when === "late") this.#world.later(lateMs, effect);
    throw new Crashed();
  }
}

function isMoment(point: CrashPoint, when: "before" | "after"): boolean {
  return point.when === when || (point.when === "late" && when === "before");
}
