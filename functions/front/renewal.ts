import { createPrivateKey, X509Certificate } from "node:crypto";
import { clockSkewMs, type Pair } from "./certificate.ts";

/** Why a stored pair is not served any longer. */
export type RenewalReason = "missing" | "unreadable" | "wrong key" | "other names" | "untrusted" | "expiring";

/** Either the stored pair is good, or what is wrong with it. */
export type Judgement = { keep: true } | { keep: false; reason: RenewalReason };

/** More authorities than this are never trusted at once; the one in use and the newest are kept. */
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
  const life = end - certificate.validFromDate.getTime() - clockSkewMs;
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
 * One PEM bundle of `own`, the authorities in use, and of all in `parts` that are still valid at `now`: no doubles, the
 * longest valid first.
 *
 * Guarantees: merging a bundle with itself gives the same text. An authority lives exactly as long as the one
 * certificate it signed, so a replica that still serves that certificate is trusted until it could not be anyway. What
 * others put into the bundle can not drive `own` out of it.
 */
export function mergeBundle(own: string, parts: readonly string[], now: Date): string {
  const mine = distinct([own], now);
  const others = distinct(parts, now).filter(({ fingerprint256 }) =>
    mine.every((one) => one.fingerprint256 !== fingerprint256),
  );
  return [...mine, ...others].slice(0, BUNDLE_LIMIT).sort(byEnd).map(String).join("");
}

function distinct(parts: readonly string[], now: Date): X509Certificate[] {
  const valid = parts.flatMap(readBundle).filter((authority) => authority.validToDate.getTime() > now.getTime());
  return [...new Map(valid.map((authority) => [authority.fingerprint256, authority])).values()].sort(byEnd);
}

function byEnd(a: X509Certificate, b: X509Certificate): number {
  return b.validToDate.getTime() - a.validToDate.getTime() || a.fingerprint256.localeCompare(b.fingerprint256, "en");
}
