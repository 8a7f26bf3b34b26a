import type { JsonObject } from "../../../../shared/core/json.ts";
import { odd } from "../odd-values.ts";
import { canary } from "../outputs.ts";
import { filled, hole, type ReviewCase, review, reviews, sound } from "./review-case.ts";

const metadata = sound.metadata as JsonObject;
const members = ["name", "namespace", "labels", "annotations", "finalizers", "uid", "generation", "deletionTimestamp"];
const ours = [
  "apikeySecretName",
  "weir.dev/record",
  "weir.dev/nonce-deadline",
  "weir.dev/paused",
  "weir.dev/deletion-policy",
];
const rest = [
  "dryRun",
  "subResource",
  "options",
  "userInfo",
  "requestKind",
  "requestSubResource",
  "resource",
  "name",
  "namespace",
];

const withMeta = (more: object): JsonObject => ({ ...sound, metadata: { ...metadata, ...more } }) as JsonObject;
const update = (object: unknown, oldObject: unknown) => review({ operation: "UPDATE", object, oldObject });
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, value]));

/** Objects, old and new, of which the API server never sends the like. */
export const objectCases: readonly ReviewCase[] = [
  ...reviews(
    "no-object",
    "refused",
    [undefined, ...odd].map((object) => review({ object })),
  ),
  ...reviews(
    "no-metadata",
    "refused",
    odd.filter((value) => !isPlain(value)).map((value) => review({ object: { ...sound, metadata: value } })),
  ),
  ...members.flatMap((name) =>
    reviews(
      `metadata-${name}`,
      "either",
      odd.map((value) => review({ object: withMeta({ [name]: value }) })),
    ),
  ),
  ...ours.flatMap((name) =>
    reviews(
      `annotation-${name}`,
      "either",
      odd.map((value) => review({ object: withMeta({ annotations: { [name]: value } }) })),
    ),
  ),
  ...reviews(
    "spec",
    "denied",
    odd.map((spec) => review({ object: { ...sound, spec } })),
  ),
  ...reviews(
    "old-object",
    "either",
    odd.map((oldObject) => update(sound, oldObject)),
  ),
  ...reviews(
    "old-metadata",
    "either",
    odd.map((value) => update(sound, { ...sound, metadata: value })),
  ),
  ...members.flatMap((name) =>
    reviews(
      `old-metadata-${name}`,
      "either",
      odd.map((value) => update(sound, withMeta({ [name]: value }))),
    ),
  ),
  ...ours.flatMap((name) =>
    reviews(
      `old-annotation-${name}`,
      "either",
      odd.map((value) => update(sound, withMeta({ annotations: { [name]: value } }))),
    ),
  ),
  ...reviews(
    "old-spec",
    "either",
    odd.map((spec) => update(sound, { ...sound, spec })),
  ),
  ...reviews(
    "old-status",
    "either",
    odd.map((status) => update(sound, { ...sound, status })),
  ),
  ...reviews("mismatch", "either", [
    update(sound, withMeta({ name: "another", uid: "another" })),
    update(sound, { kind: "Secret", apiVersion: "v1", metadata: { name: "x" }, data: { token: canary } }),
    update({ kind: "Secret", metadata: {}, data: { token: canary } }, sound),
  ]),
  ...rest.flatMap((name) =>
    reviews(`request-${name}`, "either", [
      ...odd.map((value) => review({ [name]: value })),
      filled(review({ [name]: hole }), 5_000),
    ]),
  ),
  ...reviews(
    "huge-request-name",
    "either",
    ["name", "namespace"].map((name) => review({ [name]: `${canary}-`.repeat(10_000) })),
  ),
  ...reviews("bounds", "denied", [
    filled(review({ object: { ...sound, spec: hole } }), 70),
    filled(review({ object: { ...sound, spec: hole } }), 50_000),
    review({ object: withMeta(JSON.parse('{"annotations":{"__proto__":"x"}}')) }),
    review({ object: { ...sound, spec: JSON.parse('{"constructor":{}}') } }),
    review({ object: { ...sound, spec: Array.from({ length: 90_000 }, () => 0) } }),
  ]),
  ...reviews("too-many-values", "refused", [
    review({ object: { ...sound, spec: Array.from({ length: 250_000 }, () => 0) } }),
    review({ object: { ...sound, spec: specWith({ metadata: { labels: many(100_000, "") } }) } }),
  ]),
  ...reviews("bounds-of-status", "either", [filled(review({ object: { ...sound, status: hole } }), 5_000)]),
  ...reviews("old-bounds", "either", [
    filled(update(sound, { ...sound, spec: hole }), 50_000),
    filled(update(sound, { ...sound, status: hole }), 50_000),
    filled(update(sound, withMeta({ annotations: hole })), 5_000),
    update(sound, JSON.parse('{"metadata":{},"__proto__":{"spec":{}}}')),
  ]),
  ...reviews("many-violations", "denied", [
    review({
      object: { ...sound, spec: { ...(sound.spec as object), ...many(1, 0), syncingMode: canary, deployment: 1 } },
    }),
    review({ object: { ...sound, spec: specWith({ metadata: { labels: many(60_000, 7) } }) } }),
    review({ object: { ...sound, spec: specWith({ metadata: { annotations: many(40_000, [canary]) } }) } }),
    review({ object: { ...sound, spec: specWith({ metadata: { labels: { ...many(60_000, ""), last: 7 } } }) } }),
    review({ object: { ...sound, spec: specWith({ spec: listing(Array(90_000).fill(7)) }) } }),
    review({ object: { ...sound, spec: specWith({ metadata: { labels: { ...many(9_900, ""), last: 7 } } }) } }),
    review({ object: { ...sound, spec: specWith({ metadata: { annotations: many(4_900, [canary]) } }) } }),
  ]),
];

function specWith(deployment: object): object {
  const spec = sound.spec as { deployment: object };
  return { ...spec, deployment: { ...spec.deployment, ...deployment } };
}

/** A sound spec of a deployment but for the list in it. */
function listing(additionalDependencies: readonly unknown[]): object {
  const { template, ...spec } = (sound.spec as unknown as { deployment: { spec: { template: { spec: object } } } })
    .deployment.spec;
  return { ...spec, template: { ...template, spec: { ...template.spec, artifact: { additionalDependencies } } } };
}

function isPlain(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
