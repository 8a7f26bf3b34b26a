import type { Row } from "../../../world/scenario.ts";
import { creationRows } from "./create.ts";
import { doubtRows } from "./doubt.ts";
import { deletionRows } from "./deletion.ts";
import { heldRows } from "./held.ts";
import { orphanRows } from "./orphans.ts";
import { outageRows, updateFaultRows } from "./outage.ts";
import { refusalRows } from "./refusal.ts";
import { stateRows } from "./states.ts";
import { updateRows } from "./update.ts";

/** Every strict table of this kind, by topic. */
export const allRows: { readonly [topic: string]: readonly Row[] } = {
  creation: creationRows,
  "creation refused": refusalRows,
  "creation in doubt": doubtRows,
  update: updateRows,
  states: stateRows,
  "held back": heldRows,
  orphans: orphanRows,
  deletion: deletionRows,
  "faults of a look": outageRows,
  "faults of an update": updateFaultRows,
};
