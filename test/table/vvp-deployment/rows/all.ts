import type { Row } from "../../../world/scenario.ts";
import { adoptionRows } from "./adoption.ts";
import { adoptionDoubtRows } from "./adoption-doubt.ts";
import { autopilotRows } from "./autopilot.ts";
import { autopilotGuessRows } from "./autopilot-guess.ts";
import { autopilotMemoryRows } from "./autopilot-memory.ts";
import { autopilotNonceRows } from "./autopilot-nonces.ts";
import { autopilotScalingRows } from "./autopilot-scaling.ts";
import { baselineRows } from "./baseline.ts";
import { creationRows } from "./create.ts";
import { expiredCreationRows } from "./creation-expired.ts";
import { credentialRows } from "./credentials.ts";
import { deletionRows } from "./deletion.ts";
import { deletionFaultRows } from "./deletion-faults.ts";
import { lateDeletionRows } from "./deletion-late.ts";
import { orphanDeletionRows } from "./deletion-orphans.ts";
import { toggleDeletionRows } from "./deletion-toggle.ts";
import { unprovenDeletionRows } from "./deletion-unproven.ts";
import { doubtRows } from "./doubt.ts";
import { doubtfulAnswerRows } from "./doubtful-answers.ts";
import { driftRows } from "./drift.ts";
import { driftCorrectionRows } from "./drift-correct.ts";
import { driftPutRows } from "./drift-put.ts";
import { handoverRows } from "./handover.ts";
import { deletedHandoverRows } from "./handover-deleted.ts";
import { refusedHandoverRows } from "./handover-refused.ts";
import { heldRows } from "./held.ts";
import { initialSavepointRows } from "./initial-savepoint.ts";
import { initialSavepointRefusedRows } from "./initial-savepoint-refused.ts";
import { mendedRows } from "./mended.ts";
import { nonceBehindRows } from "./nonces-behind.ts";
import { nonceBehindDoubtRows } from "./nonces-behind-doubt.ts";
import { nonceDeniedRows } from "./nonces-denied.ts";
import { nonceDoubtRows } from "./nonces-doubt.ts";
import { nonceFreshRows } from "./nonces-fresh.ts";
import { nonceHeldRows } from "./nonces-held.ts";
import { nonceOrderRows } from "./nonces-order.ts";
import { noncePausedRows } from "./nonces-paused.ts";
import { restartNonceRows } from "./nonces-restart.ts";
import { savepointNonceRows } from "./nonces-savepoint.ts";
import { nonceTogetherRows } from "./nonces-together.ts";
import { nonceToggleRows } from "./nonces-toggle.ts";
import { nonceToggleEditRows } from "./nonces-toggle-edits.ts";
import { nonceToggleHeldRows } from "./nonces-toggle-held.ts";
import { nonceTogglePutRows } from "./nonces-toggle-put.ts";
import { nonceToggleRefusedRows } from "./nonces-toggle-refused.ts";
import { nonceWaitRows } from "./nonces-wait.ts";
import { orphanRows } from "./orphans.ts";
import { orphanNonceRows } from "./orphans-nonce.ts";
import { orphanOutageRows } from "./orphans-outage.ts";
import { outageRows } from "./outage.ts";
import { deletionPolicyRows } from "./policies-deletion.ts";
import { heldDeletionPolicyRows } from "./policies-deletion-held.ts";
import { observeRows } from "./policies-observe.ts";
import { refusalRows } from "./refusal.ts";
import { refusedNonceRows } from "./refusal-nonce.ts";
import { requestedRows } from "./requested.ts";
import { stateRows } from "./states.ts";
import { updateRows } from "./update.ts";
import { updateFaultRows } from "./update-faults.ts";
import { lateUpdateRows } from "./update-late.ts";

/** Every strict table of this kind, by topic. */
export const allRows: { readonly [topic: string]: readonly Row[] } = {
  creation: creationRows,
  "creation refused": refusalRows,
  "a nonce and a refused creation": refusedNonceRows,
  "creation and a token that expires": expiredCreationRows,
  "creation in doubt": doubtRows,
  "answers to a creation that settle nothing": doubtfulAnswerRows,
  update: updateRows,
  states: stateRows,
  "held back": heldRows,
  "what is mended": mendedRows,
  "the savepoint nonce": savepointNonceRows,
  "savepoints in doubt": nonceDoubtRows,
  "savepoints without access": nonceDeniedRows,
  "the restart nonce": restartNonceRows,
  "nonces and the rest of an edit": nonceOrderRows,
  "nonces and one another": nonceTogetherRows,
  "what waits behind a savepoint": nonceBehindRows,
  "what waits behind a savepoint in doubt": nonceBehindDoubtRows,
  "a restart by way of the state": nonceToggleRows,
  "edits that cross such a restart": nonceToggleEditRows,
  "a full definition and such a restart": nonceTogglePutRows,
  "a restart whose start is refused": nonceToggleRefusedRows,
  "a restart that is held back half-way": nonceToggleHeldRows,
  "nonces of a fresh resource": nonceFreshRows,
  "nonces that may wait": nonceWaitRows,
  "nonces while projection is off": noncePausedRows,
  "nonces that are held back": nonceHeldRows,
  "Autopilot and parallelism": autopilotRows,
  "while Autopilot scales": autopilotScalingRows,
  "nonces while Autopilot scales": autopilotNonceRows,
  "a scaling that the platform does not tell of": autopilotGuessRows,
  "a scaling that is not seen any more, or does not end": autopilotMemoryRows,
  drift: driftRows,
  "drift in PUT mode": driftPutRows,
  "drift that is corrected": driftCorrectionRows,
  adoption: adoptionRows,
  "adoption refused or in doubt": adoptionDoubtRows,
  "what is found for the first time": baselineRows,
  "a savepoint to start from": [...initialSavepointRows, ...initialSavepointRefusedRows],
  "only looking": observeRows,
  "a pass that is asked for": requestedRows,
  "handed over": handoverRows,
  "a handover that is refused": refusedHandoverRows,
  "a handover and a deletion": deletedHandoverRows,
  orphans: [...orphanRows, ...orphanNonceRows, ...orphanOutageRows],
  "faults of a look": outageRows,
  "tokens and their Secrets": credentialRows,
  "faults of an update": updateFaultRows,
  "an update that is applied late": lateUpdateRows,
  deletion: deletionRows,
  "what becomes of the deployment": deletionPolicyRows,
  "a policy of the deletion that meets a pause or a refusal": heldDeletionPolicyRows,
  "deletion in the middle of a restart": toggleDeletionRows,
  "deletion behind a full definition in doubt": lateDeletionRows,
  "deletion of orphans": orphanDeletionRows,
  "deletion and faults": deletionFaultRows,
  "deletion and a 404 that proves nothing": unprovenDeletionRows,
};
