import { type Condition, conditionOf } from "../../core/condition.ts";
import { conditionsOf } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { blockedText } from "./nonce-aligned.ts";
import { nonceNames } from "./nonce-memory.ts";
import type { VvpStatus } from "./schema.ts";
import type { View } from "./view.ts";

interface Warning {
  readonly type: string;
  /** One problem, however it is worded: going from one of them to another is no news. */
  readonly reasons: readonly string[];
  /** How the sentence goes on behind "Kubernetes operator"; the condition's own message follows it. */
  readonly about: (name: string) => string;
  /** True where it was told before something that cannot be known took its place; where absent, nothing does. */
  readonly hidden?: (view: View) => boolean;
}

/** The conditions whose beginning is worth a warning (X7, R124). */
const warnings: readonly Warning[] = [
  { type: "SpecAligned", reasons: ["SyncDisabled"], about: (name) => `does not project the spec of ${name}` },
  {
    type: "ParallelismAligned",
    reasons: ["AutopilotManaged"],
    about: (name) => `found that Autopilot overrides the parallelism of ${name}`,
  },
  {
    type: "DeletionBlocked",
    reasons: ["DeploymentStillActive", "PolicyNotUnderstood", "UpdateUnconfirmed"],
    about: (name) => `does not delete ${name} yet`,
  },
  {
    type: "Consistent",
    reasons: ["AppManagerRecordNotFound", "ResourceDeleted"],
    about: (name) => `has lost the deployment ${name}`,
    hidden: ({ object }) => wasLost(object),
  },
  { type: "Consistent", reasons: ["DBRecordMissing"], about: (name) => `has lost its record of ${name}` },
];

/**
 * What conditions begin to say with this pass.
 *
 * Guarantees: once for as long as a condition stands; a blocked nonce once for each change that leads to one.
 * Caveats: a record that is gone is told of again after an outage, since nothing else in the status shows that it was.
 */
export function tellWarnings(view: View, record: OperatorRecord | undefined, after: readonly Condition[]): string[] {
  const before = conditionsOf(view.object);
  const name = view.target?.name ?? "";
  const begun = warnings.flatMap(({ type, reasons, about, hidden }) => {
    const condition = conditionOf(after, type);
    const stands = (one: Condition | undefined) => one !== undefined && reasons.includes(one.reason);
    return condition !== undefined && stands(condition) && !stands(conditionOf(before, type)) && hidden?.(view) !== true
      ? [`${about(name)}: ${condition.message}`]
      : [];
  });
  return [...begun, ...tellBlocked(view, record, { before, after })];
}

/** An outage keeps the rest of the status, which tells of no state once a deployment is gone that there was. */
function wasLost(object: View["object"]): boolean {
  const { deploymentId, actualState } = (object.status ?? {}) as Partial<VvpStatus>;
  const unknown = conditionOf(conditionsOf(object), "Consistent")?.status === "Unknown";
  return unknown && deploymentId !== undefined && actualState === undefined;
}

/** A nonce that is blocked again is news although the reason stays; what its message says of it is not the same. */
function tellBlocked(
  view: View,
  record: OperatorRecord | undefined,
  { before, after }: { readonly before: readonly Condition[]; readonly after: readonly Condition[] },
): string[] {
  const said = (conditions: readonly Condition[], text: string) =>
    conditionOf(conditions, "NonceAligned")?.message.includes(text) === true;
  return nonceNames.flatMap((name) => {
    const text = blockedText(name, view, record);
    if (text === undefined || !said(after, text) || said(before, text)) return [];
    return [`blocked the ${name} of ${view.target?.name}: ${text}`];
  });
}
