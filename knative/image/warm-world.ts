import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What one resource of the warm-up is called everywhere. */
export const warmName = "warm";

type Json = { [key: string]: unknown };

/** An API server and an AppManager on one port, with one resource: just enough for a function to do its work once. */
export interface WarmWorld {
  readonly url: string;
  /** The resource as it stands. */
  resource(): Json;
  /** Changes the resource as its user would. */
  edit(patch: Json): void;
  close(): Promise<void>;
}

/**
 * Starts it. Answers are what the functions need to go on, not what a real server would say.
 *
 * Caveats: only node:http, since an image is warmed where nothing else is installed.
 */
export async function startWarmWorld(): Promise<WarmWorld> {
  const held: Held = { resource: firstResource(), deployment: undefined };
  const server = createServer(async (request, response) => {
    const [status, body] = answer(held, request, await text(request));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resource: () => held.resource,
    edit: (patch) => {
      held.resource = merged(held.resource, patch);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function firstResource(): Json {
  const template = { spec: { artifact: { kind: "JAR", jarUri: "s3://warm/warm.jar" }, engineVersionName: "warm" } };
  const deployment = {
    metadata: { name: warmName, namespace: warmName },
    spec: { state: "CANCELLED", deploymentTargetName: warmName, template },
  };
  return {
    apiVersion: "ververica.platform/v1",
    kind: "VvpDeployment",
    metadata: {
      name: warmName,
      namespace: warmName,
      uid: "5d0f0c2e-6a57-4d8f-9a0e-3f1f5c1f9b11",
      generation: 1,
      resourceVersion: "1",
      labels: { "ververica.platform/owner": warmName },
      annotations: { apikeySecretName: warmName },
    },
    spec: { syncingMode: "PATCH", deployment },
  };
}

type Answer = readonly [status: number, body: Json];

const missing: Answer = [404, { kind: "Status", status: "Failure", reason: "NotFound", message: "missing", code: 404 }];

interface Held {
  resource: Json;
  deployment: Json | undefined;
}

function answer(held: Held, request: IncomingMessage, body: string): Answer {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  const sent = (body === "" ? {} : JSON.parse(body)) as Json;
  if (path.includes("/leases")) return request.method === "GET" ? missing : [200, merged({ metadata: {} }, sent)];
  if (path.includes("/secrets/")) return [200, { data: { token: "d2FybQ==" } }];
  if (path.includes("/vvpdeployments")) return answerResource(held, request.method, path, sent);
  return answerDeployment(held, request.method, path, sent);
}

function answerResource(held: Held, method: string | undefined, path: string, sent: Json): Answer {
  if (method === "PATCH") held.resource = merged(held.resource, sent);
  return [200, path.endsWith("/vvpdeployments") ? { metadata: {}, items: [held.resource] } : held.resource];
}

function answerDeployment(held: Held, method: string | undefined, path: string, sent: Json): Answer {
  if (method === "POST") held.deployment = merged({ status: { state: "CANCELLED" } }, withId(sent));
  else if (method !== "GET") held.deployment = merged(held.deployment ?? {}, sent);
  if (held.deployment === undefined) return missing;
  const isList = method === "GET" && path.endsWith("/deployments");
  return [200, isList ? { items: [held.deployment] } : held.deployment];
}

function withId(sent: Json): Json {
  return merged(sent, {
    metadata: { id: "0b0a2c7c-5f0e-4f8e-8f63-0d9f0b6a7c11", namespace: warmName, resourceVersion: 1 },
  });
}

/** A JSON merge patch (RFC 7386). */
function merged(target: Json, patch: Json): Json {
  const result: Json = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (isJson(value)) result[key] = merged(isJson(result[key]) ? result[key] : {}, value);
    else result[key] = value;
  }
  return result;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
