import { readFileSync } from "node:fs";
import type * as http from "node:http";
import { delimiter, dirname, resolve } from "node:path";
import { at, isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import { keptAgent, type TlsMaterial } from "./agents.ts";
import type { Access } from "./request.ts";

/** Where a pod finds its service account. */
const podAccount = "/var/run/secrets/kubernetes.io/serviceaccount";

const plainCluster = ["server", "certificate-authority", "certificate-authority-data", "tls-server-name"];
const plainUser = [
  "token",
  "tokenFile",
  "client-certificate",
  "client-certificate-data",
  "client-key",
  "client-key-data",
];

/**
 * Access where it can be had from files alone: a pod's service account, or one kubeconfig in JSON with a token, a token
 * file or a client certificate. Files are read anew at each call, since tokens rotate.
 *
 * Guarantees: never throws; undefined stands for everything else, also for what is wrong, so that client-node judges it
 * and words the error.
 */
export function readPlain(
  path: string | undefined,
  made: Map<string, http.Agent>,
  accountDir = podAccount,
): Access | undefined {
  try {
    return path === undefined ? ofPod(made, accountDir) : ofKubeconfig(path, made);
  } catch {
    return undefined;
  }
}

function ofPod(made: Map<string, http.Agent>, dir: string): Access | undefined {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = process.env;
  if (host === "" || !/^\d+$/.test(port) || ["80", "8080", "8001"].includes(port)) return undefined;
  const server = new URL(`https://${host.includes(":") ? `[${host}]` : host}:${port}`);
  const namespace = readFileSync(`${dir}/namespace`, "utf8").trim() || "default";
  const tls = { ca: readFileSync(`${dir}/ca.crt`, "utf8") };
  return toAccess(made, { server, tls, token: readFileSync(`${dir}/token`, "utf8"), namespace });
}

function ofKubeconfig(path: string, made: Map<string, http.Agent>): Access | undefined {
  if (path.includes(delimiter)) return undefined;
  const text = readFileSync(path, "utf8");
  if (!text.startsWith("{")) return undefined;
  const config: JsonValue = JSON.parse(text);
  const context = named(config, "contexts", member(config, "current-context"), "context");
  const cluster = relevant(named(config, "clusters", member(context, "cluster"), "cluster"));
  const user = member(context, "user") === undefined ? {} : named(config, "users", member(context, "user"), "user");
  if (!isPlain(cluster, plainCluster) || !isPlain(user, plainUser)) return undefined;
  const server = new URL(textOf(cluster, "server") ?? "");
  const dir = dirname(path);
  const tokenFile = textOf(user, "tokenFile");
  const token = tokenFile === undefined ? textOf(user, "token") : readFileSync(resolve(dir, tokenFile), "utf8");
  const tls = {
    ca: pem(cluster, "certificate-authority", dir),
    cert: pem(user, "client-certificate", dir),
    key: pem(user, "client-key", dir),
    servername: textOf(cluster, "tls-server-name"),
  };
  return toAccess(made, { server, tls, token, namespace: textOf(context, "namespace")?.trim() || "default" });
}

interface Plain {
  readonly server: URL;
  readonly tls: { readonly [Name in keyof TlsMaterial]?: TlsMaterial[Name] | undefined };
  readonly token: string | undefined;
  readonly namespace: string;
}

function toAccess(made: Map<string, http.Agent>, { server, tls, token, namespace }: Plain): Access | undefined {
  const bearer = token?.trim();
  if (bearer === "") return undefined;
  const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  return { server, agent: keptAgent(made, server, tls as TlsMaterial), headers, auth: undefined, namespace };
}

/** The entry of a kubeconfig's list that carries a name. */
function named(config: JsonValue, list: string, name: JsonValue | undefined, inside: string): JsonObject | undefined {
  const entries = member(config, list);
  if (!Array.isArray(entries) || typeof name !== "string") return undefined;
  const found = at(
    entries.find((entry) => member(entry, "name") === name),
    inside,
  );
  return isObject(found) ? found : undefined;
}

/** The cluster without the switch for TLS checks where there is no TLS; client-node demands it there. */
function relevant(cluster: JsonObject | undefined): JsonObject | undefined {
  if (cluster === undefined || !textOf(cluster, "server")?.startsWith("http://")) return cluster;
  const { "insecure-skip-tls-verify": _meaningless, ...rest } = cluster;
  return rest;
}

function isPlain(entry: JsonObject | undefined, allowed: readonly string[]): entry is JsonObject {
  return entry !== undefined && Object.entries(entry).every(([key, value]) => allowed.includes(key) && isText(value));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function textOf(entry: JsonObject | undefined, key: string): string | undefined {
  const value = member(entry, key);
  return isText(value) ? value : undefined;
}

/** PEM that is inline in base64, or else in a file beside the kubeconfig. */
function pem(entry: JsonObject, key: string, dir: string): string | undefined {
  const inline = textOf(entry, `${key}-data`);
  if (inline !== undefined) return Buffer.from(inline, "base64").toString("utf8");
  const file = textOf(entry, key);
  return file === undefined ? undefined : readFileSync(resolve(dir, file), "utf8");
}
