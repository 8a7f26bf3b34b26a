import { isObject, type JsonValue, member } from "../../core/json.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { diffSpecs } from "../../flink/diff.ts";
import { isHighlyAvailable } from "../../flink/high-availability.ts";
import { specsBefore } from "../../flink/rules/change-rules.ts";
import { configurationOf } from "../../flink/rules/review-configuration.ts";

/** 2.8, and what follows from 2.7: no state goes silently. */
export const sessionChangeRule: Rule = {
  name: "session-jobs-at-risk",
  why: "2.8: the jobs of a session cluster end with it; only metadata that the next JobManager reads brings them back.",
  severity: "warn",
  path: "spec",
  message:
    "ends the jobs of the session cluster, and nothing would bring them back: while it runs jobs with state the change waits until they are suspended, or given upgradeMode stateless",
  holds: (review) =>
    member(review.object.spec, "job") !== undefined ||
    specsBefore(review).every((before) => !leavesJobs(before, review)),
};

/** A change between these specs lets the cluster go, and no metadata tells the next one of its jobs. */
function leavesJobs(before: JsonValue, review: Review): boolean {
  const { object } = review;
  if (!isObject(before) || !isObject(object.spec) || diffSpecs(before, object.spec).class !== "UPGRADE") return false;
  const keepsJobs = [before, object.spec].every((spec) =>
    isHighlyAvailable(configurationOf({ ...review, object: { ...object, spec } })),
  );
  return !keepsJobs || before.flinkVersion !== object.spec.flinkVersion;
}
