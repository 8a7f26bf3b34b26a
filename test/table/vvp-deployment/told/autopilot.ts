import type { Told } from "./told.ts";
import { blocked, overridden, projected, restart, savepoint } from "./words.ts";

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
  "a scaling that the platform does not tell of": {
    "a scaling that the platform does not tell of is guessed from the state that it wants": [
      ["the job runs again", overridden],
    ],
    "a guess has a cap": [["the cap", projected("PATCH", "CANCELLED → RUNNING")]],
    "a guess that is switched off": [
      ["the platform wants the job CANCELLED", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "a start that the user asks for is no scaling": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "a stop that the user asks for is projected although a scaling is guessed": [
      ["SUSPENDED is asked for", projected("PATCH", "CANCELLED → SUSPENDED")],
    ],
    "a stop that a restart has made is no scaling": [["it has stopped", restart]],
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
