import type { News } from "../../../world/scenario.ts";

/** By topic and name of a row: the steps that tell the platform's events something; a row that is not here tells nothing. */
export interface Told {
  readonly [topic: string]: { readonly [row: string]: readonly News[] };
}
