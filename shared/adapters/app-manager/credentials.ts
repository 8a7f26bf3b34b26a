import { OperatorError } from "../../core/error.ts";
import type { Caller } from "../../ports/app-manager.ts";

/** Reads a Secret by name, decoded; undefined where there is none (D13). */
export type ReadSecret = (namespace: string, name: string) => Promise<Readonly<Record<string, string>> | undefined>;

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

/** The key `token`, else the only key (AMB-30). */
function toToken(data: Readonly<Record<string, string>> | undefined, namespace: string, name: string): string {
  const secret = `the Secret ${namespace}/${name}`;
  const missing = (why: string) => new OperatorError("Missing", why);
  if (data === undefined) {
    throw missing(`${secret} does not exist; create it with the API token under the key "token"`);
  }
  const keys = Object.keys(data);
  const key = Object.hasOwn(data, "token") ? "token" : keys.length === 1 ? keys[0] : undefined;
  if (key === undefined) {
    throw missing(`${secret} has ${keys.length} keys and none is called "token"; put the API token under "token"`);
  }
  const token = (data[key] ?? "").trim();
  if (token === "") throw missing(`the key ${JSON.stringify(key)} of ${secret} is empty; put the API token there`);
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw missing(`the key ${JSON.stringify(key)} of ${secret} holds characters that no API token has; store it again`);
}
