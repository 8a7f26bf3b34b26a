import type { Row } from "../../../world/scenario.ts";
import { creationRows } from "./create.ts";
import { doubtRows } from "./doubt.ts";
import { refusalRows } from "./refusal.ts";

/** Every strict table of this kind, by topic. */
export const allRows: { readonly [topic: string]: readonly Row[] } = {
  creation: creationRows,
  "creation refused": refusalRows,
  "creation in doubt": doubtRows,
};
