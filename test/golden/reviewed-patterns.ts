/** Why a pattern is linear although its shape does not show it. */
export interface Review {
  readonly why: string;
  /** Characters of the longest text that it is given; absent where any length is fine. */
  readonly longest?: number;
}

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/** Patterns of a suspicious shape, by their source; `npm run bench -- patterns` measures all, these up to their bound. */
export const reviewedPatterns: Readonly<Record<string, Review>> = {
  "^(\\d{1,9}(ms|s|m|h))+$": {
    why: "each turn ends with a letter, which is no digit, so that there is one way to cut a text into turns",
  },
  [`^${label}(\\.${label})*$`]: { why: "each turn begins with a dot, which nothing within a turn can be" },
  "[-.]+$": { why: "the text is cut to the length of a name before", longest: 253 },
  "\\uFFFD+$": { why: "the text is cut to a kibibyte before", longest: 1_024 },
  "\\/+$": { why: "read once, of the operator's own setting", longest: 1_024 },
  "\\/api(\\/+v1(\\/.*)?)?\\/*$": { why: "read once, of the operator's own setting", longest: 1_024 },
};
