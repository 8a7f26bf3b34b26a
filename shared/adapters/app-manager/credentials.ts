import { OperatorError } from "../../core/error.ts";
import { type ReadSecret, readToken, type SecretData } from "../../core/secret.ts";
import type { Caller } from "../../ports/app-manager.ts";

/** Tokens by Secret. */
export interface Credentials {
  /** The caller's token, at most a minute old; undefined for a caller that names no Secret. */
  token(caller: Caller): Promise<string | undefined>;
  /** The token after `used` was refused: read again, unless someone else just did. */
  renewed(caller: Caller, used: string | undefined): Promise<string | undefined>;
}

/** Milliseconds that a token is used without a look at its Secret. */
const trustedFor = 60_000;

/** Entries kept at most; beyond that the outdated ones are dropped. */
const mostEntries = 1_000;

/**
 * Tokens from Secrets.
 *
 * Guarantees: one read per Secret at a time; failures are not kept; no message holds anything of a Secret but its name.
 * Rejects with `Missing` where the Secret or a usable token in it is missing, and with what `read` rejects with.
 */
export function makeCredentials(read: ReadSecret, now: () => number): Credentials {
  const known = new Map<string, { at: number; token: Promise<string> }>();

  const fetchToken = (namespace: string, name: string, id: string): Promise<string> => {
    if (known.size >= mostEntries) {
      for (const [key, { at }] of known) if (now() - at > trustedFor) known.delete(key);
    }
    const token = read(namespace, name).then((data) => toToken(data, namespace, name));
    const entry = { at: now(), token };
    known.set(id, entry);
    token.catch(() => {
      if (known.get(id) === entry) known.delete(id);
    });
    return token;
  };
  return {
    token: async ({ namespace, secretName }) => {
      if (secretName === undefined) return undefined;
      const id = `${namespace}/${secretName}`;
      const entry = known.get(id);
      const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.at;
      return entry !== undefined && age >= 0 && age < trustedFor ? entry.token : fetchToken(namespace, secretName, id);
    },
    renewed: async ({ namespace, secretName }, used) => {
      if (secretName === undefined) return undefined;
      const id = `${namespace}/${secretName}`;
      const current = await known.get(id)?.token.catch(() => undefined);
      return current !== undefined && current !== used ? current : fetchToken(namespace, secretName, id);
    },
  };
}

function toToken(data: SecretData | undefined, namespace: string, name: string): string {
  const reading = readToken(data, namespace, name);
  if ("token" in reading) return reading.token;
  throw new OperatorError("Missing", reading.problem);
}
