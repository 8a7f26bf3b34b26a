import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { OperatorError } from "../../../core/error.ts";
import { foreignText } from "../../foreign-text.ts";
import { type ArtifactPolicy, nameOf, refused } from "./source.ts";

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** How addresses are found and judged. */
export interface Addressing {
  readonly resolve: Resolve;
  /** True for an address that nobody may be led to. */
  readonly isRestricted: (address: string) => boolean;
}

/** The addresses that this machine finds, those of its own files included. */
export const systemResolve: Resolve = (host) => dns.lookup(host, { all: true });

/**
 * The addresses of a URL's host, all of which may be connected to (FS-7).
 *
 * Guarantees: one restricted address among them is enough to refuse; what is no address counts as one. The message does
 * not tell them, since they may be names of the inside.
 */
export async function resolveAllowed(
  url: URL,
  { refusesRestrictedHosts }: ArtifactPolicy,
  { resolve, isRestricted }: Addressing,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const found = family === 0 ? await lookUp(url, host, resolve) : [{ address: host, family }];
  if (refusesRestrictedHosts && found.some(({ address }) => !isAddress(address) || isRestricted(address))) {
    throw refused(nameOf(url), "its host leads to a local, private or reserved address");
  }
  return found;
}

/** An address that can be judged; one with a zone is of this machine's own links. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}

async function lookUp(url: URL, host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const found = await resolve(host).catch((error: unknown) => {
    const { code = "unknown" } = error as { code?: string };
    throw unreachable(url, code);
  });
  if (found.length === 0) throw unreachable(url, "no address");
  return found;
}

function unreachable(url: URL, why: string): OperatorError {
  return new OperatorError(
    "Unavailable",
    `${nameOf(url)} cannot be fetched: its host is not found (${foreignText(why)})`,
  );
}

/** Connects to these addresses, whatever the name leads to by then; so that nobody is judged by one address and asked by another. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
}
