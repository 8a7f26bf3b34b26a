import { describe, expect, it } from "vitest";
import { makePair } from "../../../functions/front/certificate.ts";
import { keepCertificate } from "../../../functions/front/custody.ts";
import { mergeBundle, readBundle } from "../../../functions/front/renewal.ts";
import { MemoryVault } from "./memory-vault.ts";

const hour = 3_600_000;
const start = new Date("2031-01-01T00:00:00Z");
const late = new Date(start.getTime() + 80 * hour);
const order = { names: ["weir-front.weir-system.svc"], lifeMs: 90 * hour } as const;
const old = await makePair(order, start);
const others = await makePair(order, start);

describe("keepCertificate", () => {
  it("makes everything at the first start", async () => {
    const vault = new MemoryVault(undefined, [""]);
    const custody = await keepCertificate(vault, order, start);
    expect(custody).toMatchObject({ renewed: "missing", trust: "extended" });
    expect(vault.stored?.pair).toEqual(custody.pair);
    expect(vault.trust?.bundles).toEqual([custody.pair.authority]);
    expect(vault.calls).toEqual(["pair written", "trust written"]);
  });

  it("writes nothing when nothing is due", async () => {
    const vault = new MemoryVault(old, [mergeBundle("", [old.authority], start)]);
    expect(await keepCertificate(vault, order, start)).toEqual({ pair: old, renewed: undefined, trust: "unchanged" });
    expect(vault.calls).toEqual([]);
  });

  it("trusts the old authority beside the new one after a renewal", async () => {
    const vault = new MemoryVault(old, [old.authority]);
    const custody = await keepCertificate(vault, order, late);
    expect(custody).toMatchObject({ renewed: "expiring", trust: "extended" });
    expect(custody.pair.certificate).not.toBe(old.certificate);
    const trusted = readBundle(vault.trust?.bundles[0] ?? "").map((authority) => authority.fingerprint256);
    expect(trusted).toHaveLength(2);
    expect(trusted).toContain(readBundle(old.authority)[0]?.fingerprint256);
  });

  it("puts the bundle back when someone emptied it, into every webhook", async () => {
    const vault = new MemoryVault(old, ["", old.authority]);
    const custody = await keepCertificate(vault, order, start);
    expect(custody).toMatchObject({ renewed: undefined, trust: "extended" });
    expect(readBundle(vault.trust?.bundles[0] ?? "")).toHaveLength(1);
    expect(vault.trust?.bundles[1]).toBe(vault.trust?.bundles[0]);
    expect(vault.calls).toEqual(["trust written"]);
  });

  it("serves without a webhook configuration, and says so", async () => {
    const custody = await keepCertificate(new MemoryVault(old, undefined), order, start);
    expect(custody).toEqual({ pair: old, renewed: undefined, trust: "absent" });
  });

  it("takes what a faster replica wrote, and keeps what that one trusts", async () => {
    const vault = new MemoryVault(undefined, [""]);
    vault.beforeWrite = () => {
      vault.beforeWrite = undefined;
      vault.put(others);
      vault.distrust(others.authority);
    };
    const custody = await keepCertificate(vault, order, start);
    expect(custody).toEqual({ pair: others, renewed: undefined, trust: expect.any(String) });
    expect(vault.calls[0]).toBe("pair conflict");
    expect(vault.calls.filter((call) => call === "pair written")).toEqual([]);
  });

  it("reads the webhook configuration again when it changed in between", async () => {
    const vault = new MemoryVault(old, [""]);
    vault.beforeWrite = () => {
      vault.beforeWrite = undefined;
      vault.distrust(others.authority);
    };
    await keepCertificate(vault, order, start);
    expect(vault.calls).toEqual(["trust conflict", "trust written"]);
    expect(readBundle(vault.trust?.bundles[0] ?? "")).toHaveLength(2);
  });

  it("gives up with a reason when the objects never stay still", async () => {
    const vault = new MemoryVault(undefined, [""]);
    vault.beforeWrite = () => vault.put({ key: "", certificate: "", authority: "" });
    await expect(keepCertificate(vault, order, start)).rejects.toThrow("changed under 5 attempts");
  });

  it("ends with one certificate and one trust when five replicas start at once", async () => {
    const vault = new MemoryVault(undefined, [""]);
    const all = await Promise.all(Array.from({ length: 5 }, () => keepCertificate(vault, order, start)));
    expect(new Set(all.map((custody) => custody.pair.certificate)).size).toBe(1);
    expect(vault.calls.filter((call) => call === "pair written")).toHaveLength(1);
    expect(vault.trust?.bundles).toEqual([mergeBundle("", [all[0]?.pair.authority ?? ""], start)]);
  });
});
