import { resource } from "../worlds.ts";
import { binary, type EventCase, events, structured } from "./event-case.ts";

/** Texts that are the name of nothing in Kubernetes. */
export const noNames: readonly string[] = [
  "..",
  ".",
  "../secrets",
  "a/b",
  "a%2Fb",
  "%2e%2e",
  "a?x=1",
  "a#b",
  "a b",
  "a\\b",
  "A_B",
  "-a",
  "_",
  "*",
  "a,b",
  "a;b",
  "a:b",
  "a@b",
  "ä",
  "ｍｙ",
  "my\u200bname",
  "му",
  "__proto__",
  "$(id)",
  "{{7*7}}",
  "'; drop table",
  "a".repeat(254),
  "a".repeat(9_000),
];

/** Names of resources that are not there. */
const strangers = ["null", "undefined", "0", "constructor", "prototype", "tostring", "a".repeat(63), "my-deployment0"];

const parts = ["kind", "namespace", "name"] as const;
const requested = { type: "dev.weir.reconcile.requested" };
const envelope = { specversion: "1.0", id: "1", source: "/hostile", ...requested };

/** Keys that lead nowhere, in headers, envelopes and data. */
export const nameCases: readonly EventCase[] = [
  ...parts.flatMap((part) =>
    events(
      `no-${part}`,
      [400],
      noNames.map((text) => binary({ [part]: text })),
    ),
  ),
  ...parts.flatMap((part) =>
    events(
      `no-${part}-structured`,
      [400],
      noNames.map((text) => structured({ ...envelope, ...resource, [part]: text })),
    ),
  ),
  ...events(
    "no-name-in-data",
    [400],
    noNames.map((name) => dataNames({ ...resource, name })),
  ),
  ...events(
    "stranger",
    [204],
    strangers.map((name) => binary({ name })),
  ),
  ...events(
    "stranger-namespace",
    [204],
    strangers.map((namespace) => binary({ namespace })),
  ),
  ...events(
    "stranger-kind",
    [204],
    ["Secret", "Pod", "constructor", "toString", "vvpdeployment"].map((kind) => binary({ kind })),
    0,
  ),
  ...events("cluster-scoped", [204], [binary({ namespace: "" })], 0),
  ...events(
    "namespace-left-out",
    [400],
    [binary({ ...requested, namespace: "" }), binary({ ...requested, namespace: undefined })],
  ),
  ...events(
    "name-twice",
    [400],
    parts.map((part) => binary({ [part]: [resource[part], resource[part]] })),
  ),
];

function dataNames({ kind, namespace, name }: Record<(typeof parts)[number], string>) {
  const none = { kind: undefined, namespace: undefined, name: undefined };
  return binary({ ...requested, ...none }, JSON.stringify({ kind, metadata: { namespace, name } }));
}
