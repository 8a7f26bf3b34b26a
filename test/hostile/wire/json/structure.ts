import { type JsonText, texts } from "./text.ts";

const sound = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  "[[],[[]],{}]",
  '{"":{"":{}}}',
  " \t\r\n[ \t\r\n1 , 2 ] \t\r\n",
  '{ "a" : [ ] , "b" : { } }',
  '{"a":1,"a":2}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":"x"}',
  '{"length":-1,"0":"a"}',
];

const literals = [
  "True",
  "NULL",
  "nul",
  "nulll",
  "truefalse",
  "undefined",
  "None",
  "nil",
  "t",
  "f",
  "n",
  "yes",
  "{null}",
];

const wrong = [
  "",
  " ",
  "\t\r\n",
  ",",
  ":",
  "]",
  "}",
  "[",
  "{",
  "[1",
  "[1,",
  "[1,]",
  "[,1]",
  "[1,,2]",
  "[1 2]",
  "[1:2]",
  "[1}",
  "{1}",
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1,,"b":2}',
  '{"a" 1}',
  '{"a"::1}',
  '{"a":1 "b":2}',
  '{"a":1]',
  "{a:1}",
  "{'a':1}",
  "{1:1}",
  "{null:1}",
  '{"a":1}}',
  "[]]",
  "[] []",
  "{}{}",
  '{"a":1}#',
  '{"a":/*x*/1}',
  "[1]//x",
  "<!-- [] -->",
  "[\f1]",
  "[\u00a01]",
  "[\u20281]",
  "[1;2]",
  "(1)",
  "*",
  "&a [1]",
  "a: 1",
  "---\n- 1",
  "<xml/>",
  "<!DOCTYPE html><html></html>",
];

const whole =
  '{"kind":"VvpDeployment","metadata":{"name":"a","labels":{"b":"é"}},"spec":[1,true,null,-2.5e3,"\\u0041"]}';

/** Lists, objects and literals, whole and broken off at every second character. */
export const structure: readonly JsonText[] = [
  ...texts("structure", "accept", [...sound, whole]),
  ...texts("no-literal", "reject", literals),
  ...texts("wrong-structure", "reject", wrong),
  ...texts("broken-off", "reject", prefixes(whole)),
];

function prefixes(text: string): string[] {
  return Array.from({ length: Math.floor((text.length - 1) / 2) }, (_, index) => text.slice(0, 2 * index + 1));
}
