/** What users do, from the first step to the last. */
export const flows = {
  F1: "A resource is created: admission, record, one POST, and then rest; also where the platform refuses it, or its answer is lost.",
  F2: "An edit in PATCH mode: what the resource gives goes out, and is said to have gone out.",
  F3: "An edit in PUT mode: the full definition goes out, and resets what is left out.",
  F4: "The mode is switched: it takes effect with the next change of content.",
  F5: "The state is changed back and forth, and jobs end by themselves.",
  F6: "Savepoints are asked for, blocked, asked for anew and taken back.",
  F7: "Restarts likewise.",
  F8: "Autopilot scales while the user edits.",
  F9: "Projection is switched off and on again.",
  F10: "A resource is deleted: while its job runs, after it failed, without access.",
  F11: "Somebody changes the deployment on the platform.",
  F12: "A resource names a deployment that is not its own.",
  F13: "Record and deployment, each there or gone, or not to be seen.",
  F14: "The token is replaced.",
  F15: "Weir's own processes end, start anew, and work side by side.",
  F16: "A resource is handed over to another operator.",
} as const;
