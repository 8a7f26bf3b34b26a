import { describe, expect, it } from "vitest";
import { makePair, type Pair } from "../../../functions/front/certificate.ts";
import { BUNDLE_LIMIT, judgePair, mergeBundle, readBundle } from "../../../functions/front/renewal.ts";

const hour = 3_600_000;
const start = new Date("2031-01-01T00:00:00Z");
const atHour = (hours: number): Date => new Date(start.getTime() + hours * hour);
const name = "weir-front.weir-system.svc";
const make = (hours: number, from = start): Promise<Pair> => makePair({ names: [name], lifeMs: hours * hour }, from);

const good = await make(90);
const other = await make(90, atHour(1));
const brief = await make(1 / 60);

describe("judgePair", () => {
  const rows = [
    { name: "no Secret", pair: undefined, at: 0, verdict: "missing", why: "first start" },
    { name: "fresh", pair: good, at: 0, verdict: "keep", why: "nothing is due" },
    { name: "just before a third is left", pair: good, at: 59.9, verdict: "keep", why: "renewed late, not early" },
    {
      name: "less than a third is left",
      pair: good,
      at: 60.1,
      verdict: "expiring",
      why: "time to spare for a failing API",
    },
    {
      name: "a minute's life, just made",
      pair: brief,
      at: 0,
      verdict: "keep",
      why: "the time before it was made is no life",
    },
    {
      name: "a minute's life, 19 s left",
      pair: brief,
      at: 41 / 3_600,
      verdict: "expiring",
      why: "less than a third of it",
    },
    { name: "expired", pair: good, at: 91, verdict: "expiring", why: "a cluster that slept is no special case" },
    {
      name: "empty",
      pair: { key: "", certificate: "", authority: "" },
      at: 0,
      verdict: "unreadable",
      why: "emptied by hand",
    },
    {
      name: "text that is no PEM",
      pair: { ...good, certificate: "x" },
      at: 0,
      verdict: "unreadable",
      why: "no crash on rubbish",
    },
    {
      name: "PEM frame around rubbish",
      pair: { ...good, certificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
      at: 0,
      verdict: "unreadable",
      why: "no crash on rubbish",
    },
    {
      name: "key of another",
      pair: { ...good, key: other.key },
      at: 1,
      verdict: "wrong key",
      why: "handshakes would fail",
    },
    { name: "no key", pair: { ...good, key: "" }, at: 0, verdict: "wrong key", why: "handshakes would fail" },
    {
      name: "authority of another",
      pair: { ...good, authority: other.authority },
      at: 1,
      verdict: "untrusted",
      why: "the API server would refuse it",
    },
    {
      name: "two authorities",
      pair: { ...good, authority: other.authority + good.authority },
      at: 1,
      verdict: "keep",
      why: "during a renewal",
    },
  ];

  it.each(rows)("$name: $verdict, because $why", ({ pair, at, verdict }) => {
    const judgement = judgePair(pair, [name], atHour(at));
    expect(judgement.keep ? "keep" : judgement.reason).toBe(verdict);
  });

  it("renews for a name the certificate lacks", () => {
    expect(judgePair(good, [name, "renamed.weir-system.svc"], start)).toEqual({ keep: false, reason: "other names" });
  });
});

describe("mergeBundle", () => {
  const subjects = (pem: string): string[] => readBundle(pem).map((authority) => authority.subject);

  it("puts the newest first, drops doubles and what is no certificate", () => {
    const merged = mergeBundle("", [good.authority, "rubbish", other.authority, good.authority], atHour(2));
    expect(subjects(merged)).toEqual([...subjects(other.authority), ...subjects(good.authority)]);
  });

  it("gives the same text when merged with itself, so that no write follows", () => {
    const merged = mergeBundle("", [good.authority, other.authority], atHour(2));
    expect(mergeBundle("", [merged, merged], atHour(3))).toBe(merged);
  });

  it("drops an authority only when its certificate has ended, which is when all replicas have moved", () => {
    expect(subjects(mergeBundle("", [good.authority, other.authority], atHour(89)))).toHaveLength(2);
    expect(subjects(mergeBundle("", [good.authority, other.authority], atHour(90.5)))).toEqual(
      subjects(other.authority),
    );
  });

  it("never grows past its limit", async () => {
    const many = await Promise.all(Array.from({ length: BUNDLE_LIMIT + 2 }, (_, index) => make(90, atHour(index))));
    const merged = mergeBundle(
      "",
      many.map((pair) => pair.authority),
      atHour(10),
    );
    expect(readBundle(merged)).toHaveLength(BUNDLE_LIMIT);
    expect(subjects(merged)[0]).toBe(subjects(many.at(-1)?.authority ?? "")[0]);
  });

  it("keeps what is in use when others have filled it with authorities that last longer", async () => {
    const strangers = await Promise.all(Array.from({ length: BUNDLE_LIMIT + 1 }, () => make(1_000)));
    const bundle = strangers.map((pair) => pair.authority).join("");
    const merged = mergeBundle(good.authority, [bundle], atHour(1));
    expect(readBundle(merged)).toHaveLength(BUNDLE_LIMIT);
    expect(merged).toContain(readBundle(good.authority)[0]?.toString());
    expect(mergeBundle(good.authority, [merged], atHour(1))).toBe(merged);
  });

  it("is empty when nothing is left", () => {
    expect(mergeBundle("", ["", good.authority], atHour(100))).toBe("");
  });
});
