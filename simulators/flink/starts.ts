import type { Job, Storage } from "./state.ts";

/** A job that was started. */
export interface Started {
  readonly id: string;
  readonly at: number;
  readonly from: string | undefined;
  /** Records that the newest snapshot knew more than the one it was started from. */
  readonly lost: number;
  /** By Flink itself, in a pod that took the place of one that died. */
  readonly again: boolean;
}

/** Every job that was started, for those who count what was lost. */
export class Starts {
  readonly all: Started[] = [];
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Newest, not highest: a job whose tasks failed goes back. A savepoint of a job that ran on is nothing to go on from. */
  note(cluster: string, { id, startTime }: Job, { from, again }: Pick<Started, "from" | "again">): void {
    const own = [...this.#storage.values()].filter((one) => one.cluster === cluster);
    const best = own.findLast((one) => !one.isSavepoint || one.ends)?.count ?? 0;
    const known = from === undefined ? 0 : (this.#storage.get(from)?.count ?? 0);
    this.all.push({ id, at: startTime, from, lost: Math.max(0, best - known), again });
  }
}
