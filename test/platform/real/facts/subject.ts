import { at, type JsonObject, member } from "../../../../shared/core/json.ts";
import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import type { ApiAnswer } from "../control-plane/access.ts";
import { countEvents, inBody, type Place, send } from "./place.ts";

/** Kinds of objects that facts are about: a resource of Weir, and what the front writes to. */
export type Of = "vvpdeployment" | "webhook";

/** One object at the moment of a write. */
export interface Subject {
  readonly place: Place;
  readonly path: string;
  /** As it was read last. */
  readonly object: JsonObject;
  /** The resourceVersion that it was made with, older than that of `object`. */
  readonly oldVersion: string;
}

/** A write, or anything else that ends with an answer. */
export type Write = (subject: Subject) => Promise<ApiAnswer>;

/** What came of a write. */
export interface Observed {
  readonly status: number;
  /** Of the Status that a refusal is. */
  readonly reason?: string;
  /** The object has another resourceVersion than before. */
  readonly moved: boolean;
  /** By how much its generation rose. */
  readonly generation: number;
  /** What a watch of the collection sent of it. */
  readonly events: number;
}

/** The status that every VvpDeployment here has from the start. */
export const status = { actualState: "RUNNING", observedGeneration: 1 };

const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

const collections: Readonly<Record<Of, string>> = {
  vvpdeployment: "/apis/ververica.platform/v1/namespaces/default/vvpdeployments",
  webhook: webhooks,
};

const makers: Readonly<Record<Of, (name: string) => object>> = {
  vvpdeployment: (name) => vvpDeployment("PATCH", { metadata: { name, namespace: "default" } }),
  webhook: (name) => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    // It asks nobody about anything: nothing has this label.
    webhooks: [
      {
        name: "facts.weir.dev",
        clientConfig: { url: "https://127.0.0.1:1/validate" },
        objectSelector: { matchLabels: { "weir.dev/none": "none" } },
        rules: [{ apiGroups: ["none.weir.dev"], apiVersions: ["v1"], resources: ["nones"], operations: ["CREATE"] }],
        failurePolicy: "Ignore",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  }),
};

/** Makes an object of that name, lets `before` happen to it, and observes one write; leaves nothing behind. */
export async function observe(place: Place, of: Of, name: string, write: Write, before: Write): Promise<Observed> {
  const collection = collections[of];
  const path = `${collection}/${name}`;
  const end = `${name}-end`;
  try {
    const made = must(await send(place, "POST", collection, makers[of](name)));
    const oldVersion = String(inBody(made, "metadata", "resourceVersion"));
    if (of === "vvpdeployment") await send(place, "PATCH", `${path}/status`, { status }, "merge-patch+json");
    const subject = { place, path, object: await read(place, path), oldVersion };
    must(await before(subject));
    const object = await read(place, path);
    const from = await versionOf(place, collection);
    const answer = await write({ ...subject, object: isThere(object) ? object : subject.object });
    const after = await read(place, path);
    must(await send(place, "POST", collection, makers[of](end)));
    const events = await countEvents(place, collection, from, { of: name, until: end });
    return { ...outcomeOf(answer), ...differenceOf(object, after), events };
  } finally {
    await send(place, "PATCH", path, { metadata: { finalizers: null } }, "merge-patch+json");
    for (const one of [path, `${collection}/${end}`]) await send(place, "DELETE", one);
  }
}

function must(answer: ApiAnswer): ApiAnswer {
  if (answer.status < 300) return answer;
  throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
}

const isThere = (object: JsonObject) => member(object, "kind") !== "Status";

async function read(place: Place, path: string): Promise<JsonObject> {
  return (await send(place, "GET", path)).body as JsonObject;
}

async function versionOf(place: Place, collection: string): Promise<string> {
  return String(inBody(await send(place, "GET", `${collection}?limit=1`), "metadata", "resourceVersion"));
}

function outcomeOf(answer: ApiAnswer): Pick<Observed, "status" | "reason"> {
  const reason = inBody(answer, "reason");
  return answer.status < 300 ? { status: answer.status } : { status: answer.status, reason: String(reason) };
}

function differenceOf(before: JsonObject, after: JsonObject): Pick<Observed, "moved" | "generation"> {
  const [was, is] = [before, after].map((object) => Number(at(object, "metadata", "generation") ?? 0));
  const [old, now] = [before, after].map((object) => at(object, "metadata", "resourceVersion"));
  return { moved: old !== now, generation: Number(is) - Number(was) };
}
