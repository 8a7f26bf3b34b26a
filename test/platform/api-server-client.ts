import type { JsonObject } from "../../simulators/platform/api-server/json.ts";
import type { ApiServer } from "../../simulators/platform/api-server/server.ts";

/** An answer as the tests look at it. */
export interface Reply {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any;
  readonly headers: Headers;
}

const patchTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** A plain HTTP client of one server; `token` is sent as a bearer token, `userAgent` names the manager. */
export function clientOf(server: Pick<ApiServer, "url">, options: { token?: string; userAgent?: string } = {}) {
  async function send(method: string, path: string, body?: unknown, contentType = "application/json"): Promise<Reply> {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        "content-type": contentType,
        "user-agent": options.userAgent ?? "tester/1.0",
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { code: response.status, body: parsed(text), headers: response.headers };
  }
  return {
    send,
    get: (path: string) => send("GET", path),
    post: (path: string, body: unknown) => send("POST", path, body),
    put: (path: string, body: unknown) => send("PUT", path, body),
    patch: (type: keyof typeof patchTypes, path: string, body: unknown) => send("PATCH", path, body, patchTypes[type]),
    remove: (path: string, body?: unknown) => send("DELETE", path, body),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Path of the CRDs. */
export const crdPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** Path of the policies, their bindings and the webhook configurations, to be completed. */
export const admissionPath = "/apis/admissionregistration.k8s.io/v1";
/** Path of the example resource in the namespace `default`. */
export const pipesPath = "/apis/example.dev/v1/namespaces/default/pipes";

/** A CRD of the example resource `Pipe` whose spec has the given schema. */
export function pipeCrd(
  spec: JsonObject,
  more: { status?: JsonObject; withoutStatus?: boolean; root?: JsonObject } = {},
) {
  const status = more.status ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "pipes.example.dev" },
    spec: {
      group: "example.dev",
      scope: "Namespaced",
      names: { kind: "Pipe", plural: "pipes", shortNames: ["pi"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec, status }, ...more.root } },
          ...(more.withoutStatus ? {} : { subresources: { status: {} } }),
        },
      ],
    },
  };
}

/** A spec that keeps whatever it is given. */
export const anySpec = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A `Pipe`. */
export function pipe(name: string, spec: unknown = { a: 1 }, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "example.dev/v1", kind: "Pipe", metadata: { name, ...metadata }, spec: spec as JsonObject };
}

/** One event of a watch. */
export interface Line {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into objects of any shape.
  readonly object: any;
}

/** Opens a watch and gives its lines one by one; `stop` cuts it. */
export async function openWatch(server: ApiServer, path: string) {
  const abort = new AbortController();
  const response = await fetch(server.url + path, { signal: abort.signal });
  const lines = linesOf(response);
  return {
    code: response.status,
    next: async (): Promise<Line | undefined> => (await lines.next()).value,
    take: async (count: number): Promise<Line[]> => {
      const taken: Line[] = [];
      for (let i = 0; i < count; i += 1) taken.push((await lines.next()).value as Line);
      return taken;
    },
    stop: () => abort.abort(),
  };
}

async function* linesOf(response: Response): AsyncGenerator<Line, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part !== "") yield JSON.parse(part) as Line;
  }
  return undefined;
}

/** Empties the namespace, also of pipes that finalizers hold. */
export async function removePipes(client: ReturnType<typeof clientOf>): Promise<void> {
  for (const { metadata } of (await client.get(pipesPath)).body.items) {
    await client.patch("merge", `${pipesPath}/${metadata.name}`, { metadata: { finalizers: null } });
  }
  await client.remove(pipesPath);
}
