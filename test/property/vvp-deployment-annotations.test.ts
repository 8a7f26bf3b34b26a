import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject } from "../../shared/core/json.ts";
import { conclude } from "../../shared/kinds/vvp-deployment/conclude.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import * as names from "../../shared/kinds/vvp-deployment/names.ts";
import { view } from "../builders/arbitrary-view.ts";
import { seeded } from "./json-arbitrary.ts";
import { decide, nonceViews } from "./plan-laws.ts";

const keys = Object.values(names).filter((one) => typeof one === "string");
const pieces = fc.constantFrom(
  "999999999h",
  "876000h",
  "1m",
  "0s",
  "0",
  "-1h",
  "NaN",
  "Infinity",
  "2026-01-01T00:00:00Z",
);
const words = fc.constantFrom(
  "Wait",
  "Block",
  "Full",
  "ObserveOnly",
  "Adopt",
  "Correct",
  "Orphan",
  "true",
  "my-operator",
);
const huge = fc.constantFrom("999999999h".repeat(3), "876000h".repeat(9), "9".repeat(400));
const value = fc.oneof(
  huge,
  fc.array(pieces, { maxLength: 4 }).map((some) => some.join("")),
  words,
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constant("x".repeat(100_000)),
);
const given = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: keys.length });

describe("whatever the annotations say", () => {
  it("a look comes to a plan and a status, and admission to an answer (R41, AMB-4)", () => {
    fc.assert(
      fc.property(fc.oneof(view, nonceViews), given, (one, said) => {
        const { metadata } = one.object;
        const annotations = { ...metadata.annotations, ...said };
        const object = { ...one.object, metadata: { ...metadata, annotations } };
        const seen = { ...one, object };
        const { rule, result: plan } = decide(seen);
        expect(isObject(conclude({ view: seen, rule, plan, outcomes: [] }).status)).toBe(true);
        for (const { holds } of vvpDeployment.rules) holds({ object, settings: one.settings });
      }),
      seeded(3_000),
    );
  });
});
