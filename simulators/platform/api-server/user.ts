import { ApiError } from "./status-error.ts";

/** Who sends a request. */
export interface User {
  readonly username: string;
  readonly groups: readonly string[];
}

/** Users by bearer token, as the server's options name them. */
export type UsersByToken = Readonly<Record<string, { readonly username: string; readonly groups?: readonly string[] }>>;

/** Who a request comes from; without a list of users everybody is the administrator. Throws 401 for an unknown token. */
export function authenticate(authorization: string | undefined, users: UsersByToken | undefined): User {
  if (!users) return { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
  const token = /^Bearer\s+(.+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return { username: "system:anonymous", groups: ["system:unauthenticated"] };
  const found = Object.hasOwn(users, token) ? users[token] : undefined;
  if (!found) throw new ApiError(401, "Unauthorized", "Unauthorized");
  return {
    username: found.username,
    groups: [...(found.groups ?? accountGroups(found.username)), "system:authenticated"],
  };
}

/** Groups that every service account is in by its name. */
function accountGroups(username: string): string[] {
  const namespace = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username)?.[1];
  return namespace === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}
