import type { IoKind } from "../faults.ts";
import type { FaultPlan } from "../network.ts";

/** A place of a run: where it is, what it is and when it came up, in milliseconds since the beginning. */
export interface Note {
  readonly place: number;
  readonly kind: IoKind;
  readonly at: number;
}

const writes: ReadonlySet<IoKind> = new Set([
  "api patch",
  "api status",
  "platform create",
  "platform patch",
  "platform replace",
  "platform delete",
  "platform savepoint",
  "platform announce",
]);

/** Effects that do something anew each time they are carried out (D6), and those that may be carried out again. */
const effects = {
  unique: ["platform create", "platform savepoint"],
  repeatable: ["platform patch", "platform replace", "platform delete"],
} as const satisfies { readonly [sort: string]: readonly IoKind[] };

/** Whether a kind changes a resource, its deployment, or what is told of it. */
export function isWrite(kind: IoKind): boolean {
  return writes.has(kind) || kind === "lease write";
}

/** Notes the places of a run as they come up, and leaves its faults as they are. */
export class Notes {
  readonly all: Note[] = [];

  over(plan: FaultPlan): FaultPlan {
    return (place, kind, at) => {
      this.all.push({ place, kind, at });
      return plan(place, kind, at);
    };
  }

  /** When the last thing was written. */
  get lastWrite(): number {
    return this.all.findLast(({ kind }) => writes.has(kind))?.at ?? 0;
  }

  /** The places until everything is as it stays, and those of one more tick. */
  until(lastDeed: number, tickMs: number): readonly Note[] {
    const end = Math.max(lastDeed, this.lastWrite) + tickMs;
    return this.all.filter(({ at }) => at <= end);
  }

  /** How many effects of a sort were sent to the platform; what it is merely told does not count. */
  effects(sort: keyof typeof effects): number {
    const kinds: readonly IoKind[] = effects[sort];
    return this.all.filter(({ kind }) => kinds.includes(kind)).length;
  }
}
