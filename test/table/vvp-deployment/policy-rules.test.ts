import { describe, expect, it } from "vitest";
import { policyRules } from "../../../shared/kinds/vvp-deployment/policy-rules.ts";
import { vvpDeployment } from "../../builders/vvp-deployment.ts";
import { settings } from "./admission-rig.ts";

function warnings(annotations: { readonly [key: string]: string }): string[] {
  const object = vvpDeployment("PATCH", { metadata: { annotations } });
  return policyRules.filter((rule) => !rule.holds({ object, settings })).map(({ name }) => name);
}

const deletion = ["Delete", "Orphan", "CancelThenDelete", "SuspendThenDelete"];

describe("the spelling of a policy", () => {
  it("is no matter where there is none", () => expect(warnings({})).toEqual([]));

  it.each(deletion)("%s is a deletion policy", (word) => {
    expect(warnings({ "weir.dev/deletion-policy": word })).toEqual([]);
  });

  it.each(["delete", "", "Keep", "Orphan "])("%o is none, and is warned of", (word) => {
    expect(warnings({ "weir.dev/deletion-policy": word })).toEqual(["deletion-policy-spelling"]);
  });

  it.each(["Full", "ObserveOnly"])("%s is a management policy", (word) => {
    expect(warnings({ "weir.dev/management-policy": word })).toEqual([]);
  });

  it.each(["observeOnly", "", "true"])("%o is none, and is warned of as well", (word) => {
    expect(warnings({ "weir.dev/management-policy": word })).toEqual(["management-policy-spelling"]);
  });

  it.each(["Report", "Correct", "Ignore"])("%s is a drift policy", (word) => {
    expect(warnings({ "weir.dev/drift-policy": word })).toEqual([]);
  });

  it.each(["correct", ""])("%o is none, and drift is reported", (word) => {
    expect(warnings({ "weir.dev/drift-policy": word })).toEqual(["drift-policy-spelling"]);
  });

  it.each(["Never", "Adopt"])("%s is an adoption policy", (word) => {
    expect(warnings({ "weir.dev/adoption-policy": word })).toEqual([]);
  });

  it.each(["adopt", "true"])("%o is none, and nothing is taken over (R17)", (word) => {
    expect(warnings({ "weir.dev/adoption-policy": word })).toEqual(["adoption-policy-spelling"]);
  });

  it("names every deletion policy in its warning", () => {
    const message = policyRules.find(({ name }) => name === "deletion-policy-spelling")?.message;
    for (const word of deletion) expect(message).toContain(`"${word}"`);
  });
});
