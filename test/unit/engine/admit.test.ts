import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { admit } from "../../../shared/engine/admit.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { deploymentSpec, example, vvpDeployment } from "../../builders/vvp-deployment.ts";
import { anyJson, seeded } from "../../property/json-arbitrary.ts";

const settings = {
  instanceId: "my-operator",
  namespaces: [],
  quarantineMs: 60_000,
  rejectedRetryMs: 600_000,
  scalingCapMs: 1_800_000,
  scalingMemoryMs: 0,
  informationalConditions: [],
};
const kind = { group: "ververica.platform", version: "v1", kind: "VvpDeployment" };
const annotations = { apikeySecretName: "my-vvp-apikey", "weir.dev/nonce-policy": "wait" };
const sound = example("PATCH") as unknown as JsonObject;
const metadata = sound.metadata as JsonObject;
const owner = "ververica.platform/owner";
const unsound = vvpDeployment("PATCH", { spec: { syncingMode: "PUT" } }) as unknown as JsonObject;

function review(request: JsonObject, more: JsonObject = {}): JsonObject {
  const usual = { uid: "705ab4f5", kind, operation: "CREATE", object: sound, oldObject: null, dryRun: false };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: { ...usual, ...request }, ...more };
}

const ask = (body: unknown) => admit(kinds, { settings, preview: false }, body);
const allowed = (more: JsonObject = {}) => ({
  ok: true,
  allowed: true,
  review: {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: "705ab4f5", allowed: true, ...more },
  },
});

function denied(message: string) {
  const status = { status: "Failure", reason: "Invalid", code: 422, message };
  const { review: made } = allowed();
  return { ok: true, allowed: false, review: { ...made, response: { uid: "705ab4f5", allowed: false, status } } };
}

const nested = (depth: number): JsonObject => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonObject;

