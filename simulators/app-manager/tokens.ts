import type { JsonObject } from "../../shared/core/json.ts";
import { makeUuid } from "../shell/random.ts";
import { invalid, type Problem } from "./problem.ts";
import { type Reply, refuse, refuseInvalid } from "./reply.ts";
import type { Role, State, Token } from "./state.ts";
import { fromTimestamp, toTimestamp } from "./timestamp.ts";
import { textAt } from "./tree.ts";
import { judgeName } from "./validate.ts";
import type { Visit } from "./visit.ts";

const ROLES: readonly string[] = ["viewer", "editor", "owner"];

/** GET …/apitokens: the named tokens of the namespace, without their secrets. */
export function listTokens({ state, namespace }: Visit): Reply {
  const named = [...state.tokens.values()].filter((token) => token.namespace === namespace && token.name !== undefined);
  return { status: 200, body: { apiTokens: named.map((token) => describe(token)) } };
}

/** GET …/apitokens/{name}, without its secret. */
export function getToken({ state, namespace, key }: Visit): Reply {
  const found = findByName(state, namespace, key);
  return found === undefined ? refuseMissing(key) : { status: 200, body: { apiToken: describe(found.token) } };
}

/** POST …/apitokens: 201 with the secret, which is never shown again; `expireTime` is ours [inv]. */
export function createToken({ state, namespace, body, now }: Visit): Reply {
  const prefix = `namespaces/${namespace}/apitokens/`;
  const full = textAt(body, "name") ?? "";
  const name = full.startsWith(prefix) ? full.slice(prefix.length) : "";
  const expiresAt = fromTimestamp(textAt(body, "expireTime") ?? "");
  const problems = [
    ...(judgeName(name).length > 0 ? [invalid("name", `name must be '${prefix}' and a valid name`)] : []),
    ...judgeRole(body),
    ...(expiresAt === undefined && body.expireTime !== undefined
      ? [invalid("expireTime", "expireTime must be like 2030-01-01T00:00:00Z")]
      : []),
  ];
  if (problems.length > 0) return refuseInvalid(problems);
  if (findByName(state, namespace, name) !== undefined) {
    return refuse(409, "ALREADY_EXISTS", `API token '${name}' exists already.`);
  }
  const role = textAt(body, "role") as Role;
  const token = { namespace, role, name, createdAt: now, ...(expiresAt === undefined ? {} : { expiresAt }) };
  return issueSecret(state, token, 201);
}

/** POST …/apitokens/{name}:regenerate: a new secret; the old one is dead at once (X14). */
export function regenerateToken({ state, namespace, key }: Visit): Reply {
  const found = findByName(state, namespace, key);
  if (found === undefined) return refuseMissing(key);
  state.tokens.delete(found.secret);
  return issueSecret(state, found.token, 200);
}

/** DELETE …/apitokens/{name}: dead at once. */
export function deleteToken({ state, namespace, key }: Visit): Reply {
  const found = findByName(state, namespace, key);
  if (found === undefined) return refuseMissing(key);
  state.tokens.delete(found.secret);
  return { status: 200, body: { apiToken: describe(found.token) } };
}

function issueSecret(state: State, token: Token, status: number): Reply {
  const secret = makeUuid(state.random);
  state.tokens.set(secret, token);
  return { status, body: { apiToken: { ...describe(token), secret } } };
}

function describe({ namespace, name, role, createdAt, expiresAt }: Token): JsonObject {
  return {
    name: `namespaces/${namespace}/apitokens/${name}`,
    role,
    createTime: toTimestamp(createdAt ?? 0),
    ...(expiresAt === undefined ? {} : { expireTime: toTimestamp(expiresAt) }),
  };
}

function judgeRole(body: JsonObject): readonly Problem[] {
  const role = textAt(body, "role");
  return role !== undefined && ROLES.includes(role) ? [] : [invalid("role", `role must be one of ${ROLES.join(", ")}`)];
}

function findByName(state: State, namespace: string, name: string) {
  for (const [secret, token] of state.tokens) {
    if (token.namespace === namespace && token.name === name) return { secret, token };
  }
  return undefined;
}

function refuseMissing(name: string): Reply {
  return refuse(404, "NOT_FOUND", `API token '${name}' does not exist.`);
}
