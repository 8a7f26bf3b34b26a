const mask = (1n << 64n) - 1n;
const [first, second] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];

const wrap = (value: bigint) => value & mask;
const rotate = (value: bigint, by: bigint) => wrap((value << by) | (value >> (64n - by)));

/**
 * The id of the vertex whose first operator has this uid: Flink hashes it with MurmurHash3 (128 bits, x64). An operator that
 * is chained behind another one has an id of its own, which no vertex has.
 */
export function vertexIdOf(uid: string): string {
  const bytes = new TextEncoder().encode(uid);
  let [low, high] = [0n, 0n];
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < whole; at += 16) {
    low = wrap((rotate(low ^ mixFirst(wordAt(bytes, at)), 27n) + high) * 5n + 0x52dce729n);
    high = wrap((rotate(high ^ mixSecond(wordAt(bytes, at + 8)), 31n) + low) * 5n + 0x38495ab5n);
  }
  low ^= mixFirst(wordAt(bytes, whole)) ^ BigInt(bytes.length);
  high ^= mixSecond(wordAt(bytes, whole + 8)) ^ BigInt(bytes.length);
  low = wrap(low + high);
  high = wrap(high + low);
  low = finish(low);
  high = finish(high);
  low = wrap(low + high);
  return toHex(low) + toHex(wrap(high + low));
}

/** Eight bytes, the least first; what is beyond the end is 0, which leaves a hash as it is. */
function wordAt(bytes: Uint8Array, at: number): bigint {
  return bytes.slice(at, at + 8).reduceRight((word, byte) => (word << 8n) | BigInt(byte), 0n);
}

function mixFirst(word: bigint): bigint {
  return wrap(rotate(wrap(word * first), 31n) * second);
}

function mixSecond(word: bigint): bigint {
  return wrap(rotate(wrap(word * second), 33n) * first);
}

function finish(word: bigint): bigint {
  const half = wrap((word ^ (word >> 33n)) * 0xff51afd7ed558ccdn);
  const most = wrap((half ^ (half >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return most ^ (most >> 33n);
}

/** The eight bytes of a word, the least first. */
function toHex(word: bigint): string {
  const hex = word.toString(16).padStart(16, "0");
  return (hex.match(/../g) ?? []).reverse().join("");
}
