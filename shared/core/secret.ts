/** The decoded data of a Secret. */
export type SecretData = Readonly<Record<string, string>>;

/** Reads a Secret by name, decoded; undefined where there is none; rejects with an `OperatorError` (D13). */
export type ReadSecret = (namespace: string, name: string) => Promise<SecretData | undefined>;

/** An API token, or why a Secret gives none, with what to do about it. */
export type TokenReading = { readonly token: string } | { readonly problem: string };

/**
 * The token that a Secret holds: under the key `token`, else under its only key (AMB-30).
 *
 * Guarantees: no message holds anything of the Secret but its name and its keys' names.
 */
export function readToken(data: SecretData | undefined, namespace: string, name: string): TokenReading {
  const secret = `the Secret ${namespace}/${name}`;
  if (data === undefined) {
    return { problem: `${secret} does not exist; create it with the API token under the key "token"` };
  }
  const keys = Object.keys(data);
  const key = Object.hasOwn(data, "token") ? "token" : keys.length === 1 ? keys[0] : undefined;
  if (key === undefined) {
    const problem = `${secret} has ${keys.length} keys and none is called "token"; put the API token under "token"`;
    return { problem };
  }
  const token = (data[key] ?? "").trim();
  const place = `the key ${JSON.stringify(key)} of ${secret}`;
  if (token === "") return { problem: `${place} is empty; put the API token there` };
  if (/^[\x21-\x7e]+$/.test(token)) return { token };
  return { problem: `${place} holds characters that no API token has; store it again` };
}
