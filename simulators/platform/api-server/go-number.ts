const limit = 2 ** 63;

/** True for a number that Go's JSON decoder reads as an int64: whole, and inside of its range. */
export function isGoInteger(value: number): boolean {
  return Number.isInteger(value) && value >= -limit && value < limit;
}

/** A number as Go prints it with `%v`: an int64 in digits, a float64 with an exponent from a million on. */
export function goNumber(value: number, asFloat = !isGoInteger(value)): string {
  if (!asFloat) return String(BigInt(value));
  if (value === 0) return "0";
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
