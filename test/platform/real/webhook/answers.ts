import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiServer, startApiServer } from "../../../../simulators/platform/api-server/server.ts";
import { clientOf } from "../../api-server-client.ts";
import { callApi } from "../control-plane/access.ts";
import { type AnsweringHook, type HookAnswer, startAnsweringHook } from "./answering-hook.ts";
import type { Rig } from "./rig.ts";

/** Answers of a webhook, and beginnings of what a user is told in consequence; both platforms tell the same to the letter. */
const answers: readonly (HookAnswer & { readonly name: string; readonly says: string })[] = [
  { name: "allows", says: "" },
  { name: "warns", says: "", response: { warnings: ["careful", 'it "is" hot', "two\nlines", "é ✓", "careful"] } },
  { name: "warns-a-lot", says: "", response: { warnings: Array.from({ length: 30 }, (_, n) => `${n} `.repeat(150)) } },
  { name: "warns-emptily", says: "", response: { warnings: ["", " "] } },
  { name: "denies", says: "denied the request without explanation", response: { allowed: false } },
  {
    name: "denies-as-we-do",
    says: "denied the request: spec: is wrong",
    response: {
      allowed: false,
      warnings: ["as well"],
      status: { status: "Failure", reason: "Invalid", code: 422, message: "spec: is wrong" },
    },
  },
  {
    name: "denies-with-a-reason",
    says: "denied the request: Because",
    response: { allowed: false, status: { reason: "Because" } },
  },
  {
    name: "denies-with-a-small-code",
    says: "denied the request: no",
    response: { allowed: false, status: { code: 200, message: "no" } },
  },
  {
    name: "denies-with-details",
    says: "denied the request: no",
    response: {
      allowed: false,
      status: { code: 409, message: "no", details: { kind: "x", causes: [{ message: "y" }] } },
    },
  },
  { name: "says-another-id", says: "received invalid webhook response", response: { uid: "other" } },
  { name: "patches", says: "received invalid webhook response", response: { patch: "W10=", patchType: "JSONPatch" } },
  { name: "says-nothing", says: "received invalid webhook response", review: {} },
  { name: "gives-an-empty-body", says: "failed to call webhook", text: "" },
  { name: "gives-a-page", says: "failed to call webhook", type: "text/html", text: "<html>" },
  { name: "gives-garbage", says: "failed to call webhook", text: "garbage" },
  { name: "gives-half-of-it", says: "failed to call webhook", text: '{"kind":' },
  { name: "gives-a-number", says: "failed to call webhook", text: "1" },
  { name: "gives-other-json", says: "failed to call webhook", text: "[1]" },
  ...[400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 501, 502, 503, 504].flatMap((status) => [
    { name: `${status}-as-text`, says: "failed to call webhook: ", status, type: "text/plain", text: "the reason\n" },
    { name: `${status}-as-json`, says: "failed to call webhook: ", status, text: '{"error":"the reason"}' },
  ]),
  { name: "says-no-content", says: "failed to call webhook: ", status: 204, text: "" },
  { name: "hangs-up", says: "failed to call webhook: ", instead: "cut" },
  { name: "hangs", says: "failed to call webhook: ", instead: "hang" },
];

const group = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

function makeConfiguration({ url, authority }: AnsweringHook) {
  const webhook = {
    name: "answers.example.dev",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 1,
    clientConfig: { url: `${url}/answer`, caBundle: Buffer.from(authority).toString("base64") },
    objectSelector: { matchExpressions: [{ key: "answer", operator: "Exists" }] },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
  };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "answers" },
    webhooks: [webhook],
  };
}

const makeObject = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels: { answer: name } },
});

/** What a client sees, without what differs from call to call. */
interface Seen {
  readonly code: number;
  readonly said: object | undefined;
  readonly warning: string | undefined;
}

type Post = (path: string, body: object) => Promise<Seen>;

function toSeen(code: number, body: unknown, warning: string | undefined): Seen {
  const { kind, message, reason, details } = body as Record<string, unknown>;
  if (kind !== "Status") return { code, said: undefined, warning };
  const withoutId = (_key: string, value: unknown) =>
    typeof value === "string" ? value.replace(/response\.uid="[0-9a-f-]{36}"/, "response.uid") : value;
  return { code, said: JSON.parse(JSON.stringify({ message, reason, details }), withoutId), warning };
}

function onReal({ plane }: Rig): Post {
  return async (path, body) => {
    const { status, body: answer, headers } = await callApi(plane, "POST", path, { body });
    const warning = headers.warning;
    return toSeen(status, answer, Array.isArray(warning) ? warning.join(", ") : warning);
  };
}

function onEmbedded(server: ApiServer): Post {
  const client = clientOf(server);
  return async (path, body) => {
    const { code, body: answer, headers } = await client.post(path, body);
    return toSeen(code, answer, headers.get("warning") ?? undefined);
  };
}

/** The embedded API server tells of a webhook's answers what the real one does. */
export function describeAnswers(rig: () => Rig): void {
  describe("a webhook that", () => {
    const configMaps = "/api/v1/namespaces/default/configmaps?dryRun=All";
    let hook: AnsweringHook;
    let embedded: ApiServer;
    let posts: { real: Post; embedded: Post };
    beforeAll(async () => {
      hook = await startAnsweringHook(new Map(answers.map((answer) => [answer.name, answer])));
      embedded = await startApiServer();
      posts = { real: onReal(rig()), embedded: onEmbedded(embedded) };
      for (const post of Object.values(posts)) expect((await post(group, makeConfiguration(hook))).code).toBe(201);
      await vi.waitUntil(async () => (await posts.real(configMaps, makeObject("denies"))).code === 400);
    });
    afterAll(async () => {
      await callApi(rig().plane, "DELETE", `${group}/answers`);
      await embedded.close();
      await hook.close();
    });

    it.each(answers)("$name has the same consequence on both platforms", async ({ name, says }) => {
      const object = makeObject(name);
      const [real, ours] = await Promise.all([posts.real(configMaps, object), posts.embedded(configMaps, object)]);
      expect(JSON.stringify(real.said ?? "")).toContain(says);
      expect(ours).toEqual(real);
    });
  });
}
