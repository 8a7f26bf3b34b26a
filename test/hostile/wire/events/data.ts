import { recordAnnotation } from "../../../../shared/core/record.ts";
import { resource } from "../worlds.ts";
import { binary, type EventCase, events } from "./event-case.ts";

const odd: readonly unknown[] = [null, 0, -1, 1.5, true, "", "x", [], [null], {}, { length: 1 }, "__proto__", [["a"]]];

const meta = {
  namespace: resource.namespace,
  name: resource.name,
  uid: "uid-1",
  generation: 1,
  finalizers: ["weir.dev/finalizer"],
};
const about = (metadata: unknown, more: object = {}) =>
  binary({}, JSON.stringify({ kind: resource.kind, metadata, ...more }));

/** Members of `metadata` of which an echo is told, each with values that the API server never sends. */
const members = ["uid", "generation", "finalizers", "labels", "annotations", "deletionTimestamp", "resourceVersion"];

const records: readonly unknown[] = [
  null,
  "",
  "{",
  "null",
  "[]",
  "{}",
  '{"v":1}',
  '{"v":1,"uid":"uid-1","generation":1,"input":"x","intents":[]}',
  '{"v":1,"uid":"uid-1","generation":1,"input":"x","intents":[null]}',
  '{"v":1,"uid":"uid-1","generation":1e400,"input":"x","intents":[]}',
  '{"v":1,"uid":"another","generation":1,"input":"x","intents":[]}',
  '{"v":2,"uid":"uid-1","generation":1,"input":"x","intents":[]}',
  '{"__proto__":{"v":1},"uid":"uid-1"}',
  "[".repeat(60_000),
  "x".repeat(262_144),
  { v: 1 },
  7,
];

const types = ["add", "update", "delete"].flatMap((verb) => [`resource.${verb}`, `ref.${verb}`]);

/** Bodies that lie about the resource; a body may only decide to do nothing (D1). */
export const dataCases: readonly EventCase[] = [
  ...events(
    "no-object",
    [204],
    odd.map((value) => binary({}, JSON.stringify(value))),
  ),
  ...events(
    "metadata",
    [204],
    odd.map((value) => about(value)),
  ),
  ...members.flatMap((name) =>
    events(
      `metadata-${name}`,
      [204],
      odd.map((value) => about({ ...meta, [name]: value })),
    ),
  ),
  ...events(
    "record",
    [204],
    records.map((text) => about({ ...meta, annotations: { [recordAnnotation]: text } })),
  ),
  ...events(
    "another",
    [204],
    [
      about({ ...meta, name: "another" }),
      about({ ...meta, namespace: "kube-system" }),
      about({ ...meta, name: 1, namespace: {} }),
      about(meta, { kind: "Secret", apiVersion: "v1", data: { token: "eA==" } }),
    ],
  ),
  ...events(
    "deleted",
    [204],
    types.map((type) => binary({ type: `dev.knative.apiserver.${type}` }, '{"kind":"VvpDeployment"}')),
  ),
  ...events("deleting", [204], [about({ ...meta, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [] })]),
];
