import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { gunzipSync } from "node:zlib";
import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonValue } from "../../shared/core/json.ts";
import { conditionsOf } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { readRecord, recordAnnotation } from "../../shared/core/record.ts";
import { each } from "../../shared/engine/each.ts";
import { runKubectl, serviceAccountToken } from "../platform/real/control-plane/access.ts";
import { type ControlPlane, startControlPlane } from "../platform/real/control-plane/start-control-plane.ts";
import { namespace, startRig } from "../platform/real/rbac/rig.ts";
import { deliver, sourceHeaders } from "../platform/scenario-rig.ts";
import { cpuOf } from "./cpu-of.ts";

/** API path of the resources that a benchmark makes. */
export const resources = "/apis/ververica.platform/v1/namespaces/default/vvpdeployments";

/** One call of the API server. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  /** The administrator's if absent. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Its answer, and what it took; `received` counts the body as it came over the wire. */
export interface Answered {
  readonly text: string;
  readonly ms: number;
  readonly sent: number;
  readonly received: number;
}

/** A real control plane with Weir's installation, and one resource as `kubectl apply` and Weir leave it. */
export interface RealPlane {
  /** Over kept connections; rejects unless the answer is a 2xx. */
  call(call: Call): Promise<Answered>;
  /** The resource after a pass, with its record and its status. */
  readonly typical: KubeObject;
  /** Makes copies of it with their own record, ten at a time; `done` is called after each. */
  make(names: readonly string[], done?: () => void): Promise<void>;
  /** CPU time that API server and etcd have used so far, in milliseconds; a tick of 10 ms is the least it sees. */
  cpuMs(): number;
  close(): Promise<void>;
}

const connections = 10;

/** Starts it; rejects, with what to do, when its parts are not built. */
export async function startRealPlane(): Promise<RealPlane> {
  const plane = await startControlPlane();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const typical = await makeTypical(plane);
    const weir = await serviceAccountToken(plane, "weir-system", "weir-reconcile");
    const call: RealPlane["call"] = (one) => send(plane, agent, one);
    const make: RealPlane["make"] = (names, done) =>
      each(names, connections, async (name) => {
        await makeCopy(call, weir, typical, name);
        done?.();
      });
    const pids = plane.pids().filter((pid) => /etcd|kube-apiserver/.test(readFileSync(`/proc/${pid}/comm`, "utf8")));
    const close = async () => {
      agent.destroy();
      await plane.close();
    };
    return { call, typical, make, cpuMs: () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0), close };
  } catch (error) {
    await plane.close();
    throw error;
  }
}

/** The documents' example, applied with kubectl, after the passes of the real function. */
async function makeTypical(plane: ControlPlane): Promise<KubeObject> {
  const rig = await startRig(plane);
  try {
    const name = "typical";
    await rig.make("token");
    const { metadata, ...rest } = (await rig.read("token")) as KubeObject;
    const { annotations = {} } = metadata;
    const given = { ...rest, metadata: { name, namespace, labels: metadata.labels, annotations } };
    const own = mergePatch(given as unknown as JsonValue, { spec: { deployment: { metadata: { name } } } });
    const applied = await runKubectl(plane, ["apply", "-f", "-"], { input: JSON.stringify(own) });
    if (applied.code !== 0) throw new Error(applied.stderr);
    for (;;) {
      await deliver(rig.reconcile.url, { ...sourceHeaders(name), "ce-namespace": namespace });
      const object = (await rig.read(name)) as KubeObject;
      const healthy = conditionsOf(object).find(({ type }) => type === "Healthy")?.status;
      if (healthy === "True") return object;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await rig.close();
  }
}

async function makeCopy(call: RealPlane["call"], token: string, typical: KubeObject, name: string): Promise<void> {
  const { apiVersion, kind, spec, status, metadata } = typical;
  const { [recordAnnotation]: _, ...annotations } = metadata.annotations ?? {};
  const given = { apiVersion, kind, metadata: { name, labels: metadata.labels, annotations }, spec };
  const path = `${resources}?fieldManager=kubectl-client-side-apply`;
  const made = JSON.parse((await call({ method: "POST", path, body: JSON.stringify(given) })).text) as KubeObject;
  const reading = readRecord(typical);
  if (reading.state !== "own") throw new Error("the typical resource has no record");
  const record = JSON.stringify({ ...reading.record, uid: made.metadata.uid });
  const { finalizers } = metadata;
  await call(weirPatch(token, name, { metadata: { annotations: { [recordAnnotation]: record }, finalizers } }));
  await call(weirPatch(token, name, { status }, "/status"));
}

/** A merge patch as Weir sends one. */
export function weirPatch(token: string | undefined, name: string, patch: object, part = ""): Call {
  const path = `${resources}/${name}${part}?fieldManager=weir`;
  const type = "application/merge-patch+json";
  return { method: "PATCH", path, type, body: JSON.stringify(patch), ...(token !== undefined && { token }) };
}

function send(
  plane: ControlPlane,
  agent: Agent,
  { method, path, body = "", type, token, headers }: Call,
): Promise<Answered> {
  const begun = performance.now();
  const options = {
    method,
    agent,
    ca: plane.ca,
    headers: {
      authorization: `Bearer ${token ?? plane.tokens.admin}`,
      accept: "application/json",
      ...(body !== "" && { "content-type": type ?? "application/json", "content-length": Buffer.byteLength(body) }),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(plane.url + path, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode = 0, headers: got } = incoming;
        const text = (got["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
        if (statusCode > 299) reject(new Error(`${method} ${path}: ${statusCode} ${text}`));
        const ms = performance.now() - begun;
        resolve({ text, ms, sent: Buffer.byteLength(body), received: bytes.length });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
