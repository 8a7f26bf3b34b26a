import { readFile } from "node:fs/promises";
import * as https from "node:https";
import { json } from "node:stream/consumers";
import * as z from "zod";
import type { Pair } from "./certificate.ts";
import type { Vault } from "./vault.ts";

/** Where the API server is, and the folder of the pod's service account (token, ca.crt); the names of what is owned. */
export type VaultAddress = {
  host: string;
  port: number;
  accountDir: string;
  namespace: string;
  secret: string;
  webhook: string;
};

type Call = { method: string; path: string; contentType?: string; body?: unknown };
type Answer = { status: number; body: unknown };

const callTimeoutMs = 10_000;
const metadata = z.object({ resourceVersion: z.string() });
const secretShape = z.object({ metadata, data: z.record(z.string(), z.string()).optional() });
const webhookShape = z.object({
  metadata,
  webhooks: z.array(z.object({ clientConfig: z.object({ caBundle: z.string().optional() }) })).default([]),
});

const fromBase64 = (text: string): string => Buffer.from(text, "base64").toString("utf8");
const toBase64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** The token is read for each call because the kubelet replaces it about hourly. */
async function call(address: VaultAddress, { method, path, contentType, body }: Call): Promise<Answer> {
  const token = await readFile(`${address.accountDir}/token`, "utf8");
  const ca = await readFile(`${address.accountDir}/ca.crt`, "utf8");
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: address.host,
        port: address.port,
        method,
        path,
        ca,
        agent: false,
        signal: AbortSignal.timeout(callTimeoutMs),
        headers: {
          authorization: `Bearer ${token.trim()}`,
          accept: "application/json",
          ...(payload === undefined ? {} : { "content-type": contentType ?? "application/json" }),
        },
      },
      (response) => {
        json(response).then(
          (parsed) => resolve({ status: response.statusCode ?? 0, body: parsed }),
          () => reject(new Error(`${method} ${path}: ${response.statusCode} without a JSON body`)),
        );
      },
    );
    request.once("error", (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    request.end(payload);
  });
}

async function read<T>(address: VaultAddress, path: string, shape: z.ZodType<T>): Promise<T | undefined> {
  const { status, body } = await call(address, { method: "GET", path });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`GET ${path}: ${status}`);
  return shape.parse(body);
}

/** 404 on a write counts as a conflict too: the object was deleted since it was read. */
async function write(address: VaultAddress, request: Call): Promise<"written" | "conflict"> {
  const { status } = await call(address, request);
  if (status === 409 || status === 404) return "conflict";
  if (status < 200 || status > 299) throw new Error(`${request.method} ${request.path}: ${status}`);
  return "written";
}

function toPair(data: Readonly<Record<string, string>>): Pair | undefined {
  const { "tls.key": key, "tls.crt": certificate, "ca.crt": authority } = data;
  if (key === undefined || certificate === undefined || authority === undefined) return undefined;
  return { key: fromBase64(key), certificate: fromBase64(certificate), authority: fromBase64(authority) };
}

function toSecret(pair: Pair, address: VaultAddress, over: string | undefined): object {
  const { secret: name, namespace } = address;
  const labels = { "app.kubernetes.io/part-of": "weir" };
  return {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/tls",
    metadata: { name, namespace, labels, ...(over === undefined ? {} : { resourceVersion: over }) },
    data: {
      "tls.key": toBase64(pair.key),
      "tls.crt": toBase64(pair.certificate),
      "ca.crt": toBase64(pair.authority),
    },
  };
}

/** The resourceVersion in a JSON patch makes the API server answer 409 when the object has changed. */
function toPatch(bundle: string, count: number, over: string): object[] {
  const puts = Array.from({ length: count }, (_, index) => ({
    op: "add",
    path: `/webhooks/${index}/clientConfig/caBundle`,
    value: toBase64(bundle),
  }));
  return [{ op: "replace", path: "/metadata/resourceVersion", value: over }, ...puts];
}

/** The vault in the cluster, over the service account of the pod and nothing but `node:https`. */
export function makeVault(address: VaultAddress): Vault {
  const secrets = `/api/v1/namespaces/${address.namespace}/secrets`;
  const secret = `${secrets}/${address.secret}`;
  const webhook = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${address.webhook}`;
  return {
    async readPair() {
      const stored = await read(address, secret, secretShape);
      return stored && { pair: toPair(stored.data ?? {}), resourceVersion: stored.metadata.resourceVersion };
    },
    writePair(pair, over) {
      const target = over === undefined ? { method: "POST", path: secrets } : { method: "PUT", path: secret };
      return write(address, { ...target, body: toSecret(pair, address, over) });
    },
    async readTrust() {
      const stored = await read(address, webhook, webhookShape);
      if (stored === undefined) return undefined;
      const bundles = stored.webhooks.map((entry) => fromBase64(entry.clientConfig.caBundle ?? ""));
      return { bundles, resourceVersion: stored.metadata.resourceVersion };
    },
    writeTrust(bundle, count, over) {
      const body = toPatch(bundle, count, over);
      return write(address, { method: "PATCH", path: webhook, contentType: "application/json-patch+json", body });
    },
  };
}
