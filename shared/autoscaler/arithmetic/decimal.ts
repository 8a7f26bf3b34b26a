/**
 * A number at so many digits behind the point, 6 at most. The shortest decimal text of the number is rounded, not its binary value, so
 * that 1.0005 at three digits is 1.001; NaN and infinity stay as they are.
 *
 * `half-up`: half of a unit goes away from zero. `up`: the next number that is not less.
 */
export function roundDecimal(value: number, digits: number, mode: "half-up" | "up"): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  const [whole = "", behind = ""] = plainText(Math.abs(value)).split(".");
  const rest = behind.slice(digits);
  if (rest === "") return value;
  const isNext = mode === "half-up" ? rest >= "5" : value > 0;
  const units = BigInt(whole + behind.slice(0, digits)) + (isNext ? 1n : 0n);
  return Math.sign(value) * Number(`${units}e-${digits}`);
}

/** The decimal text of a number that is not whole; one that only an exponent could show stands for all that are as small. */
function plainText(value: number): string {
  return value < 1e-6 ? "0.0000001" : String(value);
}

/**
 * A metric as it is stored: three digits behind the point, but never 0 unless it is 0, so that a tiny rate stays one (2.3).
 */
export function roundMetric(value: number): number {
  const rounded = roundDecimal(value, 3, "half-up");
  return rounded === 0 ? value : rounded;
}
