import { type Fault, toFault } from "../core/error.ts";
import type { Happening, MirrorSource } from "../core/happening.ts";
import type { Bookmarks } from "../ports/bookmarks.ts";
import type { Ports } from "../ports/ports.ts";
import type { Engine } from "./engine.ts";
import { cursorName, MirrorStream } from "./mirror-stream.ts";

/** How long work may go on. */
export interface Leave {
  readonly signal: AbortSignal;
  readonly goesOn: () => boolean;
}

/** What one reader of a stream was told: the news, by what they are about. */
export interface Telling {
  readonly stream: MirrorStream;
  readonly news: ReadonlyMap<string, readonly Happening[]>;
}

/** What tellings are read with. */
export interface TellingOptions {
  readonly engine: Pick<Engine, "ports" | "settings" | "log">;
  readonly bookmarks: Bookmarks;
  /** How long one list may take, in milliseconds. */
  readonly readMs: number;
}

/**
 * What the streams of one sweep tell.
 *
 * Guarantees: one look at a stream's cursor, one list for each of its readers, and after a backend that is in trouble no
 * further list; never rejects.
 */
export class Tellings {
  readonly #options: TellingOptions;
  readonly #streams = new Map<string, Promise<MirrorStream | undefined>>();
  readonly #tellings = new Map<string, Promise<Telling | undefined>>();
  #backendFails = false;

  constructor(options: TellingOptions) {
    this.#options = options;
  }

  /** What a source tells; undefined where it cannot be known now. `now` is in milliseconds by the API server's clock. */
  of(source: MirrorSource<Ports>, now: number, leave: Leave): Promise<Telling | undefined> {
    const id = sourceId(source);
    const telling = this.#tellings.get(id) ?? this.#read(source, now, leave);
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

  async #read(source: MirrorSource<Ports>, now: number, { signal, goesOn }: Leave): Promise<Telling | undefined> {
    const { engine, readMs } = this.#options;
    const opening = this.#streams.get(source.stream) ?? this.#open(source.stream, now);
    this.#streams.set(source.stream, opening);
    const stream = await opening;
    if (stream === undefined) return undefined;
    if (this.#backendFails || !goesOn()) {
      // Whoever goes on with the sweep may have the time.
      if (!this.#backendFails) this.#tellings.delete(sourceId(source));
      stream.miss();
      return undefined;
    }
    try {
      const told = await source.read(engine.ports, AbortSignal.any([signal, AbortSignal.timeout(readMs)]));
      return { stream, news: Map.groupBy(stream.tell(told), ({ subject }) => subject) };
    } catch (error) {
      stream.miss();
      const fault = toFault(error);
      this.#backendFails ||= fault.code === "Unavailable" || fault.code === "Throttled";
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
