import { mergePatch } from "../../../../../shared/core/diff.ts";
import { type JsonObject, type JsonValue, member } from "../../../../../shared/core/json.ts";
import type { Release } from "../../flink/releases.ts";
import { isStart, type LedgerLine, newStart, readLedger, tellLedger } from "./ledger.ts";
import type { Operator } from "./operator.ts";
import { listByAge, listVolume } from "./place.ts";
import type { FlinkResource } from "./resource.ts";
import { applicationSpec, ledgerOf, type Run, type Wanted } from "./spec.ts";

/** The spec of a resource that runs the counting job so. */
export type ToSpec = (wanted: Wanted, run: Run) => object;

/** A counting job that a resource runs, over all that happens to it. */
export class Life {
  readonly resource: FlinkResource;
  readonly operator: Operator;
  readonly #toSpec: ToSpec;
  #wanted: Wanted;
  #run: Run = {};

  /** Nothing is applied yet. */
  constructor(resource: FlinkResource, operator: Operator, wanted: Wanted, toSpec: ToSpec = applicationSpec) {
    this.resource = resource;
    this.operator = operator;
    this.#wanted = wanted;
    this.#toSpec = toSpec;
  }

  /** Folder of the volume for its state. */
  get folder(): string {
    return this.#wanted.folder;
  }

  /** What its cluster is of. */
  get release(): Release {
    return this.#wanted.release;
  }

  /** Applies the spec with these changes, which stay, and with more, which does not. */
  async apply(run: Run = {}, more: JsonObject = {}, release: Release = this.#wanted.release): Promise<void> {
    this.#run = { ...this.#run, ...run };
    this.#wanted = { ...this.#wanted, release };
    await this.resource.apply(mergePatch(this.#toSpec(this.#wanted, this.#run) as JsonObject, more) as object);
  }

  /** The version that its cluster tells. */
  async flinkVersion(): Promise<string> {
    return (await this.resource.config()).flinkVersion;
  }

  /** Its id by the status. */
  async jobId(): Promise<JsonValue | undefined> {
    return this.resource.status("jobStatus", "jobId");
  }

  ledger(): Promise<LedgerLine[]> {
    return readLedger(ledgerOf(this.#wanted));
  }

  /** The starts of the job so far. */
  async starts(): Promise<LedgerLine[]> {
    return (await this.ledger()).filter(isStart);
  }

  /** Does something that starts the job again; resolves with that start once it runs and has a checkpoint of its own. */
  async restart(act: () => Promise<void>, lifecycle = "STABLE"): Promise<LedgerLine> {
    const before = (await this.starts()).length;
    await act();
    const started = "the job has started again and saved";
    const line = await this.resource.until(started, async () => newStart(await this.ledger(), before));
    await this.resource.untilState(lifecycle, "RUNNING");
    return line;
  }

  /** Resolves once the job has not begun a snapshot for so many milliseconds. */
  async untilQuiet(quietMs: number): Promise<void> {
    let [seen, since] = [-1, 0];
    await this.resource.until("no snapshot is young", async () => {
      const { length } = await this.ledger();
      if (length !== seen) [seen, since] = [length, performance.now()];
      return performance.now() - since >= quietMs;
    });
  }

  /** What is known of it, for whoever has to find out why a step failed. */
  async tell(): Promise<string[]> {
    return ["--- ledger", ...tellLedger(await this.ledger()), ...(await this.resource.tell())];
  }

  /** Number of the deploy that its JobManager is of. */
  async attempt(): Promise<unknown> {
    const record = (await this.resource.read())?.metadata.annotations?.["weir.dev/record"] ?? "{}";
    return member(member(JSON.parse(record), "memory"), "attempt");
  }

  /** Names of the savepoints in its folder. */
  savepoints(): Promise<string[]> {
    return listVolume(`${this.folder}/savepoints`);
  }

  /** Path of the savepoint that was made last. */
  async newestSavepoint(): Promise<string> {
    const [newest] = await listByAge(`${this.folder}/savepoints`);
    if (newest === undefined) throw new Error(`no savepoint in ${this.folder}`);
    return newest;
  }

  /** Path of the newest checkpoint of its job that is there. */
  async lastCheckpoint(): Promise<string> {
    const folder = `${this.folder}/checkpoints/${await this.jobId()}`;
    const names = (await listVolume(folder)).filter((name) => name.startsWith("chk-"));
    const [last] = names.sort((one, other) => Number(other.slice(4)) - Number(one.slice(4)));
    if (last === undefined) throw new Error(`no checkpoint in ${folder}`);
    return `file://${folder}/${last}`;
  }
}
