import type { Outcome } from "../../core/action.ts";
import type { Fault } from "../../core/error.ts";
import { snapshots } from "../../flink/snapshot-resource.ts";
import type { Act, FlinkFinding } from "./view.ts";

const refusals: ReadonlySet<string> = new Set(["Rejected", "Missing", "Denied"]);

/** Rules of what a cluster goes on without. */
const asides: ReadonlySet<string> = new Set(["apply-ingress", "retry-ingress", "scale"]);

/** True for an effect that may bring an object of the cluster into being after the pass that sent it. */
export function brings(action: Act): boolean {
  const makes = action.type === "kubernetes/apply" || action.type === "kubernetes/create";
  return makes && action.kind !== snapshots;
}

/** True where the next look finds a refusal on record and knows what to do about it. */
export function isAside(rule: string): boolean {
  return asides.has(rule);
}

/** What the API server has against an object that the cluster cannot do without. */
export function refusedPart({ rule, outcomes }: Pick<FlinkFinding, "rule" | "outcomes">): Fault | undefined {
  if (isAside(rule)) return undefined;
  const isRefusal = (one: Outcome<Act>) => one.result !== "done" && brings(one.action) && refusals.has(one.fault.code);
  const refused = outcomes.find(isRefusal);
  return refused === undefined || refused.result === "done" ? undefined : refused.fault;
}
