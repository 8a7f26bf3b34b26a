import type { NoAnswer, Transport, WireAnswer, WireRequest } from "../../../../shared/adapters/http.ts";
import type { Objects } from "../../../../shared/ports/objects.ts";
import type { Kubelet } from "../../../../simulators/flink/kubelet.ts";
import { answer } from "../../../../simulators/flink/rest.ts";
import { toRestRequest } from "../../../world/flink-wire.ts";
import type { MemoryObjects } from "../../../world/memory-objects.ts";
import { hear } from "../../api-port.ts";
import type { Fault, IoKind } from "../../faults.ts";
import type { Network } from "../../network.ts";
import type { Process } from "../../process.ts";

/** What the calls of a process reach. */
export interface FlinkBackend {
  readonly objects: MemoryObjects;
  readonly kubelet: Kubelet;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Lets the controllers and Flink do what is due before somebody looks. */
  readonly catchUp: () => void;
  /** Told of each effect. */
  readonly onWrite: () => void;
}

/** Milliseconds that the adapter of the API server gives a call with all its tries. */
const limitMs = 5_000;

/** The dependents as one process reaches them. */
export function objectsPort(backend: FlinkBackend, network: Network, process: Process): Objects {
  const { objects, catchUp, onWrite } = backend;
  const call = <Answer>(
    verb: "get" | "list" | "apply" | "create" | "patch" | "delete",
    about: string,
    send: () => Promise<Answer>,
  ) => {
    const isWrite = verb !== "get" && verb !== "list";
    return network.call<Answer>(process, {
      kind: `objects ${verb}`,
      what: `objects ${verb} ${about}`,
      apply: () => {
        catchUp();
        return isWrite ? send().finally(onWrite) : send();
      },
      hear: (fault) => hear(fault, isWrite),
      limitMs,
    });
  };
  return {
    get: (kind, key) => call("get", `${kind.kind} ${key.name}`, () => objects.get(kind, key)),
    list: (kind, query) => call("list", kind.kind, () => objects.list(kind, query)),
    apply: (kind, object) => call("apply", `${kind.kind} ${object.metadata.name}`, () => objects.apply(kind, object)),
    create: (kind, object) =>
      call("create", `${kind.kind} ${object.metadata.name}`, () => objects.create(kind, object)),
    patch: (kind, key, patch) => call("patch", `${kind.kind} ${key.name}`, () => objects.patch(kind, key, patch)),
    delete: (kind, key, seen) => call("delete", `${kind.kind} ${key.name}`, () => objects.delete(kind, key, seen)),
  };
}

type Answer = WireAnswer | NoAnswer;

/** The way of one process to the REST of clusters, below the adapter as it ships. */
export function flinkTransport(backend: FlinkBackend, network: Network, process: Process): Transport {
  return {
    warm: async () => {},
    close: () => {},
    send: async (request, signal) => {
      const { pathname } = new URL(request.url);
      const asked = await toRestRequest(request);
      return network.call<Answer>(process, {
        kind: kindOf(request.method, pathname),
        what: `${request.method} ${pathname}`,
        apply: () => {
          backend.catchUp();
          const server = backend.kubelet.reach(request.url, backend.now());
          if (server === undefined) return { why: "ECONNREFUSED", sent: false, cause: "way" };
          const { status, body } = answer(server, asked, backend.now());
          if (request.method !== "GET") backend.onWrite();
          return { status, text: JSON.stringify(body), retryAfter: undefined };
        },
        hear: hearOfFlink,
        limitMs: Math.min(request.timeoutMs, 20_000),
        signal,
      });
    },
  };
}

const page = "<html><body>Please sign in.</body></html>";

function hearOfFlink(fault: Fault): Answer {
  switch (fault) {
    case "refused":
      return {
        status: 503,
        text: '{"errors":["Service temporarily unavailable due to an ongoing leader election."]}',
        retryAfter: undefined,
      };
    case "failed":
    case "failed after":
      return { status: 500, text: '{"errors":["Internal server error."]}', retryAfter: undefined };
    case "page":
      return { status: 404, text: page, retryAfter: undefined };
    case "page after":
      return { status: 200, text: page, retryAfter: undefined };
    case "cut before":
    case "cut after":
      return { why: "ECONNRESET", sent: true, cause: "way" };
    default:
      return { why: "no answer in the time that was left", sent: true, cause: "time" };
  }
}

function kindOf(method: WireRequest["method"], pathname: string): IoKind {
  if (method === "GET") return "flink get";
  if (method === "PATCH") return "flink cancel";
  if (pathname.endsWith("/run")) return "flink run";
  return pathname.startsWith("/jars") ? "flink jar" : "flink trigger";
}
