import "../../../../functions/front/reflect.ts";

import { generateKeyPairSync, randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** A key and what vouches for it, as PEM. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
}

/** The authority that every part of a control plane trusts. */
export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** For a client; Kubernetes reads the user from `CN` and the groups from `O`. */
  issueClient(user: string, groups?: readonly string[]): Promise<Identity>;
  /** For a server under these DNS names and addresses. */
  issueServer(names: readonly [string, ...string[]]): Promise<Identity>;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const dayMs = 86_400_000;
const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
const serial = () => `00${randomBytes(15).toString("hex")}`;
const validity = () => ({ notBefore: new Date(Date.now() - 300_000), notAfter: new Date(Date.now() + 30 * dayMs) });

/** Makes an authority whose key never leaves this process; certificates live 30 days. */
export async function makeAuthority(): Promise<Authority> {
  const keys = await makeKeys();
  const own = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serial(),
      name: "CN=weir-test-ca",
      ...validity(),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, 1, true),
        new KeyUsagesExtension(
          KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature,
          true,
        ),
      ],
    },
    webcrypto,
  );
  const issue = (subject: string, extensions: Extension[]) => issueFrom(own, keys.privateKey, subject, extensions);
  return {
    certificate: `${own.toString("pem")}\n`,
    issueClient: (user, groups = []) =>
      issue([`CN=${user}`, ...groups.map((group) => `O=${group}`)].join(", "), [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      ]),
    issueServer: (names) =>
      issue(`CN=${names[0]}`, [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) ? "ip" : "dns", value }))),
      ]),
  };
}

/** A private key on its own, in the old PEM form from which kube-apiserver also reads the public half. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "sec1", format: "pem" }).toString();
}

async function issueFrom(
  authority: X509Certificate,
  signingKey: webcrypto.CryptoKey,
  subject: string,
  extensions: Extension[],
): Promise<Identity> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serial(),
      subject,
      issuer: authority.subject,
      ...validity(),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        ...extensions,
      ],
    },
    webcrypto,
  );
  return { key: await exportKey(keys), certificate: `${certificate.toString("pem")}\n` };
}

async function exportKey(keys: webcrypto.CryptoKeyPair): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${(der.match(/.{1,64}/g) ?? []).join("\n")}\n-----END PRIVATE KEY-----\n`;
}
