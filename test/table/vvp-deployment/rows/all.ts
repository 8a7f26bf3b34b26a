import type { Row } from "../../../world/scenario.ts";
import { creationRows } from "./create.ts";
import { deletionRows } from "./deletion.ts";
import { deletionFaultRows } from "./deletion-faults.ts";
import { orphanDeletionRows } from "./deletion-orphans.ts";
import { doubtRows } from "./doubt.ts";
import { doubtfulAnswerRows } from "./doubtful-answers.ts";
import { heldRows } from "./held.ts";
import { orphanRows } from "./orphans.ts";
import { outageRows } from "./outage.ts";
import { refusalRows } from "./refusal.ts";
import { stateRows } from "./states.ts";
import { updateRows } from "./update.ts";
import { updateFaultRows } from "./update-faults.ts";

/** Every strict table of this kind, by topic. */
export const allRows: { readonly [topic: string]: readonly Row[] } = {
  creation: creationRows,
  "creation refused": refusalRows,
  "creation in doubt": doubtRows,
  "answers to a creation that settle nothing": doubtfulAnswerRows,
  update: updateRows,
  states: stateRows,
  "held back": heldRows,
  orphans: orphanRows,
  "faults of a look": outageRows,
  "faults of an update": updateFaultRows,
  deletion: deletionRows,
  "deletion of orphans": orphanDeletionRows,
  "deletion and faults": deletionFaultRows,
};
