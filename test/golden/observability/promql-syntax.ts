/** A test of a label's value; a label that is not there counts as empty. */
export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly text: string;
}

/** Series by their metric's name and their labels. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** The part of PromQL that our rules use. */
export type Expression =
  | { readonly type: "latest"; readonly selector: Selector }
  | { readonly type: "increase"; readonly selector: Selector; readonly seconds: number }
  | {
      readonly type: "aggregation";
      readonly by: "sum" | "count";
      readonly labels: readonly string[];
      readonly of: Expression;
    }
  | { readonly type: "comparison"; readonly operator: "==" | ">"; readonly bound: number; readonly of: Expression }
  | { readonly type: "unless"; readonly on: readonly string[]; readonly of: Expression; readonly other: Expression };

const token = /\s*("(?:[^"\\]|\\.)*"|=~|!~|!=|==|[<>={}()[\],]|[a-zA-Z_:][\w:]*|\d+(?:\.\d+)?[smh]?)/y;

/** The words of an expression; throws for what is none. */
function wordsOf(expression: string): string[] {
  const words: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < expression.trimEnd().length) {
    const from = token.lastIndex;
    const word = token.exec(expression)?.[1];
    if (word === undefined) throw new Error(`no PromQL at ${expression.slice(from)}`);
    words.push(word);
  }
  return words;
}

/** Seconds of a duration such as 10m. */
export function secondsOf(text: string): number {
  const [, count, unit = ""] = /^(\d+)([smh])$/.exec(text) ?? [];
  const factor = { s: 1, m: 60, h: 3_600 }[unit];
  if (factor === undefined) throw new Error(`${text} is no duration`);
  return Number(count) * factor;
}

/**
 * Reads selectors, `increase`, `sum` and `count` by labels, comparison with a number, `unless on`. Anything else throws,
 * so that a rule that needs more is seen.
 */
export function readExpression(text: string): Expression {
  const reader = new Reader(wordsOf(text));
  const found = reader.whole();
  reader.end();
  return found;
}

/** All selectors of an expression, those whose series give the result first. */
export function selectorsOf(expression: Expression): Selector[] {
  if (expression.type === "latest" || expression.type === "increase") return [expression.selector];
  const others = expression.type === "unless" ? selectorsOf(expression.other) : [];
  return [...selectorsOf(expression.of), ...others];
}

class Reader {
  readonly #words: readonly string[];
  #next = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  end(): void {
    if (this.#next < this.#words.length) throw new Error(`not understood: ${this.#words.slice(this.#next).join(" ")}`);
  }

  whole(): Expression {
    const of = this.#compared();
    if (this.#peek() !== "unless") return of;
    this.#take("unless");
    this.#take("on");
    const on = this.#names();
    return { type: "unless", on, of, other: this.#compared() };
  }

  #compared(): Expression {
    const of = this.#vector();
    const operator = this.#peek();
    if (operator !== "==" && operator !== ">") return of;
    this.#take(operator);
    return { type: "comparison", operator, bound: Number(this.#take()), of };
  }

  #vector(): Expression {
    const word = this.#peek();
    if (word === "increase") return this.#increase();
    if (word === "sum" || word === "count") return this.#aggregation(word);
    return { type: "latest", selector: this.#selector() };
  }

  #increase(): Expression {
    this.#take("increase");
    this.#take("(");
    const selector = this.#selector();
    this.#take("[");
    const seconds = secondsOf(this.#take());
    this.#take("]");
    this.#take(")");
    return { type: "increase", selector, seconds };
  }

  #aggregation(by: "sum" | "count"): Expression {
    this.#take(by);
    this.#take("by");
    const labels = this.#names();
    this.#take("(");
    const of = this.#compared();
    this.#take(")");
    return { type: "aggregation", by, labels, of };
  }

  #selector(): Selector {
    const metric = this.#take();
    const matchers: Matcher[] = [];
    if (this.#peek() === "{") {
      this.#take("{");
      while (this.#peek() !== "}") {
        matchers.push(this.#matcher());
        if (this.#peek() === ",") this.#take(",");
      }
      this.#take("}");
    }
    return { metric, matchers };
  }

  #matcher(): Matcher {
    const label = this.#take();
    const operator = this.#take();
    if (operator !== "=" && operator !== "!=" && operator !== "=~" && operator !== "!~")
      throw new Error(`${operator} compares no label`);
    return { label, operator, text: JSON.parse(this.#take()) as string };
  }

  #names(): string[] {
    const names: string[] = [];
    this.#take("(");
    for (let word = this.#take(); word !== ")"; word = this.#take()) if (word !== ",") names.push(word);
    return names;
  }

  #peek(): string | undefined {
    return this.#words[this.#next];
  }

  #take(wanted?: string): string {
    const word = this.#words[this.#next];
    if (word === undefined || (wanted !== undefined && word !== wanted))
      throw new Error(`${wanted ?? "a word"} is expected, found ${word}`);
    this.#next += 1;
    return word;
  }
}
