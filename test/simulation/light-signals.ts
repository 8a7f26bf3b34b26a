type Listener = () => void;

/**
 * `AbortSignal` as far as the code that ships uses it, without the weak references and the events of the runtime's own, which
 * are a tenth of what a run costs and of no use to it: its signals go with it, milliseconds after they were made.
 *
 * Guarantees: what is told, to whom and in which order, is as with the runtime's own.
 * Caveats: a listener that throws keeps those after it from being told; listeners get no event, and a signal keeps whatever listens to it, or follows it, for as long as it lives.
 */
class LightSignal {
  /** What it aborts with, where it is a composite; none of them is a composite itself. */
  readonly #sources: readonly LightSignal[];
  #listeners: { readonly listener: Listener; readonly once: boolean }[] | undefined;
  /** Composites that somebody has listened to, and that abort with this one. */
  #followers: Set<LightSignal> | undefined;
  #isAborted = false;
  #reason: unknown;

  constructor(sources: readonly LightSignal[] = []) {
    this.#sources = sources;
  }

  /** A signal that aborts with the first of others. */
  static any(signals: readonly LightSignal[]): LightSignal {
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) return LightSignal.#abortedFor(aborted.#reason);
    return new LightSignal(signals.flatMap((signal) => (signal.#sources.length === 0 ? [signal] : signal.#sources)));
  }

  static #abortedFor(reason: unknown): LightSignal {
    const signal = new LightSignal();
    signal.abort(reason);
    return signal;
  }

  get aborted(): boolean {
    this.#refresh();
    return this.#isAborted;
  }

  get reason(): unknown {
    this.#refresh();
    if (this.#isAborted) this.#reason ??= new DOMException("This operation was aborted", "AbortError");
    return this.#reason;
  }

  addEventListener(_type: "abort", listener: Listener, { once = false } = {}): void {
    if (this.aborted) return;
    this.#listeners ??= [];
    if (!this.#listeners.some((one) => one.listener === listener)) this.#listeners.push({ listener, once });
    for (const source of this.#sources) {
      source.#followers ??= new Set();
      source.#followers.add(this);
    }
  }

  removeEventListener(_type: "abort", listener: Listener): void {
    const index = this.#listeners?.findIndex((one) => one.listener === listener) ?? -1;
    if (index >= 0) this.#listeners?.splice(index, 1);
  }

  /** Aborts, and with it all that follow it; what follows it learns of it at once, and is told after it. */
  abort(reason?: unknown): void {
    if (this.#isAborted) return;
    const followers = [...(this.#followers ?? [])].filter((follower) => !follower.#isAborted);
    const aborting = [this, ...followers];
    for (const one of aborting) {
      one.#isAborted = true;
      one.#reason = reason;
    }
    for (const one of aborting) one.#tell();
  }

  /** A composite that nobody listens to learns that it has aborted when somebody looks. */
  #refresh(): void {
    if (this.#isAborted) return;
    const first = this.#sources.find((source) => source.#isAborted);
    if (first !== undefined) this.abort(first.#reason);
  }

  /** Who is taken off by another one before his turn is not told. */
  #tell(): void {
    for (const { listener, once } of [...(this.#listeners ?? [])]) {
      if (!this.#listeners?.some((one) => one.listener === listener)) continue;
      if (once) this.removeEventListener("abort", listener);
      listener();
    }
  }
}

/** `AbortController` of such a signal. */
class LightController {
  readonly signal = new LightSignal();

  abort(reason?: unknown): void {
    this.signal.abort(reason);
  }
}

/** What takes the place of the runtime's own. */
export const lightSignals = { AbortController: LightController, AbortSignal: LightSignal };

/** Has all signals of this thread be such ones from now on; they do not mix with those of before. */
export function useLightSignals(): void {
  Object.assign(globalThis, lightSignals);
}
