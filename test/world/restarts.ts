import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { stateBeforeDeletion } from "../../shared/kinds/vvp-deployment/policies.ts";
import type { Row } from "../../simulators/app-manager/state.ts";
import type { World } from "./world.ts";

/**
 * Watches what restarts the one job of a world, call by call: the marks that its template carried, one after another, and
 * how often it was stopped although its resource wants it RUNNING.
 */
export class RestartWatch {
  readonly marks: (string | undefined)[] = [undefined];
  stops = 0;
  readonly #world: Pick<World, "cluster" | "platform">;
  /** The deployment as it was last; the platform replaces it where it changes anything. */
  #row: Row | undefined;
  #desired: unknown;
  /** Whether its job had ended by itself: nothing is stopped then. */
  #ended = false;
  #id: string | undefined;
  #mark: string | undefined;

  constructor(world: Pick<World, "cluster" | "platform">) {
    this.#world = world;
  }

  /** Takes in what somebody else did to the deployment; it is none of the operator's stops. */
  forgive(): void {
    const { stops } = this;
    this.look();
    this.stops = stops;
  }

  look(): void {
    const id = this.#world.platform.state.names.get("default/my-deployment");
    const row = id === undefined ? undefined : this.#world.platform.state.rows.get(id);
    if (row === this.#row) return;
    this.#row = row;
    const spec = row?.deployment.spec;
    const mark = at(spec, "template", "metadata", "annotations", "weir.dev/restart");
    const text = typeof mark === "string" ? mark : undefined;
    // One that goes, or is new and bare, is no restart.
    const isBare = text === undefined && id !== this.#id;
    if (row !== undefined && text !== this.#mark && !isBare) this.marks.push(text);
    if (row !== undefined) [this.#id, this.#mark] = [id, text];
    const object = this.#world.cluster.find("my-deployment");
    const wanted = object === undefined || isStoppedForDeletion(object) ? undefined : wantedState(object);
    const desired = at(spec, "state");
    const wasUp = this.#desired === "RUNNING" && !this.#ended;
    if (wanted === "RUNNING" && wasUp && desired !== "RUNNING") this.stops += 1;
    this.#desired = desired;
    this.#ended = hasEnded(row?.deployment.status.state);
  }
}

/** Whether a deployment in that state is one whose job came to its end by itself (F5). */
export function hasEnded(state: unknown): boolean {
  return state === "FINISHED" || state === "FAILED";
}

function wantedState({ spec }: KubeObject): unknown {
  return at(spec, "deployment", "spec", "state");
}

function isStoppedForDeletion(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined && stateBeforeDeletion(object, {}) !== undefined;
}
