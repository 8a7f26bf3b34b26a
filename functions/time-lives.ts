import { keyText } from "../shared/core/object.ts";
import type { StatusChange } from "../shared/engine/engine.ts";
import { type LifeTimes, type Stays, timeLife } from "../shared/flink/life-times.ts";

/** Resources on the move that are remembered; the one that moved first is forgotten for another. */
const mostRemembered = 1_000;

/** Times the lives of resources by their statuses; remembers, for this process, those that are on the move. */
export function timingLives(most = mostRemembered): (change: StatusChange) => LifeTimes {
  const moving = new Map<string, Stays>();
  return ({ key, before, after, now }) => {
    const name = keyText(key);
    const times = timeLife(moving.get(name) ?? new Map(), before, after, now);
    moving.delete(name);
    if (times.stays.size > 0) moving.set(name, times.stays);
    const [first] = moving.keys();
    if (moving.size > most && first !== undefined) moving.delete(first);
    return times;
  };
}
