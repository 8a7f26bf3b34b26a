import { type JsonText, texts } from "./text.ts";

const whole = ["0", "7", "10", "9007199254740993", "123456789012345678901234567890"];
const fractions = ["", ".0", ".5", `.${"3".repeat(40)}`];
const exponents = ["", "e0", "E+1", "e-7", "e400", "e-400"];

const sound = ["", "-"].flatMap((sign) =>
  whole.flatMap((int) =>
    fractions.flatMap((fraction) => exponents.map((exponent) => sign + int + fraction + exponent)),
  ),
);

const unsound = [
  "+1",
  "01",
  "-01",
  "00",
  "1.",
  ".5",
  "-.5",
  "-",
  "--1",
  "+-1",
  "1e",
  "1e+",
  "1E-",
  "1ee2",
  "1e1.5",
  "0e",
  "0.e1",
  "1.2.3",
  "1 000",
  "1_000",
  "1,000.5e",
  "0x1F",
  "0b1",
  "0o7",
  "1n",
  "1f",
  "1%",
  "NaN",
  "-NaN",
  "Infinity",
  "-Infinity",
  "１",
  "٣",
  "½",
  "−1",
];

/** Numbers, alone and inside of a list and an object. */
export const numbers: readonly JsonText[] = [
  ...texts(
    "number",
    "accept",
    sound.filter((_, index) => index % 3 === 0),
  ),
  ...texts("number-in-list", "accept", [`[${sound.join(",")}]`, "[-0,0e-1,1E400]"]),
  ...texts("no-number", "reject", unsound),
  ...texts(
    "no-number-in-list",
    "reject",
    unsound.map((text) => `[${text}]`),
  ),
  ...texts(
    "no-number-in-object",
    "reject",
    unsound.map((text) => `{"a":${text}}`),
  ),
];
