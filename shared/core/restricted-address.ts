/** An IP address as a number of 128 bits; those of IPv4 as the IPv6 addresses that map them. */
type Address = bigint;

const mapped = 0xffffn << 32n;

/** Networks that a stranger's URL must not lead to, with why. */
const networks: readonly (readonly [text: string, prefix: number])[] = [
  ["0.0.0.0", 8], // this host
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by a provider's customers
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's host, of a public network
  ["169.254.0.0", 16], // link-local, where clouds serve metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["224.0.0.0", 3], // multicast, reserved, broadcast
  ["2001::", 32], // IPv4 behind Teredo
  ["2002::", 16], // IPv4 behind 6to4
];

const blocks = networks.map(([text, prefix]) => {
  const rest = BigInt((text.includes(":") ? 128 : 32) - prefix);
  return { start: (readAddress(text) ?? 0n) >> rest, rest };
});

/** The beginning of `2000::/3`, of which alone addresses of IPv6 are given to the world; translators and links have others. */
const worldwide = 0b001n;

/**
 * True for an IP address that leads to this machine, the cluster's network, the node or a cloud's metadata service.
 *
 * Guarantees: pure and total; an IPv4-mapped address counts as the one that it maps.
 * Caveats: false for what is no address; a name must be resolved first, and its addresses judged.
 */
export function isRestrictedAddress(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  const isOfWorld = address >> 125n === worldwide || address >> 32n === mapped >> 32n;
  return !isOfWorld || blocks.some(({ start, rest }) => address >> rest === start);
}

function readAddress(text: string): Address | undefined {
  if (!text.includes(":")) {
    const value = readOctets(text);
    return value === undefined ? undefined : mapped | value;
  }
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return undefined;
  const [left, right] = [readGroups(head), readGroups(tail ?? "")];
  if (left === undefined || right === undefined) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...new Array<bigint>(missing).fill(0n), ...right];
  return groups.reduce((sum, group) => (sum << 16n) | group, 0n);
}

/** Groups of 16 bits; an IPv4 address at the end gives two. */
function readGroups(text: string): bigint[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  const octets = last.includes(".") ? readOctets(last) : undefined;
  const words = octets === undefined ? parts : parts.slice(0, -1);
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return undefined;
  const groups = words.map((word) => BigInt(`0x${word}`));
  return octets === undefined ? groups : [...groups, octets >> 16n, octets & 0xffffn];
}

function readOctets(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}
