import type { AnswerCase } from "../platform/answer-case.ts";
import { derivedAnswers } from "../platform/derived.ts";
import { genericAnswers } from "../platform/generic.ts";
import { type PortCall, portCalls } from "./calls.ts";
import { javaAnswers, javaSuccesses } from "./java.ts";

/** In the first object, wherever that is. */
const anywhere = (text: string, nested: string) => text.replace("{", `{"deep":${nested}${text === "{}" ? "" : ","}`);

/** Of what is wrong for every call, each gets a part, so that all of it is tried. */
const parts = 4;
const ofAll = [...genericAnswers, ...javaAnswers, ...javaSuccesses];

/** Hostile answers of a cluster to one call. */
export const casesOf = (one: PortCall): readonly AnswerCase[] => [
  ...ofAll.filter((_, index) => index % parts === portCalls.indexOf(one) % parts),
  ...derivedAnswers(one.name, one.honest, anywhere),
];
