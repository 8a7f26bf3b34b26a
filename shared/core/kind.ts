import type * as z from "zod";
import type { Action, Outcome, Plan } from "./action.ts";
import { type Decision, firstMatch } from "./chain.ts";
import type { Aggregate, AnyRow, Condition } from "./condition.ts";
import type { Mirror } from "./happening.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { KubeObject, Names } from "./object.ts";
import { oncePer } from "./once-per.ts";
import { type OperatorRecord, readRecord } from "./record.ts";
import type { Review, Rule, Violation } from "./rule.ts";
import type { ReadSecret } from "./secret.ts";
import type { Settings } from "./settings.ts";
import { validate } from "./validate.ts";

/** One column of `kubectl get`; `priority` 1 shows with `-o wide`. */
export interface Column {
  readonly name: string;
  readonly type: "string" | "boolean" | "integer" | "date";
  readonly jsonPath: string;
  readonly description: string;
  readonly priority?: 0 | 1;
}

/** Where the `scale` subresource finds its numbers, as JSON paths; with it `kubectl scale` and autoscalers of pods work. */
export interface Scale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath: string;
}

/** What the API server must know of a kind: its CRD and policies are made from this. */
export interface ResourceDefinition {
  readonly names: Names;
  readonly summary: string;
  readonly schema: { readonly spec: z.ZodType; readonly status: z.ZodType };
  readonly columns: readonly Column[];
  readonly rules: readonly Rule[];
  readonly scale?: Scale;
}

/** What counts as input besides the spec; changes of these do not move `metadata.generation` (AMB-27). */
export interface Inputs {
  readonly labels: readonly string[];
  /** `any`: every annotation, so that a change of whichever one asks for a pass. */
  readonly annotations: readonly string[] | "any";
}

/**
 * What a kind needs at the API server besides its own resource, and why; a secret is only ever read by name (D13).
 * Server-side apply needs `patch`, and `create` for what is not there yet.
 */
export interface Permission {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly ("get" | "list" | "create" | "patch" | "update" | "delete")[];
  readonly why: string;
}

/** What a look at other objects says of one under review. */
export interface Examination {
  readonly denials: readonly Violation[];
  readonly warnings: readonly Violation[];
}

/** What a pass starts from. */
export interface Gathering<Ports> {
  readonly object: KubeObject;
  readonly ports: Ports;
  readonly settings: Settings;
  /** Milliseconds since the epoch by the API server's clock, from the read of the object. */
  readonly now: number;
  /** Ends what has not been sent yet. */
  readonly signal: AbortSignal;
  /** What came of the effects that an earlier attempt of the same pass sent, having lost the race to record them. */
  readonly unrecorded?: readonly Outcome[];
}

/** What a pass found and did, for the judgement of conditions and the memory of it. */
export interface Finding<View, Act extends Action, Value> {
  readonly view: View;
  readonly rule: string;
  readonly plan: Plan<Act>;
  readonly outcomes: readonly Outcome<Act, Value>[];
}

/** What a backend's own list of events is told, for the people who look there; told of what is written already (X8). */
export interface Announcements<Act extends Action = Action> {
  /** What was done: told once the record is written, so that no later look can hold it for news. */
  readonly afterRecord: readonly Act[];
  /** What a condition came to say: told once the status is written. */
  readonly afterStatus: readonly Act[];
}

/** What remains of a pass: the record and the status as they should be, and whether to come back soon. */
export interface Conclusion<Act extends Action = Action> {
  /** Undefined: there is nothing to remember, the object carries no record and no finalizer. */
  readonly record: OperatorRecord | undefined;
  readonly status: JsonObject;
  readonly revisit: "moving" | "waiting" | undefined;
  readonly revisitAfterMs?: number;
  readonly announcements?: Announcements<Act>;
}

