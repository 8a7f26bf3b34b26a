import type { Random } from "../../../simulators/shell/random.ts";
import { chance, drawFault, type Fault, type Plan, type Scheduled, type Side } from "./plan.ts";

/** Hands each request the fault that its resource's plan has for it. */
export interface Allotment {
  /** Counts anew for a chapter. */
  begin(chapter: number): void;
  /** No faults from now on. */
  end(): void;
  take(side: Side, name: string | undefined, kind: string): Fault | undefined;
}

/** How often a request that is about no single resource, such as a list, a Lease or a Secret, fails. */
const sharedRate = 0.03;

/** The faults of many plans, and those of requests that belong to none of them. */
export function makeAllotment(plans: readonly Plan[], random: Random): Allotment {
  const left = new Map<string, readonly Scheduled[]>();
  const counts = new Map<string, number>();
  let isOn = false;
  const begin = (chapter: number) => {
    counts.clear();
    isOn = true;
    for (const { name, chapters } of plans) left.set(name, chapters[chapter]?.faults ?? []);
  };
  const take: Allotment["take"] = (side, name, kind) => {
    if (!isOn) return undefined;
    const own = name === undefined ? undefined : left.get(name);
    if (own === undefined) return chance(random, sharedRate) ? drawFault(random) : undefined;
    const hits = [kind, "any"].map((one): Scheduled | undefined => {
      const key = `${side} ${name} ${one}`;
      const call = (counts.get(key) ?? 0) + 1;
      counts.set(key, call);
      return own.find((other) => other.side === side && other.kind === one && other.call === call);
    });
    return hits.find((one) => one !== undefined)?.fault;
  };
  return {
    begin,
    end: () => {
      isOn = false;
    },
    take,
  };
}
