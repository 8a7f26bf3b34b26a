/** Every invariant by name: who is to blame when it is broken, and what it says (2.9). */
export const INVARIANTS = {
  "one-live-job": { by: "platform", says: "a deployment has at most one job that has not ended" },
  "no-lost-job": { by: "platform", says: "a job that has not ended is the one of its deployment" },
  "running-job": { by: "platform", says: "a RUNNING deployment has a STARTED job" },
  "foreign-write": { by: "platform", says: "nobody but its owner changes a locked deployment" },
  "one-savepoint-per-mark": { by: "operator", says: "no two savepoints carry the same annotations of a client" },
  "no-state-while-scaling": { by: "operator", says: "nobody changes the desired state while Autopilot scales" },
  "no-creation-only-path": { by: "operator", says: "a PATCH names none of `creationOnlyPaths`" },
  "complete-replacement": { by: "operator", says: "a PUT of an operator carries all that R57–R63 list" },
} as const;

/** A broken invariant; `message` says what happened. */
export type Violation = {
  readonly rule: keyof typeof INVARIANTS;
  readonly by: "platform" | "operator";
  readonly message: string;
};

/** A violation of a rule. */
export function violate(rule: keyof typeof INVARIANTS, message: string): Violation {
  return { rule, by: INVARIANTS[rule].by, message };
}
