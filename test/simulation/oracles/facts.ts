import { at } from "../../../shared/core/json.ts";
import { ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import type { Row, State } from "../../../simulators/app-manager/state.ts";
import { ownerOf } from "../owner-of.ts";
import { tokenIn } from "../rare-deeds.ts";
import type { Universe } from "../universe.ts";
import { awaitsJob, awaitsUpdate, isAsWanted, isForbidden, isPaused, isRemade, lacksRecord } from "./rest.ts";

/** What the world shows of a resource, and not what Weir says of it; each fact is looked for when somebody asks. */
export class Facts {
  readonly object: KubeObject;
  /** Weir's own word on what happened. */
  readonly record: OperatorRecord | undefined;
  /** The deployment that bears its mark. */
  readonly row: Row | undefined;
  readonly #universe: Universe;

  constructor(universe: Universe, object: KubeObject) {
    this.#universe = universe;
    this.object = object;
    this.record = ownRecord(object);
    this.row = this.#rows.find(({ deployment }) => ownerOf(deployment) === this.#uid);
  }

  /** There once was one. */
  get had(): boolean {
    return this.#universe.witness.owners.has(this.#uid);
  }

  /** That one is not the one on record. */
  get remade(): boolean {
    return isRemade(this.row?.deployment, this.record, this.#universe);
  }

  /** Somebody has taken its record away. */
  get lacksRecord(): boolean {
    return lacksRecord(this.record, this.#universe);
  }

  /** The name that it wants is somebody else's. */
  get taken(): boolean {
    const name = at(this.object.spec, "deployment", "metadata", "name");
    return this.#rows.some(({ deployment }) => deployment.metadata.name === name && ownerOf(deployment) !== this.#uid);
  }

  /** The token in its Secret is good. */
  get access(): boolean {
    return this.#state.tokens.has(tokenIn(this.#universe.server.cluster));
  }

  /** The platform has the namespace. */
  get reached(): boolean {
    return this.#state.namespaces.size > 0;
  }

  /** For a while it had not. */
  get wasHidden(): boolean {
    return this.#universe.done.has("hideNamespace");
  }

  /** The platform would take the definition, as far as deeds can get one wrong. */
  get valid(): boolean {
    const version = at(this.object.spec, "deployment", "spec", "template", "spec", "engineVersionName");
    return version === undefined || this.#state.engineVersions.has(String(version));
  }

  /** The deployment is what the resource wants, or told to differ. */
  get asWanted(): boolean {
    return this.row !== undefined && isAsWanted(this.object, this.row.deployment, this.#universe);
  }

  /** Its user deletes it. */
  get goes(): boolean {
    return this.object.metadata.deletionTimestamp !== undefined;
  }

  /** Its user keeps Weir from projecting it. */
  get leftAlone(): boolean {
    return isPaused(this.object) || this.object.metadata.annotations?.["weir.dev/management-policy"] === "ObserveOnly";
  }

  /** A definition in doubt may still be applied. */
  get doubtful(): boolean {
    return awaitsUpdate(this.record, this.#universe);
  }

  /** Its spec breaks a rule. */
  get forbidden(): boolean {
    return isForbidden(this.object, this.#universe);
  }

  /** Its nonces wait for the job. */
  get awaitsJob(): boolean {
    return awaitsJob(this.object, this.row?.deployment);
  }

  /** The savepoint that the spec names, as the platform has it. */
  get registered(): string | undefined {
    const location = at(this.object.spec, "initialSavepointSpec", "savepointLocation");
    const found = [...this.#state.savepoints.values()].find((one) => one.spec.savepointLocation === location);
    return found?.status.state;
  }

  get #uid(): string {
    return this.object.metadata.uid ?? "";
  }

  get #state(): State {
    return this.#universe.platform.state;
  }

  get #rows(): Row[] {
    return [...this.#state.rows.values()];
  }
}
