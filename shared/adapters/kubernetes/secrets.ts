import type * as http from "node:http";
import { OperatorError } from "../../core/error.ts";
import type { ReadSecret } from "../../core/secret.ts";
import { systemClock } from "../clock.ts";
import type { AccessSource } from "./access.ts";
import { makeApi } from "./api.ts";
import { makeCluster } from "./cluster.ts";
import { readPlain } from "./plain-access.ts";

/** Reads of Secrets by name, and what ends with the process. */
export interface SecretsConnection {
  readonly read: ReadSecret;
  /** Closes the kept connections. */
  close(): void;
}

/**
 * Secrets by the plain credentials of a pod, or of a kubeconfig in JSON (`readPlain`); nothing is sent before the first
 * read.
 *
 * Guarantees: a read takes no longer than `timeoutMs`, and client-node is in no bundle that has only this.
 */
export function connectSecrets(kubeconfig: string | undefined, timeoutMs: number): SecretsConnection {
  const source = plainSource(kubeconfig);
  const cluster = makeCluster(makeApi(source, systemClock, timeoutMs));
  return { read: (namespace, name) => cluster.readSecret(namespace, name), close: source.close };
}

/** Files are read at each call, so that there is nothing to forget. */
function plainSource(path: string | undefined): AccessSource {
  const made = new Map<string, http.Agent>();
  return {
    warm: async () => undefined,
    access: async () => {
      const access = readPlain(path, made);
      if (access !== undefined) return access;
      const needed =
        path === undefined ? "a service account in a pod" : "a kubeconfig in JSON with a token or a certificate";
      throw new OperatorError("Denied", `there are no Kubernetes credentials to read it with; ${needed} is needed`);
    },
    forget: () => undefined,
    close: () => {
      for (const agent of made.values()) agent.destroy();
      made.clear();
    },
  };
}
