import { OperatorError } from "../../shared/core/error.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import type { Key, KubeObject, Names } from "../../shared/core/object.ts";
import type { Cluster, ListQuery, Page, Read } from "../../shared/ports/cluster.ts";
import type { Fault, IoKind } from "./faults.ts";
import type { ApiServer } from "./model/api-server.ts";
import type { Exchange, Network } from "./network.ts";
import type { Process } from "./process.ts";

/** Milliseconds that the adapter gives a call with all its tries. */
const limitMs = 5_000;

/** The API server as one process reaches it; `onWrite` is told after each effect. */
export function apiPort(server: ApiServer, network: Network, process: Process, onWrite: () => void): Cluster {
  const call = <Answer>(
    kind: IoKind,
    name: string,
    write: boolean,
    rest: Pick<Exchange<Answer>, "apply" | "recall" | "signal">,
  ) => network.call(process, { ...rest, kind, what: `${kind} ${name}`, hear: (fault) => hear(fault, write), limitMs });
  return {
    get: (names, key, signal) =>
      call<Read | undefined>("api get", key.name, false, {
        apply: () => server.cluster.getNow(names, key),
        recall: (versions) => server.readPast(key, versions),
        signal,
      }),
    list: (names: Names, query: ListQuery, signal) =>
      call<Page>("api list", query.continue ?? "", false, {
        apply: () => server.cluster.listNow(names, query),
        recall: (versions) => server.listPast(names, versions),
        signal,
      }),
    patch: (_names: Names, key: Key, patch: JsonObject, subresource?: "status") =>
      call<KubeObject>(subresource === undefined ? "api patch" : "api status", key.name, true, {
        apply: () => {
          try {
            return server.patch(key, patch, subresource);
          } finally {
            onWrite();
          }
        },
      }),
    readSecret: (namespace, name, signal) =>
      call("api secret", name, false, { apply: () => server.cluster.readSecretNow(namespace, name), signal }),
  };
}

/** What a caller of the API server hears, in the words of the port. */
export function hear(fault: Fault, write: boolean): never {
  const code = fault === "throttled" ? "Throttled" : fault === "denied" ? "Denied" : "Unavailable";
  const doubtful = write && fault !== "throttled" && fault !== "denied";
  throw new OperatorError(code, `the API server: ${fault}`, {
    applied: doubtful ? "maybe" : "no",
    ...(fault === "throttled" && { retryAfterMs: 1_000 }),
  });
}
