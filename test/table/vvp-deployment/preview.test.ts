import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../shared/core/object.ts";
import { preview } from "../../../shared/kinds/vvp-deployment/preview.ts";
import { anyJson, seeded } from "../../property/json-arbitrary.ts";
import { example, settings } from "./admission-rig.ts";
import { creations } from "./previews/creations.ts";
import { nonces } from "./previews/nonces.ts";
import { quiet } from "./previews/quiet.ts";
import { states } from "./previews/states.ts";
import { templates } from "./previews/templates.ts";
import { changed } from "./rule-rows.ts";

const patch = changed(example("vvp-minimal-patch"), { "metadata.annotations": {} });

describe("a preview", () => {
  it.each([...creations, ...quiet, ...states, ...templates, ...nonces])("of $name ($why)", ({ before, edit, says }) => {
    const object = changed(patch, edit);
    const oldObject = before === undefined ? undefined : changed(patch, before);
    expect(preview({ object, settings, ...(oldObject !== undefined && { oldObject }) })).toEqual(says);
  });

  it("of a resource in a namespace that is not watched says that nobody looks (R12)", () => {
    const review = { object: patch, settings: { ...settings, namespaces: ["other"] } };
    const why = "this operator does not watch namespace my-deploy-namespace";
    expect(preview(review)).toEqual([`sends nothing to the platform, because ${why}`]);
    expect(preview({ ...review, oldObject: patch })).toEqual([]);
    expect(preview({ ...review, settings: { ...settings, namespaces: ["my-deploy-namespace"] } })).toHaveLength(1);
  });

  it("is total on whatever is stored", () => {
    const version = fc.record({ metadata: fc.constant({}), spec: anyJson, status: anyJson });
    fc.assert(
      fc.property(version, version, (object, oldObject) => {
        const review = {
          object: object as unknown as KubeObject,
          oldObject: oldObject as unknown as KubeObject,
          settings,
        };
        for (const text of preview(review)) expect(text).not.toBe("");
      }),
      seeded(500),
    );
  });
});
