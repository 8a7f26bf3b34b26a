import { type Reply, refuse } from "./reply.ts";
import type { State } from "./state.ts";

/** Why a caller may not do this in a namespace: 401 for a token that is missing, unknown or expired, 403 for its scope or role. */
export function judgeToken(
  state: State,
  secret: string | undefined,
  wanted: { readonly namespace: string; readonly write: boolean },
  now: number,
): Reply | undefined {
  const token = secret === undefined ? undefined : state.tokens.get(secret);
  if (token === undefined || (token.expiresAt !== undefined && token.expiresAt <= now)) {
    const why = secret === undefined ? "No API token was sent." : "The API token is unknown or no longer valid.";
    return refuse(401, "UNAUTHORIZED", why);
  }
  if (token.namespace !== wanted.namespace) {
    return refuse(403, "FORBIDDEN", `The API token is not valid in namespace '${wanted.namespace}'.`);
  }
  if (wanted.write && token.role === "viewer")
    return refuse(403, "FORBIDDEN", "A viewer token cannot change anything.");
  return undefined;
}
