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
  "^(\\*\\.)?[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$": {
    why: "each turn begins with a dot, which nothing within a turn can be",
  },
  "^(?![eE]\\d)[A-Za-z][\\w./-]*(:[\\w./-]+)*$": {
    why: "each turn begins with a colon, which nothing within a turn can be",
  },
  '^(https?:[/][/])?([A-Za-z0-9.*_-]|[{][{] ?([nN][aA][mM][eE]|[nN][aA][mM][eE][sS][pP][aA][cC][eE]) ?[}][}])*(:[0-9]{1,5})?([/][^ \\t\\n"]*)?$':
    { why: "a turn is one character or begins with braces, which no character is, and ends with them" },
  "(\\d+)-(\\d+)(?:\\/(\\d+))?": {
    why: "a Quartz expression, whose fields have 100 characters at most",
    longest: 100,
  },
  "[0-9a-f]{8,}|\\d+": { why: "a start that fails has been tried over seven characters at most" },
  "[-.]+$": { why: "the text is cut to the length of a name before", longest: 253 },
  "\\uFFFD+$": { why: "the text is cut to a kibibyte before", longest: 1_024 },
  "\\/+$": { why: "read once, of the operator's own setting", longest: 1_024 },
  "\\/api(\\/+v1(\\/.*)?)?\\/*$": { why: "read once, of the operator's own setting", longest: 1_024 },
};
