import { projectRoot } from "../golden/kustomization.ts";
import { type PatternLiteral, readPatterns } from "../golden/pattern-literals.ts";
import { reviewedPatterns } from "../golden/reviewed-patterns.ts";
import { progress, table } from "./report.ts";

/** What the bench says of itself in `--help`. */
export const summary = "each regular expression on texts made to be slow: time(2n)/time(n) up to 64 kB";

/** Characters of the longer text where nothing bounds it, and of those among which the slowest is sought. */
const [longest, sought] = [65_536, 4_096];
/** A text that takes less than this says nothing about growth, in milliseconds. */
const least = 1;
/** Nothing is tried again once its tries took this long together, in milliseconds. */
const patience = 200;
/** Linear is 2, quadratic 4; where the text is bounded, its time counts instead, in milliseconds. */
const [limit, boundedLimit] = [2.5, 5];

/** Parts of which a repetition may be made, beyond those that the pattern itself names. */
const parts = ["a", "A", "0", "-", ".", "/", " ", "#", "%41", "a.", "a-", "1m", "\n", "\ufffd", "\\a"];
const heads = ["", "a", ";charset=", "/api", "-----BEGIN CERTIFICATE-----"];
const tails = ["", "!", "\n", "\u0000"];

interface Finding {
  readonly pattern: PatternLiteral;
  /** Milliseconds for the longer text. */
  readonly ms: number;
  readonly ratio: number;
}

/** Measures every pattern of the product, prints the slowest, and fails where one grows faster than its text. */
export async function run(pairs: number): Promise<void> {
  const { literals } = readPatterns(projectRoot);
  const findings = literals.map((pattern, index) => {
    progress("patterns", index + 1, literals.length);
    return worst(pattern, pairs);
  });
  const slowest = findings.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  const rows = slowest.map(({ pattern, ms, ratio }) => [
    `/${pattern.source.slice(0, 60)}/`,
    String(boundOf(pattern) ?? longest),
    ms.toFixed(2),
    ms < least ? "-" : ratio.toFixed(2),
  ]);
  process.stdout.write(`\n${table([`slowest of ${literals.length}`, "characters", "ms", "t(2n)/t(n)"], rows)}`);
  const bad = findings.filter(({ pattern, ms, ratio }) =>
    boundOf(pattern) === undefined ? ms >= least && ratio > limit : ms > boundedLimit,
  );
  for (const { pattern, ratio } of bad)
    console.log(`${pattern.file}: /${pattern.source}/ grows ${ratio.toFixed(1)}-fold`);
  if (bad.length > 0) process.exitCode = 1;
}

function boundOf({ source }: PatternLiteral): number | undefined {
  return reviewedPatterns[source]?.longest;
}

/** The slowest text of all that are tried. */
function worst(pattern: PatternLiteral, pairs: number): Finding {
  const own = [...new Set(pattern.source.replaceAll(/[^A-Za-z0-9_./%#;=-]/g, ""))];
  const texts = heads.flatMap((head) =>
    [...new Set([...parts, ...own])].flatMap((part) => tails.map((tail) => ({ head, part, tail }))),
  );
  const most = boundOf(pattern) ?? longest;
  const timed = texts.map((text) => ({ text, ms: best(pattern, make(text, Math.min(sought, most)), 3) }));
  const { text } = timed.reduce((a, b) => (b.ms > a.ms ? b : a));
  const [long, short] = [most, most / 2].map((length) => best(pattern, make(text, length), pairs)) as [number, number];
  return { pattern, ms: long, ratio: long / Math.max(short, Number.EPSILON) };
}

function make({ head, part, tail }: Readonly<Record<"head" | "part" | "tail", string>>, length: number): string {
  return head + part.repeat(Math.ceil(length / part.length)) + tail;
}

/** The least time of some tries, which is the one that nothing disturbed. */
function best({ source, flags }: PatternLiteral, text: string, tries: number): number {
  const pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ""));
  let least = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let count = 0; count < tries && spent < patience; count += 1) {
    const begun = performance.now();
    pattern.test(text);
    const ms = performance.now() - begun;
    least = Math.min(least, ms);
    spent += ms;
  }
  return least;
}
