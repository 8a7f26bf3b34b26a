/** What the fields of the spec do. */
export const projection = {
  R22: "syncingMode is required, and is PATCH or PUT.",
  R23: "PATCH sends only the fields that the resource gives.",
  R24: "PATCH leaves what the resource omits as it is on the platform.",
  R25: "PUT sends the full definition.",
  R26: "PUT resets what the resource omits.",
  R27: "The mode may be switched at any time.",
  R28: "A switched mode takes effect with the next change of the spec.",
  R29: "initFields are optional, and used only at creation in PATCH mode.",
  R30: "In PUT mode initFields are ignored, which is no error.",
  R31: "initFields are merged into the body of the creation.",
  R32: "After the creation initFields are never sent, whatever changes and in whichever mode.",
  R33: "initFields have the structure of spec.deployment.",
} as const;

/** What savepointNonce and restartNonce do. */
export const nonces = {
  R34: "A changed savepointNonce takes one savepoint of the running job.",
  R35: "A changed restartNonce restarts the running job once.",
  R36: "Any other number than before triggers.",
  R37: "A smaller number triggers like a greater one.",
  R38: "On a fresh resource any number triggers, 0 included.",
  R39: "null asks for nothing.",
  R40: "An unchanged value never triggers again; 1, 2, 1 triggers three times.",
  R41: "If the job is not RUNNING the operation is blocked, and NonceAligned says so.",
  R42: "What was blocked needs a new value once the job runs again.",
  R43: "A blocked value is consumed: setting it again does nothing.",
  R44: "The two nonces do not depend on one another.",
  R45: "One accepted change is one operation, whatever is delivered twice.",
} as const;
