import { resource } from "../worlds.ts";
import { binary, type EventCase, events } from "./event-case.ts";
import { noNames } from "./names.ts";

const follow = (data: unknown) =>
  binary({ type: "dev.weir.follow" }, typeof data === "string" ? data : JSON.stringify(data));
const stranger = (index: number) => ({ ...resource, name: `stranger-${index}` });
const strangers = (count: number) => Array.from({ length: count }, (_, index) => stranger(index));

const noLists: readonly unknown[] = [null, 0, true, "x", {}, { length: 1 }, undefined];
const noKeys: readonly unknown[] = [
  null,
  0,
  true,
  "x",
  [],
  {},
  [resource],
  { kind: resource.kind },
  { ...resource, name: null },
];
const noNumbers: readonly unknown[] = [-1, 1.5, "1", null, true, [], {}, 1e300, Number.MAX_SAFE_INTEGER];
const inRange = { hops: [0, 1, 3, 100], afterMs: [0, 1, 1_000, 600_000] } as const;

const withPart = (part: "kind" | "namespace" | "name") =>
  noNames.map((text) => follow({ keys: [{ ...resource, [part]: text }] }));

/** Forged follow events: a look at each key at most, since a look at what is at rest ends the following. */
export const followCases: readonly EventCase[] = [
  ...events("follow-no-object", [400], ["", "[]", "1", "null", '"x"', "{"].map(follow)),
  ...events(
    "follow-no-list",
    [400],
    noLists.map((keys) => follow({ keys })),
  ),
  ...events(
    "follow-no-key",
    [400],
    noKeys.map((key) => follow({ keys: [resource, key] })),
  ),
  ...events("follow-no-kind", [400], withPart("kind")),
  ...events("follow-no-namespace", [400], withPart("namespace")),
  ...events("follow-no-name", [400], withPart("name")),
  ...events(
    "follow-hops",
    [400],
    [...noNumbers, 101].map((hops) => follow({ keys: [{ ...resource, hops }] })),
  ),
  ...events(
    "follow-after",
    [400],
    [...noNumbers, 600_001].map((afterMs) => follow({ keys: [{ ...resource, afterMs }] })),
  ),
  ...events(
    "follow-detached",
    [400],
    [null, 0, 1, "true", [], {}].map((detached) => follow({ keys: [resource], detached })),
  ),
  ...events(
    "follow-numbers",
    [204],
    [
      ...inRange.hops.map((hops) => follow({ keys: [{ ...resource, hops }] })),
      ...inRange.afterMs.map((afterMs) => follow({ keys: [{ ...resource, afterMs }] })),
      follow('{"keys":[{"kind":"VvpDeployment","namespace":"a","name":"b","hops":-0,"afterMs":1e2}]}'),
    ],
  ),
  ...events("follow-none", [204], [follow({ keys: [] })], 0),
  ...events("follow-same", [204], [follow({ keys: Array.from({ length: 5_000 }, () => resource) })]),
  ...events(
    "follow-other-kinds",
    [204],
    [follow({ keys: strangers(1_000).map((key) => ({ ...key, kind: "Secret" })) })],
    0,
  ),
  ...events("follow-strangers", [204], [follow({ keys: strangers(2_000) })], 2_000),
  ...events("follow-too-many", [400], [follow({ keys: strangers(10_001) })]),
  ...events(
    "follow-adopt",
    [204],
    [follow({ keys: [resource], detached: true }), follow({ keys: strangers(9_000), detached: true })],
    0,
  ),
  ...events(
    "follow-prototype",
    [400],
    [follow('{"keys":[],"__proto__":{"detached":true}}'), follow('{"keys":[{"__proto__":{}}]}')],
  ),
];
