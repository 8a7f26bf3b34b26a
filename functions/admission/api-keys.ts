import type { ReadSecret } from "../../shared/core/secret.ts";

/** The way to the Secrets that hold API keys. */
export interface ApiKeys {
  readonly read: ReadSecret;
  /** Loads what the first read needs, once nothing else waits for it. */
  readonly warm: () => void;
  readonly close: () => void;
}

/** Milliseconds for one look, with all its tries: whoever applies waits for it (AMB-30). */
const budgetMs = 2_000;

/** Secrets by the account of this function; nothing that talks to a network is loaded before the process is ready (D11). */
export function makeApiKeys(kubeconfig: string): ApiKeys {
  const connect = async () => {
    const { connectSecrets } = await import("../../shared/adapters/kubernetes/secrets.ts");
    return connectSecrets(kubeconfig === "" ? undefined : kubeconfig, budgetMs);
  };
  let connected: ReturnType<typeof connect> | undefined;
  const once = () => {
    connected ??= connect();
    return connected;
  };
  return {
    read: async (namespace, name) => (await once()).read(namespace, name),
    warm: () => void once(),
    close: () => void connected?.then((one) => one.close()),
  };
}
