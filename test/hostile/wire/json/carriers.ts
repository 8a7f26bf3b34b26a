import type { Pods, Sent } from "../pods.ts";
import { resource } from "../worlds.ts";
import type { JsonText } from "./text.ts";

/** A way for a text into a function, and the statuses that may follow. */
export interface Carrier {
  readonly name: string;
  readonly endpoint: "reconcile" | "refresh" | "admission";
  readonly carry: (text: JsonText) => Sent;
  /** Statuses by what the text is. */
  readonly statuses: (text: JsonText) => readonly number[];
}

type Headers = Sent["headers"];

const context: Headers = [
  ["ce-specversion", "1.0"],
  ["ce-id", "1"],
  ["ce-source", "/hostile"],
];

const named: Headers = [
  ...context,
  ["ce-type", "dev.knative.apiserver.resource.update"],
  ...Object.entries(resource).map(([name, value]) => [`ce-${name}`, value] as const),
  ["content-type", "application/json"],
];

const around = (before: string, { bytes }: JsonText, after: string) =>
  new Uint8Array(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]));

const byVerdict =
  (accepted: number, rejected: number, excessive: number, empty = rejected): Carrier["statuses"] =>
  ({ says, excess, bytes }) => {
    if (says === "either") return [accepted, rejected];
    if (bytes.byteLength === 0) return [empty];
    return [excess ? excessive : says === "accept" ? accepted : rejected];
  };

const review = (kind: string, text: JsonText): Sent => ({
  headers: [["content-type", "application/json"]],
  body: around(
    `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u-1","operation":"CREATE",` +
      `"kind":{"group":"ververica.platform","version":"v1","kind":"${kind}"},"object":`,
    text,
    "}}",
  ),
});

/** Every way in; the table in `decode-event.ts` is what the events are judged by. */
export const carriers: readonly Carrier[] = [
  {
    name: "body of an event that its headers name",
    endpoint: "reconcile",
    carry: ({ bytes }) => ({ headers: named, body: bytes }),
    statuses: (text) => {
      const begins = /^\s*[[{]/.test(Buffer.from(text.bytes).toString());
      return byVerdict(204, begins ? 400 : 204, 400, 204)(text);
    },
  },
  {
    name: "body of a tick",
    endpoint: "refresh",
    carry: ({ bytes }) => ({
      headers: [...context, ["ce-type", "dev.knative.sources.ping"], ["content-type", "application/json"]],
      body: bytes,
    }),
    statuses: byVerdict(204, 400, 400, 204),
  },
  {
    name: "data of a structured event",
    endpoint: "reconcile",
    carry: (text) => ({
      headers: [["content-type", "application/cloudevents+json"]],
      body: around(
        `{"specversion":"1.0","id":"1","source":"/hostile","type":"dev.weir.reconcile.requested",` +
          `"kind":"${resource.kind}","namespace":"${resource.namespace}","name":"${resource.name}","data":`,
        text,
        "}",
      ),
    }),
    statuses: byVerdict(204, 400, 400),
  },
  {
    name: "structured event",
    endpoint: "refresh",
    carry: ({ bytes }) => ({ headers: [["content-type", "application/cloudevents+json"]], body: bytes }),
    statuses: () => [400],
  },
  {
    name: "object of a review that is not ours",
    endpoint: "admission",
    carry: (text) => review("Other", text),
    // What is long enough may have more values than a review of any kind has.
    statuses: (text) => [...byVerdict(200, 400, 200)(text), ...(text.bytes.byteLength < 200_000 ? [] : [400])],
  },
  {
    name: "object of a review",
    endpoint: "admission",
    carry: (text) => review("VvpDeployment", text),
    statuses: ({ says }) => (says === "reject" ? [400] : [200, 400]),
  },
  {
    name: "review",
    endpoint: "admission",
    carry: ({ bytes }) => ({ headers: [["content-type", "application/json"]], body: bytes }),
    statuses: () => [400],
  },
];

/** Sends a text on its way. */
export function send(pods: Pods, { endpoint, carry }: Carrier, text: JsonText): ReturnType<Pods["reconcile"]> {
  return pods[endpoint](carry(text));
}
