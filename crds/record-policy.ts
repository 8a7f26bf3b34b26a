import { recordAnnotation } from "../shared/core/record.ts";
import type { RegisteredKind } from "../shared/kinds/index.ts";
import { makeBinding, makeMatchConstraints, makeValidatingAdmissionPolicy } from "./policy.ts";
import { isRecordRequest } from "./service-accounts.ts";

const name = "weir-record";

const message =
  `The annotation ${recordAnnotation} is Weir's own memory of this resource, which only Weir may set, change or remove. ` +
  "Leave it out of what you apply (kubectl apply then keeps it), and send it back as it is where the whole resource is " +
  "sent (kubectl replace, edit).";

/**
 * The policy that keeps the record of every kind in Weir's hands, and its binding (D5).
 *
 * Creation is free: a record that was restored or copied does not carry the new object's uid and is never followed.
 */
export function makeRecordPolicy(kinds: readonly RegisteredKind[]): object[] {
  const spec = {
    failurePolicy: "Fail",
    matchConstraints: makeMatchConstraints(kinds, ["UPDATE"]),
    matchConditions: [{ name: "not-weir", expression: `!(${isRecordRequest})` }],
    variables: [
      { name: "before", expression: recordOf("oldObject") },
      { name: "after", expression: recordOf("object") },
    ],
    validations: [{ expression: "variables.before == variables.after", message, reason: "Forbidden" }],
  };
  return [makeValidatingAdmissionPolicy(name, spec), makeBinding(name)];
}

/** As a list of none or one, so that no record and an empty record are not the same. */
function recordOf(object: string): string {
  const annotations = `${object}.metadata.annotations`;
  const text = `${annotations}['${recordAnnotation}']`;
  return `has(${annotations}) && '${recordAnnotation}' in ${annotations} ? [${text}] : []`;
}
