/**
 * Runs a job for each item, at most `limit` at once, in order of start.
 *
 * Assumptions: the job does not reject; who can fail says so in its own result.
 */
export async function each<Item>(
  items: Iterable<Item>,
  limit: number,
  job: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let isOver = false;
  const worker = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await job(next.value);
    isOver = true;
  };
  const workers: Promise<void>[] = [];
  while (workers.length < limit && !isOver) workers.push(worker());
  await Promise.all(workers);
}
