import { encodings } from "./encodings.ts";
import { numbers } from "./numbers.ts";
import { sizes } from "./sizes.ts";
import { strings } from "./strings.ts";
import { structure } from "./structure.ts";
import type { JsonText } from "./text.ts";

/** Every text, in the manner of JSONTestSuite: what must be taken, what must be refused, and what may be either. */
export const jsonTexts: readonly JsonText[] = [...numbers, ...strings, ...structure, ...encodings, ...sizes];
