import { makeBookmarks } from "../../../../shared/adapters/kubernetes/bookmarks.ts";
import { makeCluster } from "../../../../shared/adapters/kubernetes/cluster.ts";
import type { ClusterConnection } from "../../../../shared/adapters/kubernetes/connect.ts";
import { makeLease } from "../../../../shared/adapters/kubernetes/lease.ts";
import { makeRecorder } from "../../../../shared/adapters/kubernetes/recorder.ts";
import type { Answer } from "../../../../shared/adapters/kubernetes/request.ts";
import { toOperatorError } from "../../../../shared/adapters/kubernetes/translate-error.ts";
import type { JsonValue } from "../../../../shared/core/json.ts";
import { vvpDeployment } from "../../../../shared/kinds/vvp-deployment/kind.ts";
import type { AnswerCase } from "../platform/answer-case.ts";

const { names } = vvpDeployment;
const key = { kind: names.kind, namespace: "demo", name: "one" };
const metadata = { name: "one", namespace: "demo", uid: "uid-1", resourceVersion: "7", annotations: {} };
const object: JsonValue = { apiVersion: "ververica.platform/v1", kind: names.kind, metadata, spec: {}, status: {} };
const spec = {
  holderIdentity: "",
  leaseDurationSeconds: 60,
  renewTime: "2026-11-21T09:00:00.000000Z",
  leaseTransitions: 1,
};
const event = { apiVersion: "v1", kind: "Event", metadata: { name: "e", namespace: "demo" } };

/** What the calls are made on. */
export type Called = Pick<ClusterConnection, "cluster" | "lease" | "recorder" | "bookmarks">;

/** One call of the adapter of API servers, the request whose answer is replaced, and the honest answer to it. */
export interface ClusterCall {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly honest: JsonValue;
  readonly call: (connection: Called) => Promise<unknown>;
  /** Nothing is concluded from what the answer to such a write holds. */
  readonly lenient?: true;
}

/** A Lease that nobody holds. */
export const lease: JsonValue = { metadata, spec };
const bookmark: JsonValue = { metadata, data: { text: "x" } };
const leaseOf = ({ lease: make }: Called) => make("weir-sweep", "demo");

/** The calls that read something of an answer. */
export const clusterCalls: readonly ClusterCall[] = [
  { name: "get", method: "GET", honest: object, call: ({ cluster }) => cluster.get(names, key) },
  {
    name: "list",
    method: "GET",
    honest: { items: [object], metadata: {} },
    call: ({ cluster }) => cluster.list(names, { namespace: "", limit: 5 }),
  },
  {
    name: "patch",
    method: "PATCH",
    honest: object,
    call: ({ cluster }) => cluster.patch(names, key, { metadata: { resourceVersion: "7" } }),
  },
  {
    name: "secret",
    method: "GET",
    honest: { metadata, data: { token: "eA==" } },
    call: ({ cluster }) => cluster.readSecret("demo", "one"),
  },
  { name: "acquire", method: "GET", honest: lease, call: (one) => leaseOf(one).acquire("me", 1_000) },
  {
    name: "acquire-write",
    method: "PATCH",
    honest: lease,
    lenient: true,
    call: (one) => leaseOf(one).acquire("me", 1_000),
  },
  { name: "take-over", method: "GET", honest: lease, call: (one) => leaseOf(one).takeOver("former", "me", 1_000) },
  { name: "release", method: "GET", honest: lease, call: (one) => leaseOf(one).release("me") },
  { name: "bookmark", method: "GET", honest: bookmark, call: ({ bookmarks }) => bookmarks.get("one") },
  {
    name: "bookmark-write",
    method: "PATCH",
    honest: bookmark,
    call: ({ bookmarks }) => bookmarks.put("one", "x", "7"),
  },
  {
    name: "record",
    method: "POST",
    honest: event,
    lenient: true,
    call: ({ recorder }) => recorder.record(event as never),
  },
];

/** The adapter over a server that gives one answer to requests of a call's method, and a Lease to all others. */
export function clusterThat(method: ClusterCall["method"], { status, text, retryAfter }: AnswerCase["answer"]): Called {
  const answered = (by: string, what: string): Answer => {
    const date = Date.UTC(2026, 10, 21, 10);
    if (by !== method) return { status: 200, text: JSON.stringify(lease), date, retryAfter: undefined };
    const answer = { status, text, date, retryAfter };
    const given = status < 300 || (by === "GET" && (status === 404 || status === 410));
    if (!given) throw toOperatorError(answer, what, by !== "GET");
    return answer;
  };
  const api = {
    read: async (_path: string, what: string) => answered("GET", what),
    write: async ({ method: by }: { readonly method: string }, what: string) => answered(by, what),
  };
  return {
    cluster: makeCluster(api),
    lease: (name, namespace = "weir") => makeLease(api, async () => namespace, name),
    recorder: makeRecorder(api),
    bookmarks: makeBookmarks(api, async () => "weir"),
  };
}
