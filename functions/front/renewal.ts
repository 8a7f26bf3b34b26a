import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Pair } from "./certificate.ts";

/** Why a stored pair is not served any longer. */
export type RenewalReason = "missing" | "unreadable" | "wrong key" | "other names" | "untrusted" | "expiring";

/** Either the stored pair is good, or what is wrong with it. */
export type Judgement = { keep: true } | { keep: false; reason: RenewalReason };

/** More authorities than this are never trusted at once; the newest are kept. */
export const BUNDLE_LIMIT = 5;

const renew = (reason: RenewalReason): Judgement => ({ keep: false, reason });

/** The certificates in a PEM text; what does not parse is left out. */
export function readBundle(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}

function isPairOf(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** True when less than a third of the certificate's life is left at `now`. */
export function isExpiring(certificate: X509Certificate, now: Date): boolean {
  const end = certificate.validToDate.getTime();
  const life = end - certificate.validFromDate.getTime();
  return end - now.getTime() < life / 3;
}

/** Judges what the Secret holds (undefined: no Secret) for a server that is called by `names`. */
export function judgePair(pair: Pair | undefined, names: readonly string[], now: Date): Judgement {
  if (pair === undefined) return renew("missing");
  const [certificate] = readBundle(pair.certificate);
  if (certificate === undefined) return renew("unreadable");
  if (!isPairOf(certificate, pair.key)) return renew("wrong key");
  if (names.some((name) => certificate.checkHost(name) === undefined)) return renew("other names");
  const authorities = readBundle(pair.authority);
  if (!authorities.some((authority) => certificate.verify(authority.publicKey))) return renew("untrusted");
  return isExpiring(certificate, now) ? renew("expiring") : { keep: true };
}

/**
 * One PEM bundle of all authorities in `parts` that are still valid at `now`: no doubles, the newest first.
 *
 * Guarantees: merging a bundle with itself gives the same text. An authority lives exactly as long as the one
 * certificate it signed, so a replica that still serves that certificate is trusted until it could not be anyway.
 */
export function mergeBundle(parts: readonly string[], now: Date): string {
  const valid = parts.flatMap(readBundle).filter((authority) => authority.validToDate.getTime() > now.getTime());
  const distinct = new Map(valid.map((authority) => [authority.fingerprint256, authority]));
  return [...distinct.values()]
    .sort(
      (a, b) =>
        b.validToDate.getTime() - a.validToDate.getTime() || a.fingerprint256.localeCompare(b.fingerprint256, "en"),
    )
    .slice(0, BUNDLE_LIMIT)
    .map((authority) => authority.toString())
    .join("");
}
