import { type Fault, toFault } from "../core/error.ts";
import type { Happening, MirrorSource } from "../core/happening.ts";
import type { Bookmarks } from "../ports/bookmarks.ts";
import type { Ports } from "../ports/ports.ts";
import type { Budget } from "./budget.ts";
import type { Engine } from "./engine.ts";
import { cursorName, MirrorStream } from "./mirror-stream.ts";
import { underFirst } from "./under-first.ts";

/** What one reader of a stream was told: the news, by what they are about. */
export interface Telling {
  readonly stream: MirrorStream;
  readonly news: ReadonlyMap<string, readonly Happening[]>;
}

/** What tellings are read with. */
export interface TellingOptions {
  readonly engine: Pick<Engine, "ports" | "settings" | "log" | "clock">;
  readonly bookmarks: Bookmarks;
  /** How long one list may take, in milliseconds. */
  readonly readMs: number;
}

/** How long all lists that fail may take in one sweep, in milliseconds. */
const mostLostMs = 30_000;

/**
 * What the streams of one sweep tell.
 *
 * Guarantees: one look at a stream's cursor, and one list for each of its readers; none of a stream that was `Unavailable`,
 * nor with the rights of a reader who was `Throttled`; lists that fail take `mostLostMs` together; never rejects.
 */
export class Tellings {
  readonly #options: TellingOptions;
  readonly #streams = new Map<string, Promise<MirrorStream | undefined>>();
  readonly #tellings = new Map<string, Promise<Telling | undefined>>();
  readonly #unavailable = new Set<string>();
  readonly #throttled = new Set<string>();
  #lostMs = 0;

  constructor(options: TellingOptions) {
    this.#options = options;
  }

  /** What a source tells; undefined where it cannot be known now. `now` is in milliseconds by the API server's clock. */
  of(source: MirrorSource<Ports>, now: number, budget: Budget): Promise<Telling | undefined> {
    const id = sourceId(source);
    const telling = this.#tellings.get(id) ?? this.#read(source, now, budget);
    this.#tellings.set(id, telling);
    return telling;
  }

  /** The streams that were opened. */
  async streams(): Promise<{ readonly name: string; readonly stream: MirrorStream }[]> {
    const opened = await Promise.all(
      [...this.#streams].map(async ([name, stream]) => ({ name, stream: await stream })),
    );
    return opened.flatMap(({ name, stream }) => (stream === undefined ? [] : [{ name, stream }]));
  }

  async #read(source: MirrorSource<Ports>, now: number, budget: Budget): Promise<Telling | undefined> {
    const opening = this.#streams.get(source.stream) ?? this.#open(source.stream, now);
    this.#streams.set(source.stream, opening);
    const stream = await opening;
    if (stream === undefined) return undefined;
    const isFailing = this.#unavailable.has(source.stream) || this.#throttled.has(source.reader);
    const told = isFailing || !budget.goesOn() ? undefined : await this.#list(source, budget);
    if (told !== undefined) return { stream, news: Map.groupBy(stream.tell(told), ({ subject }) => subject) };
    // Whoever goes on with the sweep may have the time.
    if (!isFailing && !budget.goesOn()) this.#tellings.delete(sourceId(source));
    stream.miss();
    return undefined;
  }

  async #list(source: MirrorSource<Ports>, { signal }: Budget): Promise<readonly Happening[] | undefined> {
    const { engine, readMs } = this.#options;
    const begun = engine.clock.monotonic();
    // Half of what is left, so that after slow ones there is some for the others.
    const limitMs = Math.min(readMs, Math.max(1, Math.ceil((mostLostMs - this.#lostMs) / 2)));
    try {
      return await underFirst([signal, engine.clock.timeout(limitMs)], (first) => source.read(engine.ports, first));
    } catch (error) {
      const fault = toFault(error);
      this.#lostMs += engine.clock.monotonic() - begun;
      if (fault.code === "Unavailable") this.#unavailable.add(source.stream);
      if (fault.code === "Throttled") this.#throttled.add(source.reader);
      this.#say(source.stream, fault, "the events of a stream could not be read");
      return undefined;
    }
  }

  async #open(name: string, now: number): Promise<MirrorStream | undefined> {
    const { bookmarks, engine } = this.#options;
    try {
      return await MirrorStream.open(bookmarks, cursorName(engine.settings.instanceId, name), now);
    } catch (error) {
      this.#say(name, toFault(error), "the cursor of a stream of events could not be read");
      return undefined;
    }
  }

  #say(stream: string, { code, message }: Fault, what: string): void {
    this.#options.engine.log.warn({ stream, error: `${code}: ${message}` }, what);
  }
}

/** Equal for sources that are read together. */
function sourceId({ stream, reader }: MirrorSource<Ports>): string {
  return JSON.stringify([stream, reader]);
}
