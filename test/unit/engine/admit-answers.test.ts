import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { admit } from "../../../shared/engine/admit.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { usualSettings } from "../../builders/settings.ts";
import { deploymentSpec, vvpDeployment } from "../../builders/vvp-deployment.ts";
import { anyJson, seeded } from "../../property/json-arbitrary.ts";
import { annotations, ask, review, sound, unsound } from "./admit-parts.ts";

describe("the answer to a review", () => {
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
    const answer = admit(kinds, { settings: usualSettings, preview: true }, review(request));
    expect(answer.ok && (answer.review.response as JsonObject).warnings).toEqual(warnings);
  });

  it("of a kind with much to say ends after six sentences", () => {
    const [kind] = kinds;
    const talkative = {
      ...kind,
      preview: () => Array.from({ length: 9 }, (_, index) => `${index} ${"x".repeat(2_000)}`),
    };
    const answer = admit([talkative as (typeof kinds)[number]], { settings: usualSettings, preview: true }, review({}));
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
          const made = admit(kinds, { settings: usualSettings, preview: true }, review(request));
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
