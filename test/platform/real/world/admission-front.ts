import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { makeAuthority } from "../control-plane/certificates.ts";

/** TLS in front of an admission function, without which a real API server does not call it. */
export interface AdmissionFront {
  readonly url: string;
  /** PEM in base64. */
  readonly caBundle: string;
  /** True once the API server asked about a resource called `probeName`. */
  isCalled(): boolean;
  close(): Promise<void>;
}

/** Reviews of a resource of this name are answered by the front, so that to ask whether it is called wakes no function. */
export const probeName = "is-the-webhook-called";

/** Starts a front on a loopback address for the function at `target`. */
export async function startAdmissionFront(target: string): Promise<AdmissionFront> {
  const authority = await makeAuthority();
  const { key, certificate } = await authority.issueServer(["127.0.0.1"]);
  let isCalled = false;
  const server = createServer({ key, cert: certificate, keepAliveTimeout: 120_000 }, (incoming, response) => {
    const onProbe = () => {
      isCalled = true;
    };
    review(incoming, response, target, onProbe).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/validate`,
    caBundle: Buffer.from(authority.certificate).toString("base64"),
    isCalled: () => isCalled,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function review(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
  onProbe: () => void,
): Promise<void> {
  const body = await text(incoming);
  const { request } = JSON.parse(body) as { request: { uid: string; name?: string } };
  if (request.name === probeName) {
    onProbe();
    send(response, 200, JSON.stringify(toAllowed(request.uid)));
    return;
  }
  const abort = new AbortController();
  response.once("close", () => abort.abort());
  const headers = { "content-type": "application/json" };
  const reply = await fetch(target, { method: "POST", headers, body, signal: abort.signal });
  send(response, reply.status, await reply.text());
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

function toAllowed(uid: string): object {
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } };
}
