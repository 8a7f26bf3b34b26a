import { describe, expect, it } from "vitest";
import { isOperatorError } from "../../../../shared/core/error.ts";
import { findings } from "../hostile.ts";
import { textFindings } from "../outputs.ts";
import type { AnswerCase } from "./answer-case.ts";
import { type PortCall, portCalls, portThat } from "./calls.ts";
import { derivedAnswers } from "./derived.ts";
import { genericAnswers } from "./generic.ts";

const casesOf = ({ name, honest }: PortCall): readonly AnswerCase[] => [
  ...genericAnswers,
  ...derivedAnswers(name, honest),
];

/** What may come of an answer: a value of the port, or its failure in the port's words, without a secret. */
async function judge({ name, call, lenient }: PortCall, { answer, malformed }: AnswerCase): Promise<string[]> {
  try {
    await call(portThat(answer));
    return malformed && lenient !== true ? ["it was taken for an answer"] : [];
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    const { message, retryAfterMs = 0, applied } = error;
    return [
      ...textFindings({ message }),
      ...(Number.isFinite(retryAfterMs) && retryAfterMs >= 0 ? [] : [`to be asked again after ${retryAfterMs} ms`]),
      ...(malformed && !isRead(name) && applied === "no" ? ["nothing is said to have happened"] : []),
    ];
  }
}

function isRead(name: string): boolean {
  return ["get", "list", "savepoints", "events"].includes(name);
}

describe("hostile answers of the platform to each call of the port", () => {
  it("are as many as ever", () => {
    expect(portCalls.map((one) => casesOf(one).length)).toEqual([
      345, 322, 345, 345, 345, 345, 345, 345, 275, 262, 266, 253,
    ]);
  });

  it.each(portCalls)("$name: a value, or a failure in the port's words, and nothing secret (S7, D14)", async (one) => {
    expect(await findings(casesOf(one), (answer) => judge(one, answer))).toEqual([]);
  });
});
