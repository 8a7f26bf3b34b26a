import "./reflect.ts";

import { randomBytes, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** What the front serves with, as PEM: its key and certificate, and the authority (one or more) that vouches for it. */
export type Pair = { key: string; certificate: string; authority: string };

/** What a new pair is made for: DNS names, first one the subject, and how long it lives in milliseconds. */
export type Order = { names: readonly [string, ...string[]]; lifeMs: number };

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** How long before it is made a certificate is valid already, for verifiers whose clock is behind. */
export const clockSkewMs = 5 * 60_000;

type Keys = webcrypto.CryptoKeyPair;

async function makeKeys(): Promise<Keys> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

/** 16 random bytes, first bit 0 so that the number is positive. */
function makeSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString("hex");
}

async function makeAuthority(keys: Keys, notBefore: Date, notAfter: Date): Promise<X509Certificate> {
  const serialNumber = makeSerialNumber();
  return X509CertificateGenerator.createSelfSigned(
    {
      serialNumber,
      // A name of its own for each authority, so that a verifier never confuses two that are trusted at once.
      name: `CN=weir-front-ca-${serialNumber.slice(0, 8)}`,
      notBefore,
      notAfter,
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  );
}

async function exportKey(keys: Keys): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const lines = der.match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
}

/**
 * Makes an authority and one serving certificate signed by it, both valid for the same time.
 *
 * Guarantees: the authority's key is dropped here, so nothing else can ever be signed with it and its trust ends with
 * the one certificate it vouches for. Valid from `clockSkewMs` before `now`.
 */
export async function makePair({ names, lifeMs }: Order, now: Date): Promise<Pair> {
  const notBefore = new Date(now.getTime() - clockSkewMs);
  const notAfter = new Date(now.getTime() + lifeMs);
  const authorityKeys = await makeKeys();
  const authority = await makeAuthority(authorityKeys, notBefore, notAfter);
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: makeSerialNumber(),
      subject: `CN=${names[0]}`,
      issuer: authority.subject,
      notBefore,
      notAfter,
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns", value }))),
      ],
    },
    webcrypto,
  );
  return {
    key: await exportKey(keys),
    certificate: `${certificate.toString("pem")}\n`,
    authority: `${authority.toString("pem")}\n`,
  };
}
