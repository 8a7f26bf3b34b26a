import { Agent, fetch } from "undici";
import { type Attributes, requestBody } from "./attributes.ts";
import { at, isObject, type Json, type JsonObject, listAt, textAt } from "./json.ts";

/** Where a webhook's service is reached: namespace, name, port and path to a URL. */
export type ResolveService = (namespace: string, name: string, port: number, path: string) => string;

/** What a webhook said, or why it said nothing. */
export type Verdict =
  | {
      readonly kind: "answered";
      readonly allowed: boolean;
      readonly warnings: readonly string[];
      readonly status: { message: string; reason: string; code: number; details: JsonObject | undefined };
    }
  | { readonly kind: "failed"; readonly error: string };

/** Sends an AdmissionReview to one webhook and reads the answer. Never throws. */
export async function callWebhook(
  hook: Json,
  attributes: Attributes,
  context: { uid: () => string; resolveService: ResolveService | undefined },
): Promise<Verdict> {
  const seconds = Number(at(hook, "timeoutSeconds") ?? 10);
  const target = urlOf(hook, context.resolveService);
  if (target === undefined) return { kind: "failed", error: "failed to call webhook: service is not known" };
  const url = `${target}${target.includes("?") ? "&" : "?"}timeout=${seconds}s`;
  const uid = context.uid();
  const trust = url.startsWith("https:") ? { dispatcher: new Agent({ connect: trustOf(hook) }) } : {};
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": "kube-apiserver-admission",
      },
      body: JSON.stringify(reviewOf(uid, attributes)),
      signal: AbortSignal.timeout(seconds * 1000),
      redirect: "error",
      ...trust,
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok)
      return { kind: "failed", error: `failed to call webhook: ${refused(response.status, type, text)}` };
    if (text !== "") return readAnswer(text, uid);
    const empty = `0-length response with status code: ${response.status} and content type: ${type}`;
    return { kind: "failed", error: `failed to call webhook: ${empty}` };
  } catch (error) {
    return { kind: "failed", error: `failed to call webhook: Post "${url}": ${causeOf(error)}` };
  } finally {
    await trust.dispatcher?.close();
  }
}

/** Whom a call trusts: the webhook's own authority, and for a service its cluster-local name, wherever it is reached. */
function trustOf(hook: Json): { ca?: string; servername?: string } {
  const bundle = textAt(hook, "clientConfig", "caBundle");
  const service = at(hook, "clientConfig", "service");
  return {
    ...(bundle === "" ? {} : { ca: Buffer.from(bundle, "base64").toString() }),
    ...(service === undefined ? {} : { servername: `${textAt(service, "name")}.${textAt(service, "namespace")}.svc` }),
  };
}

function urlOf(hook: Json, resolveService: ResolveService | undefined): string | undefined {
  const url = textAt(hook, "clientConfig", "url");
  if (url !== "") return url;
  const service = at(hook, "clientConfig", "service");
  if (!resolveService || !isObject(service)) return undefined;
  const path = textAt(service, "path") || "/";
  return resolveService(textAt(service, "namespace"), textAt(service, "name"), Number(service.port ?? 443), path);
}

function reviewOf(uid: string, attributes: Attributes): JsonObject {
  const request = {
    uid,
    ...requestBody(attributes),
    object: attributes.object ?? null,
    oldObject: attributes.oldObject ?? null,
  };
  return { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
}

const refusals: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** The words of client-go for a status without a `Status` body; what it repeats of the body must be text. */
function refused(status: number, type: string, body: string): string {
  const known = refusals[status];
  if (known) return known;
  const repeated = type.startsWith("text/") ? body.trim() : "unknown";
  if (status === 403) return repeated;
  if (status >= 500)
    return `an error on the server (${JSON.stringify(repeated)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

function causeOf(error: unknown): string {
  const { name, message, cause } = error as { name: string; message: string; cause?: { message?: string } };
  if (name === "TimeoutError") return "context deadline exceeded";
  const text = cause?.message ?? message;
  const closed = text === "other side closed" || text === "terminated" || text.includes("socket hang up");
  return closed ? "EOF" : text.replace(/^connect ECONNREFUSED (.*)$/, "dial tcp $1: connect: connection refused");
}

function readAnswer(text: string, uid: string): Verdict {
  const invalid = (problem: string): Verdict => ({
    kind: "failed",
    error: `received invalid webhook response: ${problem}`,
  });
  const review = parsed(text);
  if (!isObject(review)) {
    const cause = text.trimStart().startsWith("{") ? "unexpected end of JSON input" : notAnObject(review);
    return { kind: "failed", error: `failed to call webhook: couldn't get version/kind; json parse error: ${cause}` };
  }
  const response = at(review, "response");
  if (!isObject(response)) return invalid("webhook response was absent");
  if (response.uid !== uid) return invalid(`expected response.uid="${uid}", got "${textAt(response, "uid")}"`);
  const [apiVersion, kind] = [textAt(review, "apiVersion"), textAt(review, "kind")];
  if (apiVersion !== "admission.k8s.io/v1" || kind !== "AdmissionReview") {
    const got = `${apiVersion || "/"}, Kind=${kind}`;
    return invalid(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${got}`);
  }
  if (response.patch !== undefined) return invalid("validating webhook may not return response.patch");
  const details = at(response, "status", "details");
  return {
    kind: "answered",
    allowed: response.allowed === true,
    warnings: listAt(response, "warnings").map(String),
    status: {
      message: textAt(response, "status", "message"),
      reason: textAt(response, "status", "reason"),
      code: Number(at(response, "status", "code") ?? 0),
      details: isObject(details) ? details : undefined,
    },
  };
}

/** What is no JSON is taken for YAML, where it is mostly a string. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function notAnObject(value: Json): string {
  const kind = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  return `json: cannot unmarshal ${kind} into Go value of type ${target}`;
}
