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
  readonly name: string;
  readonly at: number;
}

/** The one TaskManager that stands for all of a native cluster. */
export const taskManagerOf = (name: string) => `${name}-taskmanager-1-1`;
