import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";
import { onceDeployed, specsBefore } from "../../flink/rules/change-rules.ts";
import { flinkVersions, versionProblem } from "../../flink/versions.ts";

const path = "spec.flinkVersion";
const namesOf = (support: string) => flinkVersions.filter((one) => one.support === support).map(({ name }) => name);
const refused: readonly string[] = namesOf("refused");
const deprecated: readonly string[] = namesOf("deprecated");

const version = (spec: string) => `(has(${spec}.flinkVersion) ? ${spec}.flinkVersion : '')`;
const before = "oldSelf.spec.job";
const wasSuspended =
  `has(${before}) && has(${before}.state) && ${before}.state == 'suspended' && ` +
  `has(${before}.upgradeMode) && ${before}.upgradeMode in ['last-state', 'stateful']`;
const discards = "has(self.spec.job) && has(self.spec.job.upgradeMode) && self.spec.job.upgradeMode == 'stateless'";

/** FD-2 to FD-4. */
export const versionRules: readonly Rule[] = [
  {
    name: "version-given",
    why: "FD-2: options, objects and the way a job is stopped depend on it.",
    severity: "deny",
    path,
    message: versionProblem(undefined) ?? "",
    cel: { layer: "schema", at: "spec", expression: "has(self.flinkVersion)", reason: "FieldValueRequired" },
    holds: ({ object }) => at(object.spec, "flinkVersion") !== undefined,
  },
  {
    name: "version-supported",
    why: "FD-3: the Apache operator gave them up with 1.7; nobody tries them any more.",
    severity: "deny",
    path,
    message: `must be newer than ${refused.join(" and ")}, which are no longer supported; move the job to v1_15 first`,
    cel: { layer: "schema", at: path, expression: `!(self in ${JSON.stringify(refused)})` },
    holds: ({ object }) => !refused.includes(String(at(object.spec, "flinkVersion"))),
  },
  {
    name: "version-deprecated",
    why: "1.3: the Flink project no longer mends them, and a later Weir may refuse them.",
    severity: "warn",
    path,
    message: `is one of the deprecated ${deprecated.join(", ")}`,
    holds: ({ object }) => !deprecated.includes(String(at(object.spec, "flinkVersion"))),
  },
  {
    name: "version-after-last-state",
    why: "FD-4: the state of a job that was suspended by last-state lies in a form that only its own version reads.",
    severity: "deny",
    path,
    message:
      "cannot change while the job is suspended with upgradeMode last-state: resume it first, or give up its state with stateless",
    cel: onceDeployed(`!(${wasSuspended}) || (${discards}) || ${version("self.spec")} == ${version("oldSelf.spec")}`),
    holds: (review) =>
      at(review.object.spec, "job", "upgradeMode") === "stateless" ||
      specsBefore(review).every(
        (spec) =>
          at(spec, "job", "state") !== "suspended" ||
          !["last-state", "stateful"].includes(String(at(spec, "job", "upgradeMode"))) ||
          at(spec, "flinkVersion") === at(review.object.spec, "flinkVersion"),
      ),
  },
];
