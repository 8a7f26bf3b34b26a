import { validateHeaderName, validateHeaderValue } from "node:http";
import { OperatorError } from "../../../core/error.ts";
import type { Artifact } from "../../../ports/artifacts.ts";
import { foreignText } from "../../foreign-text.ts";

/** What may be fetched; the operator's choice. */
export interface ArtifactPolicy {
  /** In small letters; of these, Weir itself can fetch `http` and `https`. */
  readonly schemes: readonly string[];
  /** True to refuse addresses of this machine, the cluster, the node and the cloud around them. */
  readonly refusesRestrictedHosts: boolean;
}

/** Headers that make a request another one than the URL says, or that belong to the connection. */
const reserved: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The URL of an artifact that may be asked for (FS-4, FS-5, FS-6); `Rejected` otherwise. Addresses are judged later. */
export function toSource(uri: string, policy: ArtifactPolicy): URL {
  const url = URL.parse(uri);
  if (url === null) throw refused("the artifact", "its URI is no URL with a scheme and a host");
  const why = objectionTo(url, policy);
  if (why !== undefined) throw refused("the artifact", why);
  return url;
}

/** Why a URL must not be asked for; undefined where it may be. */
export function objectionTo({ protocol, username, password }: URL, { schemes }: ArtifactPolicy): string | undefined {
  const scheme = protocol.slice(0, -1);
  if (!schemes.includes(scheme)) {
    return `the scheme ${foreignText(scheme)} is not allowed; allowed: ${schemes.join(", ")}`;
  }
  if (scheme !== "http" && scheme !== "https") return `Weir cannot fetch by ${scheme}`;
  if (username === "" && password === "") return undefined;
  return "credentials do not belong into its URI but into a header";
}

/** The headers of an artifact; `Rejected` for those that cannot be sent or that are not the caller's to choose. */
export function toHeaders({ headers = {} }: Artifact): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (reserved.has(name.toLowerCase()) || !isSendable(name, value)) {
      throw refused("the artifact", `the header ${JSON.stringify(foreignText(name))} cannot be sent`);
    }
  }
  return headers;
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** An artifact in a message: its origin and file name, without what may be secret. */
export function nameOf({ origin, pathname }: URL): string {
  const folders = pathname.split("/");
  const file = folders.at(-1) ?? "";
  return foreignText(`${origin}/${folders.length > 2 ? "…/" : ""}${file}`);
}

/** What is wrong with an artifact, so that asking again is of no use. */
export function refused(name: string, why: string): OperatorError {
  return new OperatorError("Rejected", `${name} cannot be fetched: ${why}`);
}
