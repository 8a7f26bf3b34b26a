/** One series as it was scraped; times in seconds, oldest first. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly { readonly at: number; readonly value: number }[];
}

/** An element of an instant vector; the metric's name is the label `__name__`. */
export interface Element {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Seconds for which a sample counts as the latest, as Prometheus has it. */
const lookback = 300;

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
 * Evaluates the part of PromQL that our rules use, at one moment: selectors, `increase`, `sum` and `count` by labels,
 * comparison with a number, `unless on`. Anything else throws, so that a rule that needs more is seen.
 */
export function evaluate(expression: string, series: readonly Series[], at: number): Element[] {
  const reader = new Reader(wordsOf(expression), series, at);
  const found = reader.whole();
  reader.end();
  return found;
}

class Reader {
  readonly #words: readonly string[];
  readonly #series: readonly Series[];
  readonly #at: number;
  #next = 0;

  constructor(words: readonly string[], series: readonly Series[], at: number) {
    this.#words = words;
    this.#series = series;
    this.#at = at;
  }

  end(): void {
    if (this.#next < this.#words.length) throw new Error(`not understood: ${this.#words.slice(this.#next).join(" ")}`);
  }

  whole(): Element[] {
    const left = this.#compared();
    if (this.#peek() !== "unless") return left;
    this.#take("unless");
    this.#take("on");
    const on = this.#names();
    const there = new Set(this.#compared().map(({ labels }) => keyOf(labels, on)));
    return left.filter(({ labels }) => !there.has(keyOf(labels, on)));
  }

  #compared(): Element[] {
    const left = this.#vector();
    const operator = this.#peek();
    if (operator !== "==" && operator !== ">") return left;
    this.#take(operator);
    const bound = Number(this.#take());
    return left.filter(({ value }) => (operator === "==" ? value === bound : value > bound));
  }

  #vector(): Element[] {
    const word = this.#peek();
    if (word === "increase") return this.#increase();
    if (word === "sum" || word === "count") return this.#aggregated(word);
    return this.#selected().flatMap(({ labels, samples }) => {
      const last = samples.findLast((one) => one.at <= this.#at && one.at > this.#at - lookback);
      return last === undefined || Number.isNaN(last.value) ? [] : [{ labels, value: last.value }];
    });
  }

  #increase(): Element[] {
    this.#take("increase");
    this.#take("(");
    const selected = this.#selected();
    this.#take("[");
    const range = secondsOf(this.#take());
    this.#take("]");
    this.#take(")");
    return selected.flatMap(({ labels, samples }) => {
      const within = samples.filter(({ at }) => at > this.#at - range && at <= this.#at);
      const value = increaseOf(within, this.#at - range, this.#at);
      return value === undefined ? [] : [{ labels: without(labels, "__name__"), value }];
    });
  }

  #aggregated(by: "sum" | "count"): Element[] {
    this.#take(by);
    this.#take("by");
    const names = this.#names();
    this.#take("(");
    const groups = Map.groupBy(this.#compared(), ({ labels }) => keyOf(labels, names));
    this.#take(")");
    return [...groups.values()].map((some) => ({
      labels: Object.fromEntries(
        names.flatMap((name) => (some[0]?.labels[name] === undefined ? [] : [[name, some[0].labels[name]]])),
      ),
      value: by === "sum" ? some.reduce((sum, { value }) => sum + value, 0) : some.length,
    }));
  }

  #selected(): Series[] {
    const name = this.#take();
    const tests = [(labels: Element["labels"]) => labels.__name__ === name];
    if (this.#peek() === "{") {
      this.#take("{");
      while (this.#peek() !== "}") {
        tests.push(this.#matcher());
        if (this.#peek() === ",") this.#take(",");
      }
      this.#take("}");
    }
    return this.#series.filter(({ labels }) => tests.every((test) => test(labels)));
  }

  #matcher(): (labels: Element["labels"]) => boolean {
    const label = this.#take();
    const operator = this.#take();
    const text = JSON.parse(this.#take()) as string;
    const pattern = new RegExp(`^(?:${text})$`);
    const equal = (value: string) => (operator.endsWith("~") ? pattern.test(value) : value === text);
    return (labels) => equal(labels[label] ?? "") !== operator.startsWith("!");
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

function keyOf(labels: Element["labels"], names: readonly string[]): string {
  return JSON.stringify(names.map((name) => labels[name] ?? ""));
}

/** Labels but for one. */
export function without(labels: Element["labels"], name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([one]) => one !== name));
}

/** The increase of a counter within a window, resets included, stretched to the window's ends as Prometheus does it. */
function increaseOf(samples: Series["samples"], from: number, to: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || samples.length < 2) return undefined;
  const resets = samples.reduce((sum, { value }, index) => {
    const before = samples[index - 1]?.value ?? 0;
    return index > 0 && value < before ? sum + before : sum;
  }, 0);
  const grown = last.value - first.value + resets;
  const sampled = last.at - first.at;
  const step = sampled / (samples.length - 1);
  const reach = step * 1.1;
  let head = first.at - from >= reach ? step / 2 : first.at - from;
  if (grown > 0 && first.value >= 0) head = Math.min(head, sampled * (first.value / grown));
  const tail = to - last.at >= reach ? step / 2 : to - last.at;
  return grown * ((sampled + head + tail) / sampled);
}
