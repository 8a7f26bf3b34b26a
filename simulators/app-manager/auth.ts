import { type Reply, refuse } from "./reply.ts";
import type { Role, State, Token } from "./state.ts";

/** The roles, each of which may do what those before it may. */
const RANKS: readonly Role[] = ["viewer", "editor", "owner"];

/** The token behind a secret, or 401 where there is none, it is unknown, or its time is over. */
export function findToken(state: State, secret: string | undefined, now: number): Token | { readonly refusal: Reply } {
  const token = secret === undefined ? undefined : state.tokens.get(secret);
  if (token !== undefined && (token.expiresAt === undefined || token.expiresAt > now)) return token;
  const why = secret === undefined ? "No API token was sent." : "The API token is unknown or no longer valid.";
  return { refusal: refuse(401, "UNAUTHORIZED", why) };
}

/** 403 for a token of another namespace or of a lesser role than wanted; every role suffices for `nothing`. */
export function judgeToken(
  token: Token,
  wanted: { readonly namespace: string; readonly role: Role | "nothing" },
): Reply | undefined {
  if (token.namespace !== wanted.namespace) {
    return refuse(403, "FORBIDDEN", `The API token is not valid in namespace '${wanted.namespace}'.`);
  }
  if (wanted.role === "nothing" || RANKS.indexOf(token.role) >= RANKS.indexOf(wanted.role)) return undefined;
  if (wanted.role === "editor") return refuse(403, "FORBIDDEN", "A viewer token cannot change anything.");
  return refuse(403, "FORBIDDEN", `This takes a token of role ${wanted.role}; this one is of a ${token.role}.`);
}
