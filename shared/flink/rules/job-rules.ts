import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";

/** Rules on `spec.job` that look at nothing else, for every kind with a job. */
export const jobRules: readonly Rule[] = [
  {
    name: "stateful-spelling",
    why: "5.6: the guide's word; the Apache operator's schema does not know it.",
    severity: "warn",
    path: "spec.job.upgradeMode",
    message: 'is "stateful", which Weir takes for "last-state"; the Apache operator knows only that word',
    holds: ({ object }) => at(object.spec, "job", "upgradeMode") !== "stateful",
  },
  {
    name: "something-to-run",
    why: "Without a JAR and without a class Flink has no main method to call, and the job never starts.",
    severity: "warn",
    path: "spec.job",
    message: "gives neither jarURI nor entryClass, so that there is nothing to run",
    holds: ({ object: { spec } }) =>
      at(spec, "job") === undefined ||
      ["jarURI", "entryClass"].some((key) => typeof at(spec, "job", key) === "string" && at(spec, "job", key) !== ""),
  },
];
