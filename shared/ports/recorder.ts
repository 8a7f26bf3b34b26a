import type { KubeEvent } from "../core/kube-event.ts";

/** Kubernetes Events. */
export interface Recorder {
  /**
   * Creates an Event; false where there is one of that name, which then is this one.
   *
   * Guarantees: every rejection is an `OperatorError` as those of `Cluster`; whoever creates one again after a doubtful
   * outcome makes no second one.
   */
  record(event: KubeEvent): Promise<boolean>;
}

/** An Event to be created, as a value. */
export interface EventAction {
  readonly type: "kubernetes/event";
  readonly event: KubeEvent;
}
