import { describe, expect, it } from "vitest";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { rules } from "../../../shared/kinds/vvp-deployment/rules.ts";
import { AdmissionRig, example, settings } from "./admission-rig.ts";
import { changed, type RuleRow, rows } from "./rule-rows.ts";

const rig = new AdmissionRig();

/** `path message`, as the function and the pass say it. */
function ownWords({ object, oldObject }: RuleRow): string[] {
  const review = { object, settings, ...(oldObject !== undefined && { oldObject }) };
  return vvpDeployment.validate(review).map(({ path, message }) => `${path} ${message}`);
}

/** The same, from what the API server answers. */
async function serverWords({ object, oldObject }: RuleRow): Promise<string[]> {
  const causes = oldObject === undefined ? await rig.create(object) : await rig.update(oldObject, object);
  return causes.map(({ field, message }) => {
    const policy = /denied request: (.*?)(?: \(known here: .*)?$/.exec(message)?.[1];
    return policy ?? `${field} ${message.replace(/^(Required value|Forbidden): /, "")}`;
  });
}

describe("every rule that denies", () => {
  const denying = rules.filter(({ severity }) => severity === "deny").map(({ name }) => ({ name }));

  it.each(denying)("$name has an example that passes and one that does not", ({ name }) => {
    const mine = rows.filter(({ rule }) => rule === name);
    expect(new Set(mine.map(({ accepted }) => accepted))).toEqual(new Set([true, false]));
  });

  it("has a name of its own", () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });
});

describe.each(rows)("$rule: $name", (row) => {
  const rule = rules.find(({ name }) => name === row.rule);
  const expected = row.accepted ? [] : [`${rule?.path} ${rule?.message}`];

  it(`is ${row.accepted ? "accepted" : "rejected"} by the function and the pass (${row.why})`, () => {
    expect(ownWords(row)).toEqual(expected);
  });

  it("comes to the same in the API server, in the same words", async () => {
    expect(await serverWords(row)).toEqual(expected);
  });
});

describe("the documents' examples", () => {
  it.each(["vvp-minimal-patch", "vvp-minimal-put"] as const)("%s is admitted by everything", async (name) => {
    expect(ownWords({ object: example(name) } as RuleRow)).toEqual([]);
    expect(await rig.create(example(name))).toEqual([]);
  });
});

describe("a nonce", () => {
  const warnings = (value: number | null) =>
    rules.filter(
      (rule) =>
        rule.severity === "warn" &&
        !rule.holds({ object: changed(example("vvp-minimal-patch"), { "spec.savepointNonce": value }), settings }),
    );

  it("is admitted with a warning while it is not acted upon", () => {
    expect(warnings(1).map(({ name }) => name)).toEqual(["nonce-not-supported"]);
  });

  it("that is null asks for nothing and warns of nothing", async () => {
    expect(warnings(null)).toEqual([]);
    expect(await rig.create(changed(example("vvp-minimal-patch"), { "spec.savepointNonce": null }))).toEqual([]);
  });
});
