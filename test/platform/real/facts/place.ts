import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { at, type JsonValue } from "../../../../shared/core/json.ts";
import { startApiServer } from "../../../../simulators/platform/api-server/server.ts";
import { makeApiReader, readLines } from "../../../../simulators/platform/api-server-source/api-reader.ts";
import { type ApiAnswer, type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { makeAuthority } from "../control-plane/certificates.ts";

/** An API server, a real one or the embedded one, to which facts are put as the administrator. */
export interface Place {
  readonly address: ControlPlaneAddress;
  close(): Promise<void>;
}

/** Starts the embedded API server with the CRDs and with TLS, so that everything that talks to a real one can talk to it. */
export async function startEmbedded(): Promise<Place> {
  const authority = await makeAuthority();
  const { key, certificate: cert } = await authority.issueServer(["127.0.0.1"]);
  const users = { admin: { username: "kubernetes-admin", groups: ["system:masters"] } };
  const { url, close } = await startApiServer({ tls: { key, cert }, users, seed: [readCrd()] });
  const tokens = { admin: "admin", jane: "jane", joe: "joe" };
  return { address: { url, ca: authority.certificate, tokens, folder: "" }, close };
}

function readCrd() {
  const path = new URL("../../../../crds/ververica.platform_vvpdeployments.yaml", import.meta.url);
  return parse(readFileSync(path, "utf8"));
}

/** A request by its parts; `type` is the short form of a media type, such as `merge-patch+json`. */
export function send(
  { address }: Pick<Place, "address">,
  method: string,
  path: string,
  body?: unknown,
  type = "json",
): Promise<ApiAnswer> {
  return callApi(address, method, path, body === undefined ? {} : { body, type: `application/${type}` });
}

/** What is at a path of an answer's body. */
export function inBody({ body }: ApiAnswer, ...path: readonly string[]): JsonValue | undefined {
  return at(body, ...path);
}

/** How many events a watch of a collection sends of one object, from a version on until the first of another object. */
export async function countEvents(
  { address }: Pick<Place, "address">,
  collection: string,
  from: string,
  { of, until }: { readonly of: string; readonly until: string },
): Promise<number> {
  const reader = makeApiReader({ url: address.url, ca: address.ca, token: address.tokens.admin });
  const query = { watch: "1", resourceVersion: from };
  const response = await reader.open(collection, query, AbortSignal.timeout(10_000));
  let count = 0;
  try {
    for await (const line of readLines(response)) {
      const name = at(JSON.parse(line), "object", "metadata", "name");
      if (name === until) return count;
      if (name === of) count += 1;
    }
    throw new Error("the watch ended by itself");
  } finally {
    response.destroy();
    reader.close();
  }
}
