import type { JsonValue } from "../../core/json.ts";

/** Memory above zero in Flink's words, all of them powers of 1024; the same to JavaScript and to RE2. */
const flinkMemory =
  /^ *0*[1-9][0-9]* *([bBkKmMgGtT]|[kKmMgGtT][bB]|(([kK][iI]|[mM][eE]|[gG][iI]|[tT][eE])[bB][iI])?[bB][yY][tT][eE][sS])? *$/;
/** A Kubernetes quantity above zero. */
const positive = /^(0*[1-9][0-9]*([.][0-9]*)?|0*[.]0*[1-9][0-9]*)([eE][+-]?[0-9]{1,2}|[numkMGTPE]|[KMGTPE]i)?$/;
/** A Kubernetes quantity that is not negative. */
const quantity = /^([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]{1,2}|[numkMGTPE]|[KMGTPE]i)?$/;

const matches = (text: string, pattern: RegExp) => `${text}.matches('${pattern.source}')`;

/** True for memory above zero, as Flink or as Kubernetes notes it. */
export function isMemory(value: JsonValue): boolean {
  return typeof value === "string" && (flinkMemory.test(value) || positive.test(value));
}

/** The same in CEL, of a text. */
export function memoryCel(text: string): string {
  return `${matches(text, flinkMemory)} || ${matches(text, positive)}`;
}

/** True for a text that is a quantity which is not negative. */
export function isQuantity(value: JsonValue): boolean {
  return typeof value === "string" && quantity.test(value);
}

/** The same in CEL, of a text. */
export function quantityCel(text: string): string {
  return matches(text, quantity);
}

/** True for an amount of a resource of that name: cpu and memory are above zero, others not below (FD-20). */
export function isAmount(key: string, value: JsonValue): boolean {
  const sized = key === "cpu" || key === "memory";
  if (typeof value === "number") return Number.isSafeInteger(value) && (value > 0 || (value === 0 && !sized));
  if (key === "memory") return isMemory(value);
  return typeof value === "string" && (key === "cpu" ? positive : quantity).test(value);
}

/** The same in CEL, of an integer or a text. */
export function amountCel(key: string, value: string): string {
  const texts =
    `${key} == 'memory' ? (${memoryCel(value)}) : ` +
    `(${key} == 'cpu' ? ${matches(value, positive)} : ${matches(value, quantity)})`;
  const number = `type(${value}) == int && (${value} > 0 || (${value} == 0 && !(${key} in ['cpu', 'memory'])))`;
  return `type(${value}) == string ? (${texts}) : (${number})`;
}
