import { describe, expect, it } from "vitest";
import { violationsOf } from "../../../shared/core/rule.ts";
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
  const annotated = (value: string | undefined, key: string) =>
    changed(example("vvp-minimal-patch"), {
      "metadata.annotations": { apikeySecretName: "my-vvp-apikey", ...(value !== undefined && { [key]: value }) },
    });
  const warnings = (object: ReturnType<typeof changed>) =>
    rules.filter((rule) => rule.severity === "warn" && !rule.holds({ object, settings })).map(({ name }) => name);

  it.each([1, 0, -7, Number.MAX_SAFE_INTEGER, null])(
    "may be %s, without a warning (R38, R39, AMB-3)",
    async (value) => {
      const object = changed(example("vvp-minimal-patch"), {
        "spec.savepointNonce": value,
        "spec.restartNonce": value,
      });
      expect(warnings(object)).toEqual([]);
      expect(await rig.create(object)).toEqual([]);
    },
  );

  it.each([0.5, 2 ** 53, -(2 ** 53), "1", true])("cannot be %s (AMB-3)", async (value) => {
    const object = changed(example("vvp-minimal-patch"), { "spec.restartNonce": value });
    expect(ownWords({ object } as RuleRow)).not.toEqual([]);
    expect(await rig.create(object)).not.toEqual([]);
  });

  it.each([
    { value: undefined, names: [], why: "the default" },
    { value: "Wait", names: [], why: "one of the two policies" },
    { value: "Block", names: [], why: "the other one" },
    { value: "wait", names: ["nonce-policy-spelling"], why: "it would consume what was meant to wait" },
  ])("with the policy $value warns of $names ($why)", ({ value, names }) => {
    expect(warnings(annotated(value, "weir.dev/nonce-policy"))).toEqual(names);
  });

  it.each([
    { value: "1h30m", names: [], why: "a duration" },
    { value: "10 minutes", names: ["nonce-deadline-duration"], why: "ten minutes would hold for another reason" },
    { value: "999999999h999999999h", names: ["nonce-deadline-duration"], why: "no instant lies that far ahead" },
  ])("with the deadline $value warns of $names ($why)", ({ value, names }) => {
    expect(warnings(annotated(value, "weir.dev/nonce-deadline"))).toEqual(names);
  });
});

describe("a warning", () => {
  const patch = example("vvp-minimal-patch");
  const put = example("vvp-minimal-put");
  const init = "spec.initFields.spec";
  const job = "spec.deployment.spec.template.spec";
  const flips = (paths: string) =>
    `spec.initFields gives other values than spec.deployment to ${paths}; they hold from the creation until spec.deployment changes`;
  const keyless = changed(patch, { "metadata.annotations": undefined });
  const noToken =
    'metadata.annotations["apikeySecretName"] names no Secret, so the platform is called without a token; name one of this namespace';
  const four = { state: "RUNNING", a: 1, b: { c: [1], d: "x" } };
  const other = { state: "CANCELLED", a: 2, b: { c: [2], d: {} } };

  it.each([
    { name: "no initFields", why: "nothing flips", object: patch, says: [] },
    {
      name: "initFields of their own",
      why: "R29: what they are for",
      object: changed(patch, { [`${init}.maxJobCreationAttempts`]: 4, [`${init}.template.spec.parallelism`]: 2 }),
      says: [],
    },
    {
      name: "the same value in both",
      why: "nothing flips",
      object: changed(patch, { [`${init}.state`]: "CANCELLED", [`${init}.template.spec`]: { artifact: {} } }),
      says: [],
    },
    {
      name: "another state",
      why: "AMB-8",
      object: changed(patch, { [`${init}.state`]: "RUNNING" }),
      says: [flips("spec.state")],
    },
    {
      name: "a key with dots",
      why: "a key is no path",
      object: changed(patch, {
        [init]: { template: { spec: { flinkConfiguration: { "a.b": "1", "a.c": "1" } } } },
        [`${job}.flinkConfiguration`]: { "a.b": "2", a: "1" },
      }),
      says: [flips("spec.template.spec.flinkConfiguration.a.b")],
    },
    {
      name: "more than three",
      why: "a warning is short",
      object: changed(patch, { [init]: four, "spec.deployment.spec": { ...other, deploymentTargetName: "d" } }),
      says: [flips("spec.a, spec.b.c, spec.b.d and 1 more")],
    },
    {
      name: "another state in an update",
      why: "the creation is over",
      object: changed(patch, { [`${init}.state`]: "RUNNING" }),
      oldObject: patch,
      says: [],
    },
    {
      name: "another state in PUT mode",
      why: "R30: initFields are not used there",
      object: changed(put, { [`${init}.state`]: "RUNNING" }),
      says: [],
    },
    { name: "no Secret", why: "R13", object: keyless, says: [noToken] },
    {
      name: "an empty name of a Secret",
      why: "R13: it names none",
      object: changed(patch, { "metadata.annotations": { apikeySecretName: "" } }),
      says: [noToken],
    },
    { name: "a Secret taken away", why: "R13", object: keyless, oldObject: patch, says: [noToken] },
    {
      name: "an edit that leaves it without a Secret",
      why: "AMB-30: once said is enough where the platform needs none",
      object: keyless,
      oldObject: keyless,
      says: [],
    },
    { name: "a Secret given late", why: "R13", object: patch, oldObject: keyless, says: [] },
    {
      name: "a namespace that nobody looks at",
      why: "R12, X2: it would stay without a status and without a word",
      object: patch,
      namespaces: ["another"],
      says: ["metadata.namespace is not watched by this operator; nothing is done for the resource here"],
    },
    { name: "a namespace that is looked at", why: "R12", object: patch, namespaces: ["my-deploy-namespace"], says: [] },
    { name: "PUT with a state", why: "R67", object: put, says: [] },
    {
      name: "PUT without a state",
      why: "AMB-19",
      object: changed(put, { "spec.deployment.spec.state": undefined }),
      says: [
        "spec.deployment.spec.state is not given in PUT mode: a new deployment stays CANCELLED, and one that exists keeps its state",
      ],
    },
    {
      name: "PATCH without a state",
      why: "AMB-19: the state is left alone",
      object: changed(patch, { "spec.deployment.spec.state": undefined }),
      says: [],
    },
  ])("for $name ($why)", ({ object, oldObject, namespaces = [], says }) => {
    const review = { object, settings: { ...settings, namespaces }, ...(oldObject !== undefined && { oldObject }) };
    expect(violationsOf(rules, "warn", review).map(({ path, message }) => `${path} ${message}`)).toEqual(says);
  });
});
