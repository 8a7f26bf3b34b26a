import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** How many of each list of objects somebody still holds, when all that can go has gone. */
export async function countHeld(...lists: readonly (readonly WeakRef<object>[])[]): Promise<readonly number[]> {
  // Whoever was asked for its target in a turn keeps it until the turn ends.
  await setImmediate();
  collect();
  return lists.map((references) => references.filter((reference) => reference.deref() !== undefined).length);
}
