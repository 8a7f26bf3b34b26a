import { toFault } from "../core/error.ts";
import type { Happening } from "../core/happening.ts";
import { makeKubeEvent } from "../core/kube-event.ts";
import type { KubeObject } from "../core/object.ts";
import { shifted, toTimestamp } from "../core/timestamp.ts";
import type { Page } from "../ports/cluster.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Budget } from "./budget.ts";
import { each } from "./each.ts";
import type { EngineKind } from "./engine.ts";
import type { MirrorStream } from "./mirror-stream.ts";
import { type TellingOptions, Tellings } from "./mirror-tellings.ts";

/** What mirroring needs. */
export interface MirrorOptions extends Omit<TellingOptions, "readMs"> {
  readonly recorder: Recorder;
  /** Events that are made at once. */
  readonly concurrency?: number;
  /** Events that are made for one page of resources; the rest is left to the next sweep. */
  readonly mostPerPage?: number;
  /** How long one list of events may take, in milliseconds. */
  readonly readMs?: number;
}

/** The backend's clock may be behind that of the API server by this much, in milliseconds. */
const skewMs = 300_000;

interface Job {
  readonly kind: EngineKind;
  readonly stream: MirrorStream;
  readonly object: KubeObject;
  readonly happening: Happening;
}

/**
 * Shows what happened to what resources stand for as Kubernetes Events, in the course of one sweep.
 *
 *     page of resources ──► sources ──► one list per stream and reader ──► news ──► one Event each ──► cursor
 *
 * Guarantees: best effort, never rejects, and nothing else depends on it; each happening of a resource becomes one Event,
 * whatever crashes or overlaps, as long as Kubernetes keeps Events; nothing is written where nothing happened.
 * Assumptions: `page` is told of each page of a sweep, one after the other, and `close` after the last.
 * Caveats: what happens to something that no resource stands for, or is told later than `overlapMs`, is not shown.
 */
export class Mirroring {
  readonly #options: Required<MirrorOptions>;
  readonly #tellings: Tellings;
  /** Kubernetes namespaces that take no Events now. */
  readonly #refusing = new Set<string>();
  #count = { created: 0, known: 0, owed: 0, missed: 0 };
  #whole: boolean;

  /** `fromStart` is false for the rest of a sweep whose beginning is not known here: its cursors stay where they are. */
  constructor(options: MirrorOptions, fromStart: boolean) {
    this.#options = { concurrency: 8, mostPerPage: 1_000, readMs: 10_000, ...options };
    this.#whole = fromStart;
    this.#tellings = new Tellings(this.#options);
  }

  /** Mirrors what happened to what a page of resources stands for. */
  async page(kind: EngineKind, page: Pick<Page, "items" | "now">, budget: Budget): Promise<void> {
    const { concurrency, mostPerPage } = this.#options;
    const jobs = await this.#jobs(kind, page, budget).catch((error: unknown) => this.#giveUp(error));
    await each(jobs.slice(0, mostPerPage), concurrency, (job) => this.#record(job, budget));
    for (const job of jobs.slice(mostPerPage)) this.#owe(job);
  }

  /** Keeps what was done; `atEnd` after a sweep's last page. Where the sweep goes on, more pages may follow. */
  async close(atEnd: boolean): Promise<void> {
    const { log } = this.#options.engine;
    for (const { name, stream } of await this.#tellings.streams()) {
      try {
        await stream.save(atEnd && this.#whole);
      } catch (error) {
        const { code, message } = toFault(error);
        log.warn({ stream: name, error: `${code}: ${message}` }, "the cursor of a stream of events was not written");
      }
    }
    if (Object.values(this.#count).some((count) => count > 0)) log.info(this.#count, "events mirrored");
    this.#count = { created: 0, known: 0, owed: 0, missed: 0 };
  }

  /** What is to be made, the earliest first. */
  async #jobs(kind: EngineKind, { items, now }: Pick<Page, "items" | "now">, budget: Budget): Promise<Job[]> {
    const { settings } = this.#options.engine;
    const found = items.flatMap((object) => {
      const source = kind.inScope(object, settings) ? kind.mirror?.(object, settings) : undefined;
      return source === undefined ? [] : [{ object, source }];
    });
    const jobs: Job[] = [];
    // One list after the other: each may be large.
    for (const { object, source } of found) {
      const { stream, news } = (await this.#tellings.of(source, now, budget)) ?? {};
      const own = news?.get(source.subject)?.filter((happening) => isOf(object, happening)) ?? [];
      for (const happening of own) if (stream !== undefined) jobs.push({ kind, stream, object, happening });
    }
    return jobs.sort((a, b) => (a.happening.at < b.happening.at ? -1 : 1));
  }

  async #record(job: Job, { goesOn }: Budget): Promise<void> {
    const { kind, stream, object, happening } = job;
    const { recorder, engine } = this.#options;
    const { namespace = "", name } = object.metadata;
    if (this.#refusing.has(namespace)) return this.#miss(job);
    if (!goesOn()) return this.#owe(job);
    try {
      const created = await recorder.record(makeKubeEvent(kind.names, object, happening, engine.settings.instanceId));
      this.#count[created ? "created" : "known"] += 1;
      stream.settle(happening);
    } catch (error) {
      const { code, message } = toFault(error);
      const line = { kind: kind.names.kind, namespace, name, error: `${code}: ${message}` };
      if (code === "Rejected") {
        engine.log.warn(line, "a Kubernetes Event was refused for what it is, and is left out");
        return stream.settle(happening);
      }
      if (!this.#refusing.has(namespace)) engine.log.warn(line, "no Kubernetes Events can be made here for now");
      this.#refusing.add(namespace);
      this.#miss(job);
    }
  }

  /** A defect costs a page its Events, and never the sweep. */
  #giveUp(error: unknown): Job[] {
    this.#whole = false;
    this.#options.engine.log.error({ error: toFault(error).message }, "the Events of a page could not be made");
    return [];
  }

  #miss({ stream }: Job): void {
    this.#count.missed += 1;
    stream.miss();
  }

  #owe({ stream, happening }: Job): void {
    this.#count.owed += 1;
    stream.owe(happening);
  }
}

/** What happened before there was a resource is nothing that happened to it. */
function isOf({ metadata }: KubeObject, { at }: Happening): boolean {
  const born = toTimestamp(metadata.creationTimestamp ?? "");
  return born === undefined || at >= shifted(born, -skewMs);
}
