import type { Element } from "../../../golden/observability/promql.ts";

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy;

/**
 * The series of a text in Prometheus' format; comments are left out.
 *
 * Throws for a line that is neither.
 */
export function readExposed(text: string): Element[] {
  return text.split("\n").flatMap((one) => {
    if (one === "" || one.startsWith("#")) return [];
    const [, name = "", body = "", value = ""] = line.exec(one) ?? [];
    if (name === "") throw new Error(`no series: ${one}`);
    const labels = [...body.matchAll(label)].map(([, key = "", word = ""]) => [key, unescaped(word)]);
    return [{ labels: { __name__: name, ...Object.fromEntries(labels) }, value: Number(value) }];
  });
}

function unescaped(word: string): string {
  return word.replaceAll(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
}
