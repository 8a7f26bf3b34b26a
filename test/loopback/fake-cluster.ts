import { writeFile } from "node:fs/promises";
import * as http from "node:http";
import * as https from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { makePair } from "../../functions/front/certificate.ts";
import { temporaryFolders } from "../temporary-folders.ts";

const makeFolder = temporaryFolders();

type Meta = { resourceVersion: string; [field: string]: unknown };
type Stored = { metadata: Meta; [field: string]: unknown };
type Webhooks = { clientConfig: { caBundle?: string } }[];
type PatchOperation = { op: string; path: string; value: string };

/** What a test sees of the fake API server; `requests` lists "METHOD path status" in order. */
export type FakeCluster = {
  host: string;
  port: number;
  accountDir: string;
  requests: string[];
  secret(): Stored | undefined;
  caBundle(): string;
  dropSecret(): void;
  fail(status: number | undefined): void;
  stop(): Promise<void>;
};

const secretPath = "/api/v1/namespaces/weir-system/secrets";
const webhookPath = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/weir-admission";

class Store {
  secret: Stored | undefined;
  webhook: Stored & { webhooks: Webhooks } = { metadata: { resourceVersion: "1" }, webhooks: [{ clientConfig: {} }] };
  private version = 1;

  private bump<T extends Stored>(object: T): T {
    this.version += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: `${this.version}` } };
  }

  writeSecret(method: string, sent: Stored): number {
    if (method === "POST" ? this.secret !== undefined : this.secret === undefined) return method === "POST" ? 409 : 404;
    if (method === "PUT" && sent.metadata.resourceVersion !== this.secret?.metadata.resourceVersion) return 409;
    this.secret = this.bump(sent);
    return method === "POST" ? 201 : 200;
  }

  patchWebhook(operations: PatchOperation[]): number {
    const version = operations.find((operation) => operation.path === "/metadata/resourceVersion");
    if (version?.value !== this.webhook.metadata.resourceVersion) return 409;
    const webhooks = this.webhook.webhooks.map((entry, index) => {
      const put = operations.find((operation) => operation.path === `/webhooks/${index}/clientConfig/caBundle`);
      return put === undefined ? entry : { clientConfig: { ...entry.clientConfig, caBundle: put.value } };
    });
    this.webhook = this.bump({ ...this.webhook, webhooks });
    return 200;
  }
}

async function route(store: Store, request: http.IncomingMessage): Promise<[number, unknown]> {
  if (request.headers.authorization !== "Bearer a-token") return [401, {}];
  const key = `${request.method} ${request.url}`;
  if (key === `GET ${secretPath}/weir-front-tls`) return store.secret ? [200, store.secret] : [404, {}];
  if (key === `POST ${secretPath}` || key === `PUT ${secretPath}/weir-front-tls`) {
    const status = store.writeSecret(request.method ?? "", (await json(request)) as Stored);
    return [status, store.secret];
  }
  if (key === `GET ${webhookPath}`) return [200, store.webhook];
  if (key === `PATCH ${webhookPath}` && request.headers["content-type"] === "application/json-patch+json") {
    return [store.patchWebhook((await json(request)) as PatchOperation[]), store.webhook];
  }
  return [403, { message: `not allowed: ${key}` }];
}

async function writeAccount(ca: string): Promise<string> {
  const dir = makeFolder("account");
  await writeFile(join(dir, "token"), "a-token\n");
  await writeFile(join(dir, "ca.crt"), ca);
  await writeFile(join(dir, "namespace"), "weir-system");
  return dir;
}

/** An API server on loopback that knows one Secret and one webhook configuration, with the preconditions of a real one. */
export async function startFakeCluster(): Promise<FakeCluster> {
  const store = new Store();
  const requests: string[] = [];
  let failing: number | undefined;
  const identity = await makePair({ names: ["localhost"], lifeMs: 3_600_000 }, new Date());
  const server = https.createServer({ key: identity.key, cert: identity.certificate }, async (request, response) => {
    const [status, body] = failing === undefined ? await route(store, request) : [failing, {}];
    requests.push(`${request.method} ${request.url} ${status}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accountDir = await writeAccount(identity.authority);
  return {
    host: "localhost",
    port: (server.address() as AddressInfo).port,
    accountDir,
    requests,
    secret: () => store.secret,
    caBundle: () => Buffer.from(store.webhook.webhooks[0]?.clientConfig.caBundle ?? "", "base64").toString(),
    dropSecret: () => {
      store.secret = undefined;
    },
    fail: (status) => {
      failing = status;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A plain HTTP server on loopback, as the admission function is; resolves with its address and an end. */
export async function startPlain(listener: http.RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
