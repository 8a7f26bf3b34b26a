import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { partPath } from "../build/cache.ts";

/** Users with a token of their own; `admin` may do everything, the others what a test grants them. */
export const users = { admin: ["system:masters"], jane: [], joe: [] } as const;

/** Name of a user with a static token. */
export type User = keyof typeof users;

/** Where a control plane is and how to get in; plain data, so that it can be handed to another process. */
export interface ControlPlaneAddress {
  /** `https://127.0.0.1:PORT`. */
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly tokens: Readonly<Record<User, string>>;
  /** Its folder; holds `<user>.kubeconfig`, the logs and the certificates. */
  readonly folder: string;
}

/** What a program said and how it ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An answer of the API server; `body` is parsed JSON, or the text where it is none. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** One request; `token` defaults to the admin's, `type` to JSON. */
export interface ApiRequest {
  readonly token?: string;
  readonly body?: unknown;
  readonly type?: string;
}

/** Path of a user's kubeconfig, context and namespace `default`. */
export function kubeconfigPath({ folder }: Pick<ControlPlaneAddress, "folder">, user: User): string {
  return join(folder, `${user}.kubeconfig`);
}

/** JSON text of a kubeconfig; for a token of a ServiceAccount or of a user. */
export function toKubeconfig(
  { url, ca }: Pick<ControlPlaneAddress, "url" | "ca">,
  token: string,
  namespace = "default",
) {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "real", cluster: { server: url, "certificate-authority-data": btoa(ca) } }],
    users: [{ name: "real", user: { token } }],
    contexts: [{ name: "real", context: { cluster: "real", user: "real", namespace } }],
    "current-context": "real",
  });
}

/** Sends one request over a connection of its own; rejects only when there is no answer. */
export async function callApi(
  address: ControlPlaneAddress,
  method: string,
  path: string,
  { token = address.tokens.admin, body, type = "application/json" }: ApiRequest = {},
): Promise<ApiAnswer> {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": type }) };
  const sent = request(address.url + path, { method, headers, ca: address.ca, agent: false });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: parsed(text) };
}

/**
 * A token of a ServiceAccount, valid for an hour.
 *
 * Rejects when there is no such account.
 */
export async function serviceAccountToken(
  address: ControlPlaneAddress,
  namespace: string,
  name: string,
): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3_600 } };
  const answer = await callApi(address, "POST", path, { body });
  const { token } = (answer.body as { status?: { token?: string } }).status ?? {};
  if (token === undefined) throw new Error(`no token for ${namespace}/${name}: ${JSON.stringify(answer.body)}`);
  return token;
}

/** Runs the real kubectl as a user; `input` goes to its standard input. */
export async function runKubectl(
  address: ControlPlaneAddress,
  args: readonly string[],
  { user = "admin", input = "", cwd = address.folder }: { user?: User; input?: string; cwd?: string } = {},
): Promise<Ended> {
  // Its discovery cache is per test run: in the home folder it would remember the CRDs of another control plane.
  const env = { PATH: process.env.PATH, HOME: address.folder, KUBECONFIG: kubeconfigPath(address, user) };
  const child = spawn(partPath("kubectl"), args, { cwd, env, stdio: "pipe" });
  const text = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, ...text };
}

/** The end of a part's log, for a failure's message. */
export function logOf({ folder }: Pick<ControlPlaneAddress, "folder">, part: string, lines = 40): string {
  return readFileSync(join(folder, `${part}.log`), "utf8")
    .split("\n")
    .slice(-lines)
    .join("\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
