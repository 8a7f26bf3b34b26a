import type { Condition } from "../../../shared/core/condition.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { Facts } from "./facts.ts";
import type { Oracle } from "./oracle.ts";
import { truths } from "./truths.ts";

/** What `Healthy` sums up, with the status in which each of it is well; absent ones are well (R80 to R84). */
const counted: Readonly<Record<string, Condition["status"]>> = {
  Consistent: "True",
  SpecAligned: "True",
  NonceAligned: "True",
  ParallelismAligned: "True",
  DeletionBlocked: "False",
};

/** Those that sum up others, for people and for tools that wait. */
const sums: ReadonlySet<string> = new Set(["Healthy", "Ready", "Reconciling", "Stalled"]);

/** L3, L6: what a resource at rest says is so, and nobody waits for what is there already. */
export const truth: Oracle = (universe) =>
  universe.server.cluster.all().flatMap((object) => {
    const facts = new Facts(universe, object);
    const said = conditionsOf(object);
    const untrue = said.flatMap(({ type, reason }) => {
      if (sums.has(type) || isFrozen(type, facts)) return [];
      const isTrue = truths[type]?.[reason];
      if (isTrue === undefined) return [`says ${type} ${reason}, of which nobody knows when it is true`];
      return isTrue(facts) ? [] : [`says ${type} ${reason}, and that is not so`];
    });
    return [...untrue, ...sumOf(said)].map((wrong) => `L3: ${object.metadata.name} ${wrong}`);
  });

/** Without its record, or the deployment on record, nothing is known of the rest, which stays as it was said last (F13). */
function isFrozen(type: string, facts: Facts): boolean {
  return type !== "Consistent" && (facts.remade || facts.lacksRecord);
}

/** What is wrong with `Healthy`, which is True where all is well, and otherwise has the reason of what is not. */
function sumOf(said: readonly Condition[]): string[] {
  const healthy = said.find(({ type }) => type === "Healthy");
  if (healthy === undefined) return [];
  const sick = said.filter(({ type, status }) => counted[type] !== undefined && status !== counted[type]);
  const only = sick.length > 1 ? "SubConditionsFailing" : sick[0]?.reason;
  const [status, reason] = only === undefined ? ["True", "AllConditionsMet"] : ["False", only];
  if (healthy.status === status && healthy.reason === reason) return [];
  return [`says Healthy is ${healthy.status} (${healthy.reason}), and it is ${status} (${reason})`];
}
