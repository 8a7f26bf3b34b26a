import { at, isObject } from "../../../../shared/core/json.ts";
import { admit } from "../../../../shared/engine/admit.ts";
import { kinds } from "../../../../shared/kinds/index.ts";
import { example } from "../../../builders/vvp-deployment.ts";
import { World } from "../../../world/world.ts";
import { envelopeCases } from "../../wire/reviews/envelopes.ts";
import { review as reviewOf } from "../../wire/reviews/review-case.ts";
import { must, type Target, toValue } from "../target.ts";

const { settings } = new World();

/** The admission of reviews, preview included. */
export const review: Target = {
  name: "review",
  about: "admission: rules, schema and preview",
  seeds: [
    reviewOf({ object: example("PATCH") }),
    reviewOf({ object: example("PUT") }),
    reviewOf({ operation: "UPDATE", object: example("PUT"), oldObject: example("PATCH") }),
    reviewOf({ operation: "UPDATE", object: example("PATCH"), oldObject: { ...example("PATCH"), spec: null } }),
  ]
    .map((seed) => JSON.stringify(seed))
    .concat(envelopeCases.slice(40, 50).map(({ body }) => body)),
  run: (input) => {
    const body = toValue(input);
    const answer = admit(kinds, { settings, preview: true }, body);
    if (!answer.ok) return answer.reason;
    const { response } = answer.review;
    must(isObject(response) && response.uid === at(body, "request", "uid"), "another uid comes back");
    must(response.allowed === answer.allowed, "the answer contradicts itself");
    const message = String(at(response, "status", "message") ?? "");
    const warnings = Array.isArray(response.warnings) ? response.warnings : [];
    must(answer.allowed || message !== "", "something is denied without a word");
    must(JSON.stringify(answer.review).length < 64_000 + JSON.stringify(response.uid).length, "an answer is huge");
    return [answer.allowed, message, ...warnings]
      .join("|")
      .replace(/"[^"]*"|\d+/g, "…")
      .slice(0, 200);
  },
};
