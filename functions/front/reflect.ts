/**
 * The three reflection calls that tsyringe (below @peculiar/x509) asks for before it loads; without them its import throws.
 * Only metadata of classes is kept, since nothing here is injected into a constructor.
 */
type Metadata = Map<unknown, unknown>;

const kept = new WeakMap<object, Metadata>();

const calls = {
  defineMetadata(key: unknown, value: unknown, target: object): void {
    const metadata = kept.get(target) ?? new Map<unknown, unknown>();
    kept.set(target, metadata.set(key, value));
  },
  getOwnMetadata(key: unknown, target: object): unknown {
    return kept.get(target)?.get(key);
  },
  getMetadata(key: unknown, target: object): unknown {
    return kept.get(target)?.get(key);
  },
};

if (!("getMetadata" in Reflect)) Object.assign(Reflect, calls);
