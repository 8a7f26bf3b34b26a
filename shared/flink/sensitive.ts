/**
 * What may hold a credential in a URI: who logs in, and all behind its path, such as a signature. It begins behind the
 * scheme: with that, a long text of letters would be gone over from each of them.
 */
const credentials = /(:\/\/)(?:[^\s/?#]*@)?([^\s?#]*)(?:([?#]).*)?/gs;

/** A text whose URIs tell no more than scheme, host and path. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(credentials, (_, slashes: string, place: string, rest?: string) => {
    return `${slashes}${place}${rest === undefined ? "" : `${rest}…`}`;
  });
}

const parts = [
  "password",
  "secret",
  "token",
  "credential",
  "apikey",
  "api-key",
  "access-key",
  "service-key",
  "account.key",
  "auth-params",
  "basic-auth",
  "jaas.config",
  "http-headers",
  "http.header",
];

/** True for an option whose value no status, event or log may show: Flink's own list of words, and a few that it lacks. */
export function isSensitive(key: string): boolean {
  const word = key.toLowerCase();
  return parts.some((part) => word.includes(part));
}
