import type * as http from "node:http";
import type { KubeConfig } from "@kubernetes/client-node";
import { OperatorError } from "../../core/error.ts";
import { foreignText } from "../foreign-text.ts";
import { readPlain } from "./plain-access.ts";
import type { Access } from "./request.ts";

/** Where credentials come from, and the connections made with them. */
export interface AccessSource {
  /** Loads client-node where it is needed; that takes a starting pod longer than the call itself. */
  warm(): Promise<void>;
  /** Rejects with `Denied` where the kubeconfig, a token file or a credential plug-in cannot be used. */
  access(): Promise<Access>;
  /** Makes the next call ask for credentials anew, after a 401. */
  forget(): void;
  close(): void;
}

/** Milliseconds; token files rotate within minutes, client-node itself looks at them once a minute. */
const trustedFor = 10_000;

/**
 * Credentials: the plain ones of a pod or of a kubeconfig in JSON at once, all others as `@kubernetes/client-node` reads
 * them (YAML, exec plug-ins, auth providers, proxies).
 *
 * Guarantees: one agent, so one set of kept connections, for as long as the TLS material stays the same; client-node is
 * loaded at the first use, and for plain credentials never.
 * Caveats: `path` may be a list as in `KUBECONFIG`; undefined means the service account of this pod.
 */
export function loadAccess(path: string | undefined, accountDir?: string): AccessSource {
  const made = new Map<string, http.Agent>();
  const library = () => import("./kubeconfig.ts");
  let config: KubeConfig | undefined;
  let warming: Promise<unknown> | undefined;
  let known: { at: number; access: Promise<Access> } | undefined;

  const make = async (): Promise<Access> => {
    const plain = readPlain(path, made, accountDir);
    if (plain !== undefined) return plain;
    const { readConfig, toAccess } = await library();
    try {
      config ??= readConfig(path);
      return await toAccess(config, made);
    } catch (error) {
      config = undefined;
      known = undefined;
      throw new OperatorError("Denied", `the Kubernetes credentials cannot be used: ${firstLine(error)}`);
    }
  };
  const close = () => {
    for (const agent of made.values()) agent.destroy();
    made.clear();
  };
  return {
    warm: async () => {
      warming ??= readPlain(path, made, accountDir) === undefined ? library() : Promise.resolve();
      await warming;
    },
    access: () => {
      const now = performance.now();
      if (known === undefined || now - known.at > trustedFor) known = { at: now, access: make() };
      return known.access;
    },
    forget: () => {
      known = undefined;
    },
    close,
  };
}

/** The YAML parser quotes the file in later lines of its message, with the secrets in it. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : "unknown";
  return foreignText(text.split("\n", 1)[0] ?? "");
}
