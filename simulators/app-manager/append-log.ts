/** A list that only grows at its end; a copy (`{ ...log }`) costs nothing and goes its own way from then on. */
export type Log<Item> = { items: readonly Item[]; length: number };

/**
 * Appends an item; the oldest are forgotten in steps, so that at least `kept` stay.
 *
 * Guarantees: amortised O(1); whoever finds that a copy has grown on the shared array takes the items along into one of its own.
 */
export function append<Item>(log: Log<Item>, item: Item, kept: number): void {
  const isFull = log.length >= kept * 2;
  if (isFull || log.items.length !== log.length)
    log.items = log.items.slice(isFull ? log.length - kept + 1 : 0, log.length);
  (log.items as Item[]).push(item);
  log.length = log.items.length;
}

/** The items, oldest first. */
export function readLog<Item>(log: Log<Item>): readonly Item[] {
  return log.items.slice(0, log.length);
}
