/** Expressions of Helm's language that stand in a manifest as words which YAML leaves as they are. */
export interface Holes {
  /** The word for an expression, such as `$.Values.instanceId | quote`. */
  dig(expression: string): string;
  /** The text with every word replaced by its expression in braces. */
  fill(text: string): string;
}

/** None yet. */
export function makeHoles(): Holes {
  const expressions: string[] = [];
  return {
    dig: (expression) => `hole${expressions.push(expression) - 1}dug`,
    fill: (text) => text.replaceAll(/hole(\d+)dug/g, (_, index: string) => `{{ ${expressions[Number(index)]} }}`),
  };
}

/** A text that is there only under a condition, as Helm words it. */
export function when(condition: string, text: string, otherwise?: string): string {
  const rest = otherwise === undefined ? "" : `{{- else }}\n${otherwise}`;
  return `{{- if ${condition} }}\n${text}${rest}{{- end }}\n`;
}

/** A text with spaces before each line. */
export function indented(text: string, columns: number): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(columns));
}
