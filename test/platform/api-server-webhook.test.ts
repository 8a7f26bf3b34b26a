import { request as httpRequest } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makePair } from "../../functions/front/certificate.ts";
import type { JsonObject } from "../../simulators/platform/api-server/json.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { admissionPath, anySpec, clientOf, pipe, pipeCrd, pipesPath } from "./api-server-client.ts";
import { type Review, startWebhook } from "./api-server-webhook-server.ts";

let server: ApiServer;
let client: ReturnType<typeof clientOf>;
let hook: Awaited<ReturnType<typeof startWebhook>>;
let hookUrl: string;
const reviews: Review[] = [];
beforeAll(async () => {
  hook = await startWebhook(reviews);
  hookUrl = hook.url;
  server = await startApiServer({
    seed: [pipeCrd(anySpec)],
    resolveService: (namespace, name, port, path) => `${hookUrl}${path}?service=${namespace}/${name}:${port}`,
  });
  client = clientOf(server);
});
afterAll(async () => {
  await server.close();
  await hook.close();
});
beforeEach(async () => {
  await client.remove(`${admissionPath}/validatingwebhookconfigurations`);
  await client.remove(pipesPath);
  reviews.length = 0;
});

const rules = [{ apiGroups: ["example.dev"], apiVersions: ["v1"], operations: ["*"], resources: ["pipes"] }];

async function install(more: JsonObject = {}): Promise<void> {
  const webhook = {
    name: "w.example.dev",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 1,
    clientConfig: { url: `${hookUrl}/validate` },
    rules,
    ...more,
  };
  const body = { metadata: { name: "w" }, webhooks: [webhook] };
  expect((await client.post(`${admissionPath}/validatingwebhookconfigurations`, body)).code).toBe(201);
}

const failed = (words: string) => `Internal error occurred: failed calling webhook "w.example.dev": ${words}`;

it("sends an AdmissionReview as the real server does", async () => {
  await install();
  await client.post(`${pipesPath}?dryRun=All`, pipe("a", { w: "ok" }));
  expect(reviews).toEqual([
    {
      url: "/validate?timeout=1s",
      body: {
        kind: "AdmissionReview",
        apiVersion: "admission.k8s.io/v1",
        request: {
          uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          kind: { group: "example.dev", version: "v1", kind: "Pipe" },
          resource: { group: "example.dev", version: "v1", resource: "pipes" },
          requestKind: { group: "example.dev", version: "v1", kind: "Pipe" },
          requestResource: { group: "example.dev", version: "v1", resource: "pipes" },
          name: "a",
          namespace: "default",
          operation: "CREATE",
          userInfo: { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] },
          object: expect.objectContaining({ kind: "Pipe", spec: { w: "ok" } }),
          oldObject: null,
          dryRun: true,
          options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", dryRun: ["All"] },
        },
      },
    },
  ]);
});

it.each([
  { w: "deny", code: 400, message: 'admission webhook "w.example.dev" denied the request without explanation' },
  { w: "why", code: 403, message: 'admission webhook "w.example.dev" denied the request: because' },
  { w: "reason", code: 400, message: 'admission webhook "w.example.dev" denied the request: Because' },
  {
    w: "500",
    code: 500,
    message: failed(
      'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding',
    ),
  },
  { w: "404", code: 500, message: failed("failed to call webhook: the server could not find the requested resource") },
  {
    w: "503",
    code: 500,
    message: failed("failed to call webhook: the server is currently unable to handle the request"),
  },
  {
    w: "html",
    code: 500,
    message: expect.stringContaining("json parse error: json: cannot unmarshal string into Go value"),
  },
  { w: "nothing", code: 500, message: failed("received invalid webhook response: webhook response was absent") },
  {
    w: "uid",
    code: 500,
    message: expect.stringContaining('received invalid webhook response: expected response.uid="'),
  },
  {
    w: "patch",
    code: 500,
    message: failed("received invalid webhook response: validating webhook may not return response.patch"),
  },
  { w: "cut", code: 500, message: expect.stringMatching(/failed to call webhook: Post "http:.*": EOF$/) },
  {
    w: "slow",
    code: 500,
    message: expect.stringMatching(/failed to call webhook: Post "http:.*": context deadline exceeded$/),
  },
])("fails closed: $w", async ({ w, code, message }) => {
  await install();
  const reply = await client.post(pipesPath, pipe("a", { w }));
  expect(reply.body).toMatchObject({ kind: "Status", code, message });
  expect((await client.get(`${pipesPath}/a`)).code).toBe(404);
});

it.each(["500", "404", "html", "nothing", "uid", "cut"])("fails open where it may: %s", async (w) => {
  await install({ failurePolicy: "Ignore" });
  expect((await client.post(pipesPath, pipe("a", { w }))).code).toBe(201);
});

it("denies even where failures are ignored", async () => {
  await install({ failurePolicy: "Ignore" });
  expect((await client.post(pipesPath, pipe("a", { w: "why" }))).code).toBe(403);
});

