import type { IoKind } from "../faults.ts";
import type { Universe } from "../universe.ts";
import type { Oracle } from "./oracle.ts";

/** Calls of one kind that a fault may cost at most: passes that begin anew, and reads that are sent up to three times. */
const forEachFault = 8;

/** What a bound is made of. */
interface Occasions {
  readonly passes: number;
  /** Effects before which a pass looks once more that nobody has changed the object. */
  readonly rechecked: number;
  /** Resources that ticks looked at, each as often as it was. */
  readonly swept: number;
  /** Passes in which a deployment that is gone is looked for by its name as well. */
  readonly byName: number;
  /** Pages of all sweeps. */
  readonly pages: number;
}

type Bound = (occasions: Occasions) => number;

/** How many calls there may be where no call fails and nobody races (`perf-reliability.md` 2.1): what a look and a tick need. */
const bounds: { readonly [Kind in IoKind]?: Bound } = {
  "api get": ({ passes, rechecked }) => passes + rechecked,
  "api list": ({ pages }) => pages,
  "api patch": ({ passes }) => 2 * passes,
  "api status": ({ passes, swept }) => passes + swept,
  "platform get": ({ passes, swept, byName }) => passes + swept + byName,
  // To believe that a deployment is gone takes a list.
  "platform list": ({ passes, pages }) => passes + 2 * pages,
  // That of a nonce, and the one that the spec names.
  "platform savepoints": ({ passes, swept }) => 2 * (passes + swept),
};

/** L8: a look costs one read on each side, a tick a list of each page; whatever fails, or loses a race, is tried again. */
export const thrift: Oracle = (universe) => {
  const occasions = occasionsOf(universe);
  const retries = retriesOf(universe);
  return Object.entries(bounds).flatMap(([kind, bound]) => {
    const [made, most] = [universe.expenses.of(kind as IoKind), bound(occasions) + retries];
    return made > most ? [`L8: ${made} × ${kind} for ${occasions.passes} passes, and ${most} are enough`] : [];
  });
};

function occasionsOf({ expenses, server, setting, done }: Universe): Occasions {
  const resources = new Set(server.cluster.changes.map(({ object }) => object.metadata.uid)).size;
  const swept = expenses.of("tick") * resources;
  return {
    passes: expenses.passes,
    rechecked: expenses.of("platform patch", "platform replace"),
    swept,
    // As its resource is deleted, once somebody has taken it away.
    byName: done.has("loseDeployment") ? expenses.passes : 0,
    pages: setting.pageSize === undefined ? expenses.of("tick") : swept,
  };
}

/** Others race: pods of one function, of two versions, the two functions, and whoever edits while a pass is under way. */
function retriesOf({ met, setting, server, deeds }: Universe): number {
  const others = setting.mostPods - 1 + (setting.rollout === undefined ? 0 : 1);
  const races = others * server.cluster.changes.length;
  return forEachFault * met.length + deeds + races;
}