describe("a review", () => {
  it.each<{ name: string; why: string; body: unknown; answer: unknown }>([
    { name: "a sound CREATE", why: "R66", body: review({}), answer: allowed() },
    {
      name: "a sound UPDATE",
      why: "R27",
      body: review({ operation: "UPDATE", oldObject: sound }),
      answer: allowed(),
    },
    {
      name: "another instance's resource",
      why: "AMB-14: its own webhook judges it, and the policy knows whether there is such an instance",
      body: review({ object: { ...unsound, metadata: { ...metadata, labels: { [owner]: "another" } } } }),
      answer: allowed(),
    },
    {
      name: "a resource that is handed to another instance",
      why: "F16: the API server asks both, since the old version is ours",
      body: review({
        operation: "UPDATE",
        oldObject: sound,
        object: { ...sound, metadata: { ...metadata, labels: { [owner]: "another" } } },
      }),
      answer: allowed(),
    },
    {
      name: "a resource without an owner",
      why: "R10: nobody else would say so",
      body: review({ object: { ...sound, metadata: { ...metadata, labels: { [owner]: "" } } } }),
      answer: denied(
        `metadata.labels["${owner}"]: is required and must name the instanceId of an operator that runs in this cluster`,
      ),
    },
    { name: "a dry run", why: "the answer is the same", body: review({ dryRun: true }), answer: allowed() },
    {
      name: "a DELETE",
      why: "its object is null; nothing is ever kept from being deleted",
      body: review({ operation: "DELETE", object: null, oldObject: unsound }),
      answer: allowed(),
    },
    { name: "a CONNECT", why: "it is none of ours", body: review({ operation: "CONNECT" }), answer: allowed() },
    {
      name: "another kind",
      why: "a hook must not stand in the way of others",
      body: review({ kind: { ...kind, kind: "Pod" }, object: { metadata: {} } }),
      answer: allowed(),
    },
    {
      name: "the same kind of another group",
      why: "their rules are not ours",
      body: review({ kind: { ...kind, group: "example.com" }, object: { metadata: {} } }),
      answer: allowed(),
    },
    {
      name: "another version of the kind",
      why: "matchPolicy Equivalent",
      body: review({ kind: { ...kind, version: "v2" }, object: unsound }),
      answer: denied(
        [
          "maxSavepointCreationAttempts",
          "maxJobCreationAttempts",
          "template.metadata",
          "template.spec.logging.loggingProfile",
          "template.spec.logging.log4jLoggers",
          "template.spec.logging.logReservePolicy",
        ]
          .map((path) => `spec.deployment.spec.${path}: is required in PUT mode`)
          .concat(
            "spec.deployment.spec.template.spec.numberOfTaskManagers: is required in PUT mode, or " +
              "spec.deployment.spec.template.spec.parallelism",
          )
          .join("; "),
      ),
    },
    {
      name: "a missing field",
      why: "path and reason (R21)",
      body: review({
        object: vvpDeployment("PATCH", deploymentSpec({ deploymentTargetName: null })) as unknown as JsonObject,
      }),
      answer: denied("spec.deployment.spec.deploymentTargetName: Required value"),
    },
    {
      name: "another name",
      why: "R46 is about the version before, which only an UPDATE has",
      body: review({
        operation: "UPDATE",
        oldObject: sound,
        object: vvpDeployment("PATCH", {
          spec: { deployment: { metadata: { name: "b" } } },
        }) as unknown as JsonObject,
      }),
      answer: denied(
        "spec.deployment.metadata.name: is immutable after creation; delete the resource and create it anew to change it",
      ),
    },
    {
      name: "a nonce",
      why: "R34, R35: any number, and not a word about it",
      body: review({ object: vvpDeployment("PATCH", { spec: { restartNonce: 1 } }) as unknown as JsonObject }),
      answer: allowed(),
    },
    {
      name: "a policy for nonces that is none",
      why: "a warning, since it would not do what its author wants",
      body: review({
        object: vvpDeployment("PATCH", {
          metadata: { annotations: { "weir.dev/nonce-policy": "wait" } },
        }) as unknown as JsonObject,
      }),
      answer: allowed({
        warnings: [
          'metadata.annotations["weir.dev/nonce-policy"]: is neither "Wait" nor "Block"; a nonce that cannot be carried out at once is consumed',
        ],
      }),
    },
    {
      name: "no spec",
      why: "a message, not a crash",
      body: review({ object: { metadata: sound.metadata ?? {} } }),
      answer: denied("spec: Required value"),
    },
    {
      name: "an annotation that is no text",
      why: "S10: found by the corpus of hostile resources; a rule that reads a duration there ended in a TypeError",
      body: review({
        object: { ...sound, metadata: { ...metadata, annotations: { "weir.dev/nonce-deadline": { toString: 1 } } } },
      }),
      answer: denied("metadata: has labels or annotations that are no texts"),
    },
    {
      name: "labels before the change that are none",
      why: "what rules compare with is looked at as well",
      body: review({ operation: "UPDATE", oldObject: { ...sound, metadata: { ...metadata, labels: [1] } } }),
      answer: denied("metadata: has labels or annotations that are no texts"),
    },
    {
      name: "managed fields that nest deeper than what they are about",
      why: "S10: the pass looks at the spec alone, so that a spec of 60 levels was refused here and accepted there",
      body: review({ object: { ...sound, metadata: { ...metadata, managedFields: [nested(70)] } } }),
      answer: allowed(),
    },
    {
      name: "a very deep object",
      why: "bounds come first",
      body: review({ object: { ...sound, spec: nested(100_000) } }),
      answer: denied("spec: has nested deeper than 64 levels"),
    },
    {
      name: "a trap in a key",
      why: "bounds come first",
      body: review({ object: { ...sound, spec: JSON.parse('{"__proto__":{}}') } }),
      answer: denied('spec: has the key "__proto__", which is not allowed'),
    },
  ])("$name ($why)", ({ body, answer }) => expect(ask(body)).toEqual(answer));

  it.each<{ name: string; why: string; request: JsonObject; warnings: readonly string[] | undefined }>([
    {
      name: "a creation",
      why: "said also in a dry run, which sends the same review",
      request: { dryRun: true },
      warnings: ["preview: creates deployment default/my-deployment in state CANCELLED"],
    },
    {
      name: "the same again",
      why: "nothing happens, so nothing is said",
      request: { operation: "UPDATE", oldObject: sound },
      warnings: undefined,
    },
    {
      name: "a creation with a policy that is none",
      why: "what is wrong comes first",
      request: { object: { ...sound, metadata: { ...(sound.metadata as JsonObject), annotations } } },
      warnings: [
        expect.stringContaining("nonce-policy"),
        "preview: creates deployment default/my-deployment in state CANCELLED",
      ],
    },
    {
      name: "what is denied",
      why: "it does nothing",
      request: { object: unsound },
      warnings: undefined,
    },
    {
      name: "a deletion",
      why: "it is never reviewed",
      request: { operation: "DELETE", object: null, oldObject: sound },
      warnings: undefined,
    },
  ])("of $name with previews: $why", ({ request, warnings }) => {
    const answer = admit(kinds, { settings, preview: true }, review(request));
    expect(answer.ok && (answer.review.response as JsonObject).warnings).toEqual(warnings);
  });

  it("of a kind with much to say ends after six sentences", () => {
    const [kind] = kinds;
    const talkative = {
      ...kind,
      preview: () => Array.from({ length: 9 }, (_, index) => `${index} ${"x".repeat(2_000)}`),
    };
    const answer = admit([talkative as (typeof kinds)[number]], { settings, preview: true }, review({}));
    const { warnings } = (answer.ok ? answer.review.response : {}) as { warnings: string[] };
    expect(warnings.map((text) => [text.slice(0, 10), text.length])).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => [`preview: ${index}`, 1_024]),
    );
  });

  it.each<{ name: string; body: unknown; reason: string }>([
    { name: "nothing", body: undefined, reason: "expected an AdmissionReview of admission.k8s.io/v1" },
    { name: "a list", body: [], reason: "expected an AdmissionReview of admission.k8s.io/v1" },
    {
      name: "an older version",
      body: review({}, { apiVersion: "admission.k8s.io/v1beta1" }),
      reason: "expected an AdmissionReview of admission.k8s.io/v1",
    },
    { name: "no request", body: review({}, { request: null }), reason: "request.uid is missing" },
    { name: "an empty uid", body: review({ uid: "" }), reason: "request.uid is missing" },
    { name: "no object", body: review({ object: null }), reason: "request.object is not an object with metadata" },
    {
      name: "an object without metadata",
      body: review({ object: { spec: {} } }),
      reason: "request.object is not an object with metadata",
    },
  ])("$name is answered 400", ({ body, reason }) => expect(ask(body)).toEqual({ ok: false, reason }));

  it("is answered whatever it holds, always with its own uid", () => {
    const part = fc.oneof(anyJson, fc.constant(sound));
    fc.assert(
      fc.property(
        fc.record({ object: part, oldObject: part, operation: fc.constantFrom("CREATE", "UPDATE") }),
        (request) => {
          const made = admit(kinds, { settings, preview: true }, review(request));
          if (made.ok) expect(made.review.response).toMatchObject({ uid: "705ab4f5", allowed: made.allowed });
          else expect(made.reason).not.toBe("");
        },
      ),
      seeded(1_000),
    );
  });

  it("keeps its message in bounds", () => {
    const list = Array.from({ length: 900 }, () => 1);
    const object = vvpDeployment(
      "PATCH",
      deploymentSpec({ template: { spec: { artifact: { additionalDependencies: list } } } }),
    );
    const made = ask(review({ object: object as unknown as JsonObject }));
    expect(made.ok && JSON.stringify(made.review).length).toBeLessThan(200_000);
  });
});