/** A kind as its folder writes it down. */
export interface KindDefinition<Ports, View, Act extends Action, Value> extends ResourceDefinition {
  readonly conditions: readonly AnyRow<Finding<View, Act, Value>>[];
  readonly aggregate: Aggregate;
  /** What an accepted change will do, as ends of sentences, for whoever applies it; pure and total. */
  readonly preview?: (review: Review) => readonly string[];
  /** What admission looks up about an object that the rules allow, where its key check is on; never rejects (R14). */
  readonly examine?: (review: Review, read: ReadSecret) => Promise<Examination>;
  readonly chain: readonly Decision<View, Plan<Act>>[];
  readonly inputs: Inputs;
  readonly permissions: readonly Permission[];
  /** False for a resource of another instance or namespace; it is left alone without a word (R12, X4). */
  readonly inScope: (object: KubeObject, settings: Settings) => boolean;
  /** True for a resource that names another instance, which reviews it by itself (AMB-14). */
  readonly ofAnother?: (object: KubeObject, settings: Settings) => boolean;
  readonly gather: (gathering: Gathering<Ports>) => Promise<View>;
  /** The record that goes out with the plan's intents, before its first action (D6). */
  readonly claim: (decided: { readonly view: View; readonly plan: Plan<Act> }) => OperatorRecord | undefined;
  readonly conclude: (finding: Finding<View, Act, Value>) => Conclusion<Act>;
  /** Absent: nothing that happens to what its resources stand for is shown as Kubernetes Events. */
  readonly mirror?: Mirror<Ports>;
}

/** One look at a resource: the plan, and what follows from how it went. */
export interface Look<Act extends Action> {
  readonly rule: string;
  readonly plan: Plan<Act>;
  /** What must be on record before the first action; undefined where nothing must. */
  readonly claim: OperatorRecord | undefined;
  /** Takes the outcomes of the actions of `plan`, and no others. */
  readonly conclude: (outcomes: readonly Outcome[]) => Conclusion<Act>;
}

/** A kind as the engine sees it; its view is closed over. */
export interface Kind<Ports, Act extends Action = Action>
  extends Omit<KindDefinition<Ports, never, Act, never>, "conditions" | "chain" | "gather" | "claim" | "conclude"> {
  readonly conditions: readonly Pick<AnyRow<never>, "type" | "healthyWhen" | "summary" | "reasons">[];
  readonly chain: readonly Pick<Decision<never, never>, "name" | "why">[];
  /**
   * Reads what a decision needs and decides.
   *
   * Guarantees: a fault of a backend is part of what it saw, never an exception; nothing is written.
   * Assumptions: `ports` obey their contracts; an exception that still comes out is a defect or the API server's fault.
   */
  readonly look: (gathering: Gathering<Ports>) => Promise<Look<Act>>;
  /** The violations of schema and rules that forbid the object, in the words of admission (S10). */
  readonly validate: (review: Review) => Violation[];
}

/** Closes a definition over its view, so that the engine is generic over kinds without knowing any. */
export function defineKind<Ports, View, Act extends Action, Value>(
  definition: KindDefinition<Ports, View, Act, Value>,
): Kind<Ports, Act> {
  return {
    ...definition,
    validate: (review) => validate(definition, review),
    look: async (gathering) => {
      const view = await definition.gather(gathering);
      const { rule, result: plan } = firstMatch(definition.chain, view);
      return {
        rule,
        plan,
        claim: definition.claim({ view, plan }),
        conclude: (outcomes) =>
          definition.conclude({ view, rule, plan, outcomes: outcomes as readonly Outcome<Act, Value>[] }),
      };
    },
  };
}

/** The conditions that a status carries, without what is rubbish in it; read once for each object. */
export const conditionsOf = oncePer((object: KubeObject): readonly Condition[] => {
  const status = object.status as { conditions?: unknown } | undefined;
  const list: unknown[] = Array.isArray(status?.conditions) ? status.conditions : [];
  const sound: Condition[] = [];
  for (const one of list) {
    if (isCondition(one)) sound.push(isGeneration(one.observedGeneration) ? one : withoutGeneration(one));
  }
  return sound;
});

/** Objects inherit none of these, so that each is read as it is. */
function isCondition(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const { type, status, reason, message, lastTransitionTime } = value;
  return (
    typeof type === "string" &&
    typeof status === "string" &&
    typeof reason === "string" &&
    typeof message === "string" &&
    typeof lastTransitionTime === "string"
  );
}

function isGeneration(value: unknown): boolean {
  return value === undefined || Number.isSafeInteger(value);
}

function withoutGeneration({ observedGeneration: _rubbish, ...rest }: Condition): Condition {
  return rest;
}

/** The record of an object if it is its own. */
export function ownRecord(object: KubeObject): OperatorRecord | undefined {
  const reading = readRecord(object);
  return reading.state === "own" ? reading.record : undefined;
}
