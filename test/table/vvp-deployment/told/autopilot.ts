import type { Told } from "./told.ts";
import { blocked, overridden, projected, savepoint } from "./words.ts";

/** What is told while Autopilot scales and when it has: its override once (R124, X7). */
export const autopilotNews: Told = {
  "Autopilot and parallelism": {
    "another parallelism than the spec's, until Autopilot comes back to it": [
      ["Autopilot has scaled to 8", overridden],
    ],
    "another parallelism than the spec's, until Autopilot is switched off": [["Autopilot has scaled to 8", overridden]],
    "another parallelism than the spec's, until the spec says the same": [
      ["Autopilot has scaled to 8", overridden],
      ["the spec says 8", projected("PATCH")],
    ],
    "another parallelism where the setting counts the condition as informational": [
      ["Autopilot has scaled to 8", overridden],
    ],
    "what the platform says of Autopilot is an error": [
      ["savepointNonce changes", savepoint],
      ["somebody cancels the job", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "what the platform says of Autopilot is rubbish": [
      ["savepointNonce changes", savepoint],
      ["somebody cancels the job", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "what the platform says of Autopilot is nothing": [
      ["savepointNonce changes", savepoint],
      ["somebody cancels the job", projected("PATCH", "CANCELLED → RUNNING")],
    ],
  },
  "while Autopilot scales": {
    "from the beginning of a scaling to its end, with edits in between": [
      ["the user edits flinkConfiguration", projected("PATCH")],
      [
        "the user asks by both nonces",
        blocked("savepoint", 1, "Autopilot was scaling"),
        blocked("restart", 1, "Autopilot was scaling"),
      ],
      ["the scaling has ended", overridden],
      ["a new value of one nonce", savepoint],
    ],
    "a full definition while Autopilot scales": [["the user edits flinkConfiguration", projected("PUT")]],
    "another state that the user asks for while Autopilot scales": [
      ["the user asks for CANCELLED", projected("PATCH")],
      ["the scaling has ended", projected("PATCH", "RUNNING → CANCELLED"), overridden],
    ],
  },
  "nonces while Autopilot scales": {
    "a restart that waits behind a savepoint when Autopilot begins to scale": [
      ["savepointNonce changes", savepoint],
      [
        "Autopilot begins to scale, and the savepoint fails with the job",
        blocked("restart", 1, "Autopilot was scaling when its turn came"),
      ],
    ],
  },
};
