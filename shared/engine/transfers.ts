import { OperatorError } from "../core/error.ts";
import type { Clock } from "../ports/clock.ts";

/** How much transfers may cost; milliseconds, and how many go on at once. */
export interface TransferLimits {
  /** Of one transfer: as long as a request that follows holds its pod. */
  readonly limitMs: number;
  /** Of a look that waits for one. */
  readonly glanceMs: number;
  readonly most: number;
}

const usual: TransferLimits = { limitMs: 240_000, glanceMs: 2_000, most: 8 };

interface Transfer {
  readonly begunAt: number;
  readonly over: Promise<void>;
  /** Undefined while it goes on. */
  end?: { readonly fault?: unknown };
}

/**
 * Transfers that take longer than a look: they go on between the looks of a process, and each look asks how its own stands.
 *
 * Guarantees: one of a name at a time; what went wrong is told to one look, and the next one begins anew; whatever does not
 * arrive within its limit is ended, and refused as something that only the user can mend.
 * Caveats: a transfer ends with its process; another process knows nothing of it.
 */
export class Transfers {
  readonly #clock: Clock;
  readonly #limits: TransferLimits;
  readonly #known = new Map<string, Transfer>();

  constructor(clock: Clock, limits: Partial<TransferLimits> = {}) {
    this.#clock = clock;
    this.#limits = { ...usual, ...limits };
  }

  /** Begins a transfer or goes on with it, and waits for a moment; rejects with what went wrong since the last look. */
  async carry(name: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<"arrived" | "under way"> {
    const transfer = this.#known.get(name) ?? this.#begin(name, work);
    if (transfer === undefined) return "under way";
    await this.#waitFor(transfer.over, this.#limits.glanceMs);
    if (transfer.end === undefined) return "under way";
    this.#known.delete(name);
    if ("fault" in transfer.end) throw transfer.end.fault;
    return "arrived";
  }

  /** Undefined where too many go on already; a later look finds room. */
  #begin(name: string, work: (signal: AbortSignal) => Promise<unknown>): Transfer | undefined {
    const now = this.#clock.monotonic();
    const { limitMs, most } = this.#limits;
    for (const [other, { end, begunAt }] of this.#known) {
      if (end !== undefined && now - begunAt > limitMs) this.#known.delete(other);
    }
    if ([...this.#known.values()].filter(({ end }) => end === undefined).length >= most) return undefined;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const transfer: Transfer = { begunAt: now, over };
    this.#known.set(name, transfer);
    void this.#carryOut(work).then((end) => {
      transfer.end = end;
      resolve();
    });
    return transfer;
  }

  async #carryOut(work: (signal: AbortSignal) => Promise<unknown>): Promise<NonNullable<Transfer["end"]>> {
    const time = new AbortController();
    const { limitMs } = this.#limits;
    const working = work(time.signal).then(
      () => ({}),
      (fault: unknown) => ({ fault }),
    );
    if (await this.#waitFor(working, limitMs)) return working;
    time.abort();
    await working;
    return { fault: tooSlow(limitMs) };
  }

  /** True when the work has ended, false when the time is over before that. */
  async #waitFor(work: Promise<unknown>, ms: number): Promise<boolean> {
    const enough = new AbortController();
    const first = await Promise.race([work.then(() => true), this.#clock.sleep(ms, enough.signal).then(() => false)]);
    enough.abort();
    return first;
  }
}

function tooSlow(limitMs: number): OperatorError {
  const seconds = Math.round(limitMs / 1_000);
  return new OperatorError(
    "Rejected",
    `The jar did not reach the cluster within ${seconds} s. Serve it from nearer to the cluster, or make it smaller.`,
  );
}
