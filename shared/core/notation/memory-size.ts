import { type Reading, read, unreadable } from "./reading.ts";

const binary: Readonly<Record<string, number>> = { b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** Every word that Flink takes for a unit of memory, without regard to case; all of them are powers of 1024. */
const unitOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: ["", "b", "bytes"],
    k: ["k", "kb", "kibibytes"],
    m: ["m", "mb", "mebibytes"],
    g: ["g", "gb", "gibibytes"],
    t: ["t", "tb", "tebibytes"],
  }).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)),
);

/** Suffixes of a Kubernetes quantity. */
const suffixes: ReadonlyMap<string, number> = new Map([
  ...["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].map((suffix, power) => [suffix, 1000 ** (power - 3)] as const),
  ...["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map((suffix, power) => [suffix, 1024 ** (power + 1)] as const),
]);

/**
 * Bytes of a size: Flink's own notation first, so that `2g`, `2G` and `2048m` are powers of 1024, then a Kubernetes quantity
 * (`2Gi`, `1.5Gi`, `1e9`), parts of a byte rounded up (3.1). No sign, no blank inside of a quantity.
 */
export function readMemory(text: string): Reading<number> {
  const trimmed = text.trim();
  const [, digits, word] = /^(\d{1,16})\s*([a-z]*)$/i.exec(trimmed) ?? [];
  const unit = word === undefined ? undefined : unitOf.get(word.toLowerCase());
  const bytes =
    digits !== undefined && unit !== undefined ? Number(digits) * (binary[unit] ?? 1) : readQuantity(trimmed);
  if (bytes === undefined)
    return unreadable("is no amount of memory; write a number and a unit, such as 2048m, 2g or 2Gi");
  return bytes <= Number.MAX_SAFE_INTEGER ? read(Math.ceil(bytes)) : unreadable("is more memory than there is");
}

/** A Kubernetes quantity as a number; undefined where it is none. */
export function readQuantity(text: string): number | undefined {
  const [, number, exponent, suffix] =
    /^(\d{1,16}(?:\.\d{0,9})?|\.\d{1,9})(?:[eE]([+-]?\d{1,2})|(n|u|m|k|[MGTPE]|[KMGTPE]i))?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return Number(number) * (exponent === undefined ? (suffixes.get(suffix ?? "") ?? 1) : 10 ** Number(exponent));
}

/** Bytes as Flink itself shows them, and reads them: in the largest unit of which they are whole, such as `2 gb`, `0 bytes`. */
export function showMemory(bytes: number): string {
  const units = [["gb", 2 ** 30] as const, ["mb", 2 ** 20] as const, ["kb", 2 ** 10] as const];
  const [word, size] = units.find(([, unit]) => bytes > 0 && bytes % unit === 0) ?? ["bytes", 1];
  return `${bytes / size} ${word}`;
}

/** Bytes as every version of Flink reads them: `2048m`, or `b` where they are no whole mebibytes. */
export function writeMemory(bytes: number): string {
  return bytes > 0 && bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20}m` : `${bytes}b`;
}
