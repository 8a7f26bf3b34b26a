import { makePair, type Order, type Pair } from "./certificate.ts";
import { judgePair, mergeBundle, type RenewalReason } from "./renewal.ts";
import type { Vault } from "./vault.ts";

/** What one look at the certificate came to; `trust` says what happened to the webhook configuration. */
export type Custody = {
  pair: Pair;
  renewed: RenewalReason | undefined;
  trust: "unchanged" | "extended" | "absent";
};

const tries = 5;

async function settlePair(vault: Vault, order: Order, now: Date): Promise<Pick<Custody, "pair" | "renewed">> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const stored = await vault.readPair();
    const judgement = judgePair(stored?.pair, order.names, now);
    if (judgement.keep && stored?.pair !== undefined) return { pair: stored.pair, renewed: undefined };
    const made = await makePair(order, now);
    const pair = { ...made, authority: mergeBundle(made.authority, [stored?.pair?.authority ?? ""], now) };
    const outcome = await vault.writePair(pair, stored?.resourceVersion);
    if (outcome === "written") return { pair, renewed: judgement.keep ? undefined : judgement.reason };
  }
  throw new Error(`the certificate's Secret changed under ${tries} attempts to write it`);
}

async function settleTrust(vault: Vault, authority: string, now: Date): Promise<Custody["trust"]> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const stored = await vault.readTrust();
    if (stored === undefined) return "absent";
    const bundle = mergeBundle(authority, stored.bundles, now);
    if (stored.bundles.every((current) => current === bundle)) return "unchanged";
    const outcome = await vault.writeTrust(bundle, stored.bundles.length, stored.resourceVersion);
    if (outcome === "written") return "extended";
  }
  throw new Error(`the webhook configuration changed under ${tries} attempts to write it`);
}

/**
 * One look at the certificate: makes or renews it where due, and sees that the API server trusts it.
 *
 * Guarantees: trust is written before the pair is returned, so a pair is never served before its authority is trusted.
 * Of several replicas that renew at once one wins; the others read again and take what it wrote.
 * Assumptions: the caller waits a moment before it serves another pair while it can still serve an older one, because
 * the API server takes the new bundle from a watch, and a replica may have written it only just now.
 */
export async function keepCertificate(vault: Vault, order: Order, now: Date): Promise<Custody> {
  const { pair, renewed } = await settlePair(vault, order, now);
  return { pair, renewed, trust: await settleTrust(vault, pair.authority, now) };
}
