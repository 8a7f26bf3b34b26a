import { copyFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ScalingRecord } from "../../../../../shared/autoscaler/decide/history.ts";
import type { CurvePoint } from "../../../../../shared/autoscaler/learn/curve.ts";
import type { AutoscalerState } from "../../../../../shared/autoscaler/state/state.ts";
import { mergePatch } from "../../../../../shared/core/diff.ts";
import { type JsonObject, member } from "../../../../../shared/core/json.ts";
import { bottleneckClass } from "../../flink/bottleneck/compile-bottleneck.ts";
import { type LedgerLine, readLedger, tellLedger } from "./ledger.ts";
import { appendToVolume, inVolume } from "./place.ts";
import type { FlinkResource } from "./resource.ts";
import { applicationSpec, ledgerOf, sessionSpec, type Wanted } from "./spec.ts";

/** Numbers a second that a subtask of the bottleneck does. */
export const each = 200;

const slots = 6;
const adaptive = { "jobmanager.scheduler": "adaptive", "taskmanager.numberOfTaskSlots": String(slots) };

/** How such a job is scaled: as by default, but soon. */
export const autoscalerOptions: Readonly<Record<string, string>> = {
  "job.autoscaler.enabled": "true",
  "job.autoscaler.metrics.window": "20 s",
  "job.autoscaler.stabilization.interval": "30 s",
  "job.autoscaler.restart.time": "10 s",
  "job.autoscaler.catch-up.duration": "10 min",
  "job.autoscaler.vertex.max-parallelism": String(slots),
};

/** What scales a job. */
export interface Autoscaler {
  /** Starts the job, whose jar is in its folder, and whatever scales it; resolves when it runs. */
  begin(job: Bottleneck): Promise<void>;
  /** What it remembers of the job; undefined as long as that is nothing. */
  state(job: Bottleneck): Promise<AutoscalerState | undefined>;
  /** What it has said, for whoever has to find out why a step failed. */
  said(): readonly string[];
}

/** What is known of a bottleneck. */
interface Work {
  readonly parallelism: number;
  readonly records: readonly ScalingRecord[];
  readonly points: readonly CurvePoint[];
  /** What came of the autoscaler's last cycle. */
  readonly reason: string | undefined;
}

/** A job with a bottleneck of known capacity that is scaled by itself; its cluster is `resource`. */
export class Bottleneck {
  readonly resource: FlinkResource;
  readonly wanted: Wanted;
  readonly jar: string;
  readonly #autoscaler: Autoscaler;
  #arrivals: readonly { readonly at: number; readonly rate: number }[] = [];

  constructor(resource: FlinkResource, wanted: Wanted, jar: string, autoscaler: Autoscaler) {
    this.resource = resource;
    this.wanted = wanted;
    this.jar = jar;
    this.#autoscaler = autoscaler;
  }

  /** Starts the job, at which nothing arrives yet; resolves when it runs. */
  async begin(): Promise<void> {
    await this.arrive(0);
    await copyFile(this.jar, inVolume(`${this.wanted.folder}/bottleneck.jar`));
    await this.#autoscaler.begin(this);
  }

  /** What the job is told. */
  get args(): string[] {
    const { folder } = this.wanted;
    const given = { ledger: ledgerOf({ folder }), arrivals: `${folder}/arrivals`, cost: 1_000_000 / each };
    return Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  }

  /** From now on so many numbers arrive in a second. */
  async arrive(rate: number): Promise<void> {
    const at = Date.now();
    this.#arrivals = [...this.#arrivals, { at, rate }];
    await appendToVolume(`${this.wanted.folder}/arrivals`, `${at} ${rate}\n`);
  }

  /** Numbers that have arrived and are in no snapshot yet. */
  async lag(): Promise<number> {
    const now = Date.now();
    const arrived = this.#arrivals.reduce((sum, { at, rate }, index) => {
      return sum + (rate * ((this.#arrivals[index + 1]?.at ?? now) - at)) / 1_000;
    }, 0);
    return arrived - ((await this.ledger()).at(-1)?.total ?? 0);
  }

  ledger(): Promise<LedgerLine[]> {
    return readLedger(ledgerOf(this.wanted));
  }

  /** The bottleneck: its parallelism, and what the autoscaler knows of it; undefined before it knows anything. */
  async work(): Promise<Work | undefined> {
    const job = (await this.resource.jobs()).find(({ rawState }) => rawState === "RUNNING");
    const vertices = job === undefined ? [] : await this.resource.vertices(job.jobId);
    const vertex = vertices.find(({ name }) => name === "work");
    const state = await this.#autoscaler.state(this);
    if (vertex === undefined || state === undefined) return undefined;
    const { history, learned, latest } = state;
    const [records, points] = [history[vertex.id] ?? [], learned?.curves[vertex.id] ?? []];
    return { parallelism: vertex.parallelism, records, points, reason: latest?.reason };
  }

  /** Asks once a second until there is something about the bottleneck, and gives it. */
  untilKnown<T>(what: string, look: (known: Work) => T | false | undefined): Promise<T> {
    return this.resource.until(what, async () => {
      await sleep(1_000);
      const known = await this.work();
      return known !== undefined && look(known);
    });
  }

  /** Which job runs, since when, and of which deploy its JobManager is. */
  async run() {
    const record = (await this.resource.read())?.metadata.annotations?.["weir.dev/record"] ?? "{}";
    const jobs = (await this.resource.jobs()).map(({ jobId, startTime }) => ({ jobId, startTime }));
    return { jobs, attempt: member(member(JSON.parse(record), "memory"), "attempt") };
  }

  /** What is known of it, for whoever has to find out why a step failed. */
  async tell(): Promise<string[]> {
    const ledger = ["--- ledger", ...tellLedger(await this.ledger())];
    const known = ["--- what is known", JSON.stringify(await this.work().catch(String))];
    return [...ledger, ...known, "--- autoscaler", ...this.#autoscaler.said(), ...(await this.resource.tell())];
  }
}

/** A session cluster with the scheduler that takes another size in place. */
export function adaptiveSession(wanted: Wanted): object {
  return mergePatch(sessionSpec(wanted) as unknown as JsonObject, { flinkConfiguration: adaptive }) as object;
}

/** The job as an application that Weir scales by itself. */
export function autoscaledApplication({ wanted, args }: Bottleneck): object {
  const whole = applicationSpec(wanted, { parallelism: 1 }) as JsonObject;
  return mergePatch(whole, {
    flinkConfiguration: { ...adaptive, ...autoscalerOptions },
    job: { jarURI: `local://${wanted.folder}/bottleneck.jar`, entryClass: bottleneckClass, args },
  }) as object;
}
