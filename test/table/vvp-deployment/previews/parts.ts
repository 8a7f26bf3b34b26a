import type { Changes } from "../rule-rows.ts";

/** Where the spec of the deployment is in a resource. */
export const at = "spec.deployment.spec";

/** Where the spec of its job is. */
export const job = `${at}.template.spec`;

/** A resource whose projection is switched off. */
export const paused: Changes = { "metadata.annotations": { "weir.dev/paused": "true" } };

/** A resource in PUT mode. */
export const putMode: Changes = { "spec.syncingMode": "PUT" };

/** A template that is not that of the example. */
export const template: Changes = { [`${job}.parallelism`]: 4 };

/** How a change of the template comes to the job. */
export function strategy(kind: string): Changes {
  return { [`${at}.upgradeStrategy`]: { kind } };
}

/** What a job starts from. */
export function restore(kind: string): Changes {
  return { [`${at}.restoreStrategy`]: { kind } };
}

/** A state that is asked for; undefined: none is. */
export function toState(state: string | undefined): Changes {
  return { [`${at}.state`]: state };
}

/** A linked resource whose last pass saw this state. */
export function seen(actualState: string): Changes {
  return { status: { deploymentId: "1", actualState } };
}

/** A job that runs as it should. */
export const running: Changes = { ...seen("RUNNING"), ...toState("RUNNING") };

/** A job that is stopped as it should be. */
export const suspended: Changes = { ...seen("SUSPENDED"), ...toState("SUSPENDED") };

/** An edit, or a creation, and what its preview says. */
export interface Row {
  readonly name: string;
  readonly why: string;
  /** What the stored version differs in from the example; absent at a creation. */
  readonly before?: Changes;
  /** What the edit, or the creation, changes. */
  readonly edit: Changes;
  readonly says: readonly string[];
}
