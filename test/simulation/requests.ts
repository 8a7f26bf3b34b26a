import { at } from "../../shared/core/json.ts";
import { ownRecord } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { type Intent, type OperatorRecord, recordAnnotation } from "../../shared/core/record.ts";
import { type NonceName, nonceNames, requestedValue } from "../../shared/kinds/vvp-deployment/nonce-memory.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import type { MemoryCluster } from "../world/memory-cluster.ts";
import { ownerOf } from "./owner-of.ts";

/** What the platform has shown of an accepted restart since it was on record. */
interface Shown {
  /** Its mark was in the template. */
  marked: boolean;
  /** The job was not to run, by whoever's wish. */
  stopped: boolean;
  /** It was to run again after that. */
  started: boolean;
  /** Its user wanted it stopped, which is all that a restart can then come to (F7). */
  unwanted: boolean;
}

/**
 * Follows each request of a nonce from the record that accepts it to the one that settles it (S4): settled as processed, its
 * effect has been on the platform; otherwise it is burnt, with the reason.
 */
export class RequestWatch {
  readonly violations: string[] = [];
  /** Every record that there was; some that say what another one said are left out. */
  readonly records: OperatorRecord[] = [];
  readonly #platform: Platform;
  /** The last record of each resource, by uid, and the text that it was read from. */
  readonly #last = new Map<string, { readonly record: OperatorRecord; readonly text: string | undefined }>();
  /** What was seen of open restarts, by uid. */
  readonly #shown = new Map<string, Shown & { readonly content: string }>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Takes in what the platform shows of open restarts; their resources are in the cluster. */
  look(cluster: Pick<MemoryCluster, "all">): void {
    if (this.#shown.size === 0) return;
    for (const { metadata, spec } of cluster.all()) {
      const shown = this.#shown.get(metadata.uid ?? "");
      if (shown === undefined) continue;
      const held = this.#deploymentOf(metadata.uid)?.spec;
      const [state, wanted] = [at(held, "state"), at(spec, "deployment", "spec", "state")];
      shown.marked ||= at(held, "template", "metadata", "annotations", "weir.dev/restart") === shown.content;
      shown.started ||= shown.stopped && state === "RUNNING";
      shown.stopped ||= held !== undefined && state !== "RUNNING";
      shown.unwanted ||= wanted === "SUSPENDED" || wanted === "CANCELLED";
    }
  }

  /** Takes in a record that was written. */
  take(object: KubeObject): void {
    const { uid = "", name, annotations } = object.metadata;
    const before = this.#last.get(uid);
    const text = annotations?.[recordAnnotation];
    if (text === before?.text) return;
    const record = ownRecord(object);
    if (record === undefined) return;
    this.#last.set(uid, { record, text });
    this.records.push(record);
    for (const nonce of nonceNames) {
      const [was, is] = [openIn(before?.record, nonce), openIn(record, nonce)];
      if (was !== undefined && was.content !== is?.content)
        this.#settle(`${nonce} ${was.content} of ${name}`, uid, was, record);
      if (nonce === "restart") this.#expect(uid, is);
    }
  }

  #expect(uid: string, open: Intent | undefined): void {
    if (open === undefined) this.#shown.delete(uid);
    else if (this.#shown.get(uid)?.content !== open.content) {
      const { content } = open;
      this.#shown.set(uid, { content, marked: false, stopped: false, started: false, unwanted: false });
    }
  }

  #settle(what: string, uid: string, request: Intent, { nonces }: OperatorRecord): void {
    const memory = nonces?.[request.key as NonceName];
    const value = requestedValue(request);
    if (memory?.burnt.includes(value) === true) return;
    if (memory?.processed !== value)
      this.violations.push(`S4: ${what} went off the record and is neither processed nor blocked`);
    else if (!this.#wasCarriedOut(uid, request))
      this.violations.push(`S4: ${what} counts as processed and was never carried out`);
  }

  #wasCarriedOut(uid: string, { key, content }: Intent): boolean {
    if (key === "savepoint") {
      // The platform forgets savepoints with their deployment.
      if (this.#deploymentOf(uid) === undefined) return true;
      const taken = [...this.#platform.state.savepoints.values()];
      return taken.some(({ metadata }) => metadata.annotations["weir.dev/request"] === `${uid}/${content}`);
    }
    const shown = this.#shown.get(uid);
    return shown !== undefined && (shown.marked || shown.started || (shown.stopped && shown.unwanted));
  }

  #deploymentOf(uid: string | undefined) {
    return [...this.#platform.state.rows.values()].find(({ deployment }) => ownerOf(deployment) === uid)?.deployment;
  }
}

function openIn(record: OperatorRecord | undefined, key: NonceName): Intent | undefined {
  return record?.intents.find((intent) => intent.key === key);
}
