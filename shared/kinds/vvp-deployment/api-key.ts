import { toFault } from "../../core/error.ts";
import type { Examination } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { type ReadSecret, readToken } from "../../core/secret.ts";
import { secretAnnotation } from "./names.ts";

const path = `metadata.annotations["${secretAnnotation}"]`;

/** A DNS subdomain, which is what the name of a Secret is. */
const secretName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** AMB-30, as far as it can be told without a read: no denial, since a platform may be without authentication. */
export const apiKeyRule: Rule = {
  name: "api-key-secret",
  why: "R13: the Secret has the platform's API token; without it most platforms refuse every call.",
  severity: "warn",
  path,
  message: "names no Secret, so the platform is called without a token; name one of this namespace",
  holds: ({ object, oldObject }) => nameOf(object) !== "" || (oldObject !== undefined && nameOf(oldObject) === ""),
};

/**
 * The check of the API key that can be switched off (R13, R14, AMB-30): a Secret is named, it is in the resource's
 * namespace, and it holds something that may be a token.
 *
 * Guarantees: denies only what this very change brought about; what was wrong before is a warning, so that a Secret that
 * went away stops no other edit. A Secret that cannot be read is a warning too.
 */
export async function examineApiKey({ object, oldObject }: Review, read: ReadSecret): Promise<Examination> {
  const name = nameOf(object);
  const isNew = oldObject === undefined || nameOf(oldObject) !== name;
  if (name === "" && !isNew) return { denials: [], warnings: [] };
  const { problem, unread } = await look(object.metadata.namespace ?? "", name, read);
  const found = [problem, unread].flatMap((message) => (message === undefined ? [] : [{ path, message }]));
  return isNew && problem !== undefined ? { denials: found, warnings: [] } : { denials: [], warnings: found };
}

interface Seen {
  /** What is wrong with the key, and what to do. */
  readonly problem?: string;
  /** Why nothing can be said. */
  readonly unread?: string;
}

async function look(namespace: string, name: string, read: ReadSecret): Promise<Seen> {
  if (name === "")
    return { problem: "is required: name the Secret of this namespace that holds the platform's API token" };
  if (name.length > 253 || !secretName.test(name)) return { problem: "is no name that a Secret can have" };
  try {
    const reading = readToken(await read(namespace, name), namespace, name);
    return "token" in reading ? {} : { problem: reading.problem };
  } catch (error) {
    return { unread: `the API key was not checked: ${toFault(error).message}` };
  }
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.annotations?.[secretAnnotation] ?? "";
}