it("passes warnings on", async () => {
  await install();
  const reply = await client.post(pipesPath, pipe("a", { w: "warn" }));
  expect(reply).toMatchObject({ code: 201 });
  expect(reply.headers.get("warning")).toBe('299 - "careful", 299 - "it \\"is\\" hot"');
});

it("reaches a service through the resolver", async () => {
  await install({ clientConfig: { service: { namespace: "weir-system", name: "front", path: "/validate" } } });
  await client.post(pipesPath, pipe("a", { w: "ok" }));
  expect(reviews.map(({ url }) => url)).toEqual(["/validate?service=weir-system/front:443&timeout=1s"]);
});

it("trusts the bundle of the configuration and expects a service's own name", async () => {
  const pair = await makePair({ names: ["front.weir-system.svc"], lifeMs: 60_000 }, new Date());
  const front = createTlsServer({ key: pair.key, cert: pair.certificate }, (request, response) => {
    request.pipe(httpRequest(`${hookUrl}/behind`, { method: "POST" }, (answer) => void answer.pipe(response)));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  const behindTls = await startApiServer({
    seed: [pipeCrd(anySpec)],
    resolveService: (_namespace, _name, _port, path) => `https://127.0.0.1:${port}${path}`,
  });
  try {
    const api = clientOf(behindTls);
    const call = async (caBundle: string, name: string) => {
      await api.remove(`${admissionPath}/validatingwebhookconfigurations`);
      const service = { namespace: "weir-system", name };
      const base = { name: "w.example.dev", sideEffects: "None", admissionReviewVersions: ["v1"], rules };
      const webhooks = [{ ...base, clientConfig: { service, caBundle } }];
      await api.post(`${admissionPath}/validatingwebhookconfigurations`, { metadata: { name: "w" }, webhooks });
      return (await api.post(`${pipesPath}?dryRun=All`, pipe("a", { w: "ok" }))).code;
    };
    const authority = Buffer.from(pair.authority).toString("base64");
    expect(await call(authority, "front")).toBe(201);
    expect(await call(authority, "other")).toBe(500);
    expect(await call("", "front")).toBe(500);
  } finally {
    await behindTls.close();
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
  }
});

it("shows old and new on update, only old on deletion", async () => {
  await client.post(pipesPath, pipe("a", { w: "ok" }));
  await install();
  await client.patch("merge", `${pipesPath}/a`, { spec: { n: 1 } });
  await client.remove(`${pipesPath}/a`);
  expect(reviews.map(({ body }) => body.request)).toMatchObject([
    {
      operation: "UPDATE",
      object: { spec: { w: "ok", n: 1 } },
      oldObject: { spec: { w: "ok" } },
      options: { kind: "UpdateOptions" },
    },
    { operation: "DELETE", object: null, oldObject: { spec: { w: "ok", n: 1 } }, options: { kind: "DeleteOptions" } },
  ]);
});

describe("is not asked", () => {
  it.each([
    { name: "about other resources", more: { rules: [{ ...rules[0], resources: ["tubes"] }] } },
    { name: "about other operations", more: { rules: [{ ...rules[0], operations: ["UPDATE"] }] } },
    { name: "about other objects", more: { objectSelector: { matchLabels: { ask: "yes" } } } },
    { name: "about other namespaces", more: { namespaceSelector: { matchLabels: { ask: "yes" } } } },
    {
      name: "where a condition is not met",
      more: { matchConditions: [{ name: "c", expression: "object.spec.w == 'ask'" }] },
    },
  ])("$name", async ({ more }) => {
    await install(more);
    expect((await client.post(pipesPath, pipe("a", { w: "deny" }))).code).toBe(201);
    expect(reviews).toEqual([]);
  });

  it("about what the schema refuses already", async () => {
    await install();
    const reply = await client.post(pipesPath, pipe("a", "text"));
    expect(reply.body).toMatchObject({ code: 422, reason: "Invalid" });
    expect(reviews).toEqual([]);
  });

  it("about what a policy refuses already", async () => {
    await install();
    const spec = { matchConstraints: { resourceRules: rules }, validations: [{ expression: "false", message: "no" }] };
    await client.post(`${admissionPath}/validatingadmissionpolicies`, { metadata: { name: "p" }, spec });
    const binding = { metadata: { name: "p" }, spec: { policyName: "p", validationActions: ["Deny"] } };
    await client.post(`${admissionPath}/validatingadmissionpolicybindings`, binding);
    expect((await client.post(pipesPath, pipe("a"))).body).toMatchObject({ code: 422 });
    await client.remove(`${admissionPath}/validatingadmissionpolicies/p`);
    expect(reviews).toEqual([]);
  });
});

it("judges what is stored, even if the object changes while it is asked", async () => {
  await client.post(pipesPath, pipe("a", { w: "ok" }));
  await install();
  const patches = [1, 2, 3, 4].map((n) => client.patch("merge", `${pipesPath}/a`, { spec: { [`n${n}`]: n } }));
  expect((await Promise.all(patches)).map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  expect((await client.get(`${pipesPath}/a`)).body.spec).toEqual({ w: "ok", n1: 1, n2: 2, n3: 3, n4: 4 });
});
