import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makePair } from "../../../functions/front/certificate.ts";

const day = 24 * 3_600_000;
const now = new Date("2031-05-04T12:00:00Z");
const name = "weir-front.weir-system.svc";

describe("makePair", async () => {
  const pair = await makePair({ names: [name, "other.example"], lifeMs: 90 * day }, now);
  const certificate = new X509Certificate(pair.certificate);
  const authority = new X509Certificate(pair.authority);

  it("signs the certificate with the authority, and the authority with itself", () => {
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkIssued(authority)).toBe(true);
    expect([certificate.ca, authority.ca]).toEqual([false, true]);
  });

  it("names every name it was ordered for", () => {
    expect(certificate.subject).toBe(`CN=${name}`);
    expect(certificate.subjectAltName).toBe(`DNS:${name}, DNS:other.example`);
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  it("is valid from five minutes before now, for as long as ordered, and no longer than its authority", () => {
    expect(certificate.validFromDate.toISOString()).toBe("2031-05-04T11:55:00.000Z");
    expect(certificate.validToDate.toISOString()).toBe("2031-08-02T12:00:00.000Z");
    expect(authority.validToDate).toEqual(certificate.validToDate);
  });

  it("comes with its key", () => {
    expect(certificate.checkPrivateKey(createPrivateKey(pair.key))).toBe(true);
  });

  it("makes an authority of another name each time, since several are trusted at once", async () => {
    const next = await makePair({ names: [name], lifeMs: day }, now);
    const subject = new X509Certificate(next.authority).subject;
    expect(subject).toMatch(/^CN=weir-front-ca-[0-9a-f]{8}$/);
    expect(subject).not.toBe(authority.subject);
  });
});
