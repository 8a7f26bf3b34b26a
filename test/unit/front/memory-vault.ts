import type { Pair } from "../../../functions/front/certificate.ts";
import type { StoredPair, StoredTrust, Vault } from "../../../functions/front/vault.ts";

/** A vault in memory with the API server's preconditions; `calls` lists every write and its outcome in order. */
export class MemoryVault implements Vault {
  readonly calls: string[] = [];
  /** Runs before a write is judged, as another replica that is faster would. */
  beforeWrite: (() => void) | undefined;
  stored: StoredPair | undefined;
  trust: StoredTrust | undefined;

  constructor(stored: Pair | undefined, bundles: readonly string[] | undefined) {
    this.stored = stored === undefined ? undefined : { pair: stored, resourceVersion: "1" };
    this.trust = bundles === undefined ? undefined : { bundles, resourceVersion: "1" };
  }

  put(pair: Pair): void {
    this.stored = { pair, resourceVersion: `${Number(this.stored?.resourceVersion ?? 0) + 1}` };
  }

  distrust(...bundles: string[]): void {
    this.trust = { bundles, resourceVersion: `${Number(this.trust?.resourceVersion ?? 0) + 1}` };
  }

  readPair(): Promise<StoredPair | undefined> {
    return Promise.resolve(this.stored);
  }

  readTrust(): Promise<StoredTrust | undefined> {
    return Promise.resolve(this.trust);
  }

  async writePair(pair: Pair, over: string | undefined): Promise<"written" | "conflict"> {
    this.beforeWrite?.();
    if (over !== this.stored?.resourceVersion) return this.record("pair", "conflict");
    this.put(pair);
    return this.record("pair", "written");
  }

  async writeTrust(bundle: string, count: number, over: string): Promise<"written" | "conflict"> {
    this.beforeWrite?.();
    if (over !== this.trust?.resourceVersion) return this.record("trust", "conflict");
    this.distrust(...Array.from({ length: count }, () => bundle));
    return this.record("trust", "written");
  }

  private record<T extends string>(what: string, outcome: T): T {
    this.calls.push(`${what} ${outcome}`);
    return outcome;
  }
}
