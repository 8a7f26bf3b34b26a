/** What may make a backtracking matcher slower than linear. */
export interface PatternShape {
  /** Groups that may repeat, and hold something that may be of several lengths. */
  readonly nested: readonly string[];
  /**
   * True where any start may run far: without `^`, `x+$` and `x+y` try each of n starts for n characters.
   */
  readonly openStart: boolean;
}

interface Frame {
  readonly start: number;
  variable: boolean;
}

interface Quantifier {
  readonly length: number;
  readonly least: number;
  readonly most: number;
}

const token = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[^\\[(]/suy;
const onlyOpens = /^(\((\?:)?)*$/;
const onlyCloses = /^\)*$/;
const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/;

/** The shape of a pattern's source. */
export function shapeOf(source: string): PatternShape {
  const frames: Frame[] = [{ start: 0, variable: false }];
  const nested: string[] = [];
  let before: Quantifier | undefined;
  let open = false;
  for (let at = 0; at < source.length; ) {
    const [start, text] = [at, readToken(source, at)];
    at += text.length;
    if (text.startsWith("(")) {
      frames.push({ start, variable: false });
      continue;
    }
    open ||= text === "$" && at === source.length && isEndless(before);
    const closed = text === ")" ? frames.pop() : undefined;
    before = readQuantifier(source.slice(at));
    at += before?.length ?? 0;
    open ||= isEndless(before) && onlyOpens.test(source.slice(0, start)) && !onlyCloses.test(source.slice(at));
    if (closed?.variable === true && before !== undefined && before.most > 1)
      nested.push(source.slice(closed.start, at));
    if (closed?.variable === true || before?.least !== before?.most) markVariable(frames.at(-1), source);
  }
  return { nested, openStart: open && !source.startsWith("^") };
}

function isEndless(one: Quantifier | undefined): boolean {
  return one?.most === Number.POSITIVE_INFINITY;
}

function readToken(source: string, at: number): string {
  token.lastIndex = at;
  return token.exec(source)?.[0] ?? "";
}

function markVariable(frame: Frame | undefined, source: string): void {
  if (frame === undefined) throw new Error(`not understood: ${source}`);
  frame.variable = true;
}

function readQuantifier(rest: string): Quantifier | undefined {
  const [whole, sign, least, comma, most] = quantifier.exec(rest) ?? [];
  if (whole === undefined) return undefined;
  if (sign !== undefined) {
    return {
      length: whole.length,
      least: sign === "+" ? 1 : 0,
      most: sign === "?" ? 1 : Number.POSITIVE_INFINITY,
    };
  }
  const from = Number(least);
  const to = comma === "" ? from : most === "" ? Number.POSITIVE_INFINITY : Number(most);
  return { length: whole.length, least: from, most: to };
}
