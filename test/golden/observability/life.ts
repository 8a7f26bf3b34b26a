import type { KubeObject } from "../../../shared/core/object.ts";

/** A resource as Weir leaves it, and what fires when it stays so for forty minutes. */
export interface Life {
  /** Of the resource as well. */
  readonly name: string;
  readonly why: string;
  readonly live: () => Promise<KubeObject>;
  readonly alarms: readonly string[];
}
