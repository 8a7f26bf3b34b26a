import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment } from "../../builders/vvp-deployment.ts";
import { allowed, ask, denied, kind, metadata, nested, owner, review, sound, unsound } from "./admit-parts.ts";

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
      answer: denied("metadata: has a name, a namespace, labels or annotations that are no texts"),
    },
    {
      name: "labels before the change that are none",
      why: "what rules compare with is looked at as well",
      body: review({ operation: "UPDATE", oldObject: { ...sound, metadata: { ...metadata, labels: [1] } } }),
      answer: denied("metadata: has a name, a namespace, labels or annotations that are no texts"),
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
});
