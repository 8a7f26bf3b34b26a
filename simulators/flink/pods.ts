import type { Process } from "./state.ts";

/** A JobManager's pod. */
export interface Pod {
  readonly uid: string;
  /** It took the place of one that died. */
  readonly again?: boolean;
  /** When the process answers. */
  readonly startsAt: number;
  process: Process | undefined;
}

/** A pod that is on its way down after its Deployment has gone. */
export interface Leaving {
  readonly namespace: string;
  readonly cluster: string;
  readonly name: string;
  readonly at: number;
}
