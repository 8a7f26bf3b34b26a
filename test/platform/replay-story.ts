import type { KubeObject } from "../../shared/core/object.ts";
import { readFixture } from "../contract/knative-rig.ts";
import type { Effect, Replay } from "./replay-rig.ts";

/** A recording in the life of its resource. */
export interface Chapter {
  readonly file: string;
  readonly why: string;
  /** What a user does in the cluster before it arrives. */
  readonly user?: (replay: Replay) => Promise<unknown>;
  readonly effect: Effect;
}

/** The object in a recording's body. */
export const objectOf = (file: string) => JSON.parse(readFixture(file).body ?? "") as KubeObject;

const none: Effect = { api: [], appManager: [], passes: 0, sweeps: 0 };
const resource = "vvpdeployments/one";
const onlyRead: Effect = { ...none, api: [`GET ${resource}`], appManager: ["GET deployments/ID"], passes: 1 };
const isGone: Effect = { ...onlyRead, appManager: [] };

/** What a user applies who wants the recorded resource, with the one field more that the schema of our kind demands. */
export function recordedResource(): KubeObject {
  const { apiVersion, kind, metadata, spec } = objectOf("apiserver-resource-add.json");
  const copy = structuredClone(spec) as { deployment: { spec: { template: { spec: Record<string, unknown> } } } };
  copy.deployment.spec.template.spec.engineVersionName = "vera-4.1-flink-1.20";
  const { name, namespace, labels, annotations } = metadata;
  return { apiVersion, kind, metadata: { name, namespace, labels, annotations }, spec: copy } as KubeObject;
}

const edit = (spec: object) => (replay: Replay) => replay.kubectl.patch("one", { spec: { deployment: { spec } } });
const annotate = (metadata: object) => (replay: Replay) => replay.kubectl.patch("one", { metadata });

/** The recorded finalizer stands beside our own or alone. */
async function setForeignFinalizer(replay: Replay, present: boolean): Promise<unknown> {
  const theirs = objectOf("apiserver-resource-update-finalizer-added.json").metadata.finalizers ?? [];
  const others = ((await replay.resource())?.metadata.finalizers ?? []).filter((one) => !theirs.includes(one));
  return replay.kubectl.patch("one", { metadata: { finalizers: present ? [...others, ...theirs] : others } });
}

/** The life of the recorded resource, in the order of the recordings, with the end of it in two steps. */
export const story: readonly Chapter[] = [
  {
    file: "apiserver-resource-add.json",
    why: "an event of a new resource makes its deployment: record, effect, record, status, announcement",
    user: ({ kubectl }) => kubectl.create(recordedResource()),
    effect: {
      ...none,
      api: [`GET ${resource}`, `PATCH ${resource}`, `PATCH ${resource}`, `PATCH ${resource}/status`],
      appManager: ["GET deployments/one", "POST deployments", "POST events"],
      passes: 1,
    },
  },
  {
    file: "apiserver-reference-add.json",
    why: "a reference names it just as well (D1)",
    effect: onlyRead,
  },
  {
    file: "apiserver-resource-update.json",
    why: "an edit of the spec is carried out",
    user: edit({ template: { spec: { parallelism: 3 } } }),
    effect: {
      ...none,
      api: [`GET ${resource}`, `PATCH ${resource}`, `PATCH ${resource}/status`],
      appManager: ["GET deployments/ID", "PATCH deployments/ID", "POST events"],
      passes: 1,
    },
  },
  {
    file: "apiserver-resource-update-status-only.json",
    why: "a status that somebody else wrote is no fact: the body has no record of ours, so it is looked at and put right",
    user: ({ writeStatus }) => writeStatus({ observedGeneration: 1 }),
    effect: { ...onlyRead, api: [`GET ${resource}`, `PATCH ${resource}/status`] },
  },
  {
    file: "apiserver-resource-update-label.json",
    why: "a label that is no input changes nothing",
    user: annotate({ labels: { team: "a" } }),
    effect: onlyRead,
  },
  {
    file: "apiserver-resource-update-annotation.json",
    why: "an annotation that is no input changes nothing",
    user: annotate({ annotations: { note: "a" } }),
    effect: onlyRead,
  },
  {
    file: "apiserver-reference-update.json",
    why: "the reference does not tell what was edited; the object does",
    user: edit({ state: "CANCELLED" }),
    effect: {
      ...none,
      api: [`GET ${resource}`, `PATCH ${resource}`, `PATCH ${resource}/status`],
      appManager: ["GET deployments/ID", "PATCH deployments/ID", "POST events"],
      passes: 1,
    },
  },
  {
    file: "apiserver-resource-update-finalizer-added.json",
    why: "somebody else's finalizer is left alone",
    user: (replay) => setForeignFinalizer(replay, true),
    effect: onlyRead,
  },
  {
    file: "apiserver-resource-update-deletion-timestamp.json",
    why: "a deletion is an update: the deployment goes, then our finalizer",
    user: ({ kubectl }) => kubectl.delete("one"),
    effect: {
      ...none,
      api: [`GET ${resource}`, `PATCH ${resource}`],
      appManager: ["GET deployments/ID", "DELETE deployments/ID"],
      passes: 1,
    },
  },
  {
    file: "apiserver-reference-update-deletion-timestamp.json",
    why: "what only another's finalizer still holds is looked at, no more",
    effect: onlyRead,
  },
  {
    file: "apiserver-resource-delete-after-finalizer.json",
    why: "the body still lists a finalizer; the object is gone",
    user: (replay) => setForeignFinalizer(replay, false),
    effect: isGone,
  },
  { file: "apiserver-resource-delete.json", why: "deleted without a finalizer", effect: isGone },
  { file: "apiserver-reference-delete.json", why: "the same without a body that tells", effect: isGone },
];

/** Recordings about what is not ours. */
export const foreign: readonly Chapter[] = [
  { file: "apiserver-resource-configmap-add.json", why: "a core kind", effect: none },
  { file: "apiserver-resource-deployment-selector-entered.json", why: "a kind of another group", effect: none },
  { file: "apiserver-resource-deployment-selector-left.json", why: "a delete of what lives on", effect: none },
  { file: "apiserver-resource-cluster-scoped-add.json", why: "no kind of ours is cluster-scoped", effect: none },
  { file: "apiserver-reference-cluster-scoped-add.json", why: "the same in mode Reference", effect: none },
];

const sweep: Effect = { ...none, api: ["GET vvpdeployments"], appManager: ["GET deployments"], sweeps: 1 };

/** The ticks, at a platform where the event of a new resource was lost. */
export const ticks: readonly Chapter[] = [
  {
    file: "ping-no-data.json",
    why: "a tick makes what no event has made (D2): seen in the page, then looked at once more by the pass",
    user: ({ kubectl }) => kubectl.create(recordedResource()),
    effect: {
      ...none,
      api: [
        "GET vvpdeployments",
        `GET ${resource}`,
        `PATCH ${resource}`,
        `PATCH ${resource}`,
        `PATCH ${resource}/status`,
      ],
      appManager: ["GET deployments", "GET deployments/one", "GET deployments/one", "POST deployments", "POST events"],
      passes: 1,
      sweeps: 1,
    },
  },
  { file: "ping-text.json", why: "data is not looked at", effect: sweep },
  { file: "ping-json-data.json", why: "nor is JSON", effect: sweep },
  { file: "ping-base64.json", why: "nor are bytes", effect: sweep },
  { file: "ping-base64-json.json", why: "nor is JSON that was base64", effect: sweep },
  { file: "ping-extension.json", why: "nor are extensions", effect: sweep },
];
