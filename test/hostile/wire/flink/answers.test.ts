import { describe, expect, it } from "vitest";
import { isOperatorError } from "../../../../shared/core/error.ts";
import { portThat } from "../../../contract/flink/recordings.ts";
import { findings } from "../hostile.ts";
import { textFindings } from "../outputs.ts";
import type { AnswerCase } from "../platform/answer-case.ts";
import { type PortCall, portCalls } from "./calls.ts";
import { casesOf } from "./cases.ts";

/** What may come of an answer: a value of the port, or its failure in the port's words, bounded and on one line. */
async function judge(
  { call, lenient, isRead, cluster }: PortCall,
  { answer, malformed }: AnswerCase,
): Promise<string[]> {
  try {
    const value = await call(portThat(cluster(answer)).port);
    const shown = JSON.stringify(value) ?? "";
    return [
      ...(malformed && !lenient ? [`it was taken for an answer: ${shown.slice(0, 200)}`] : []),
      ...(shown.includes("serialized") ? ["it holds a serialized exception"] : []),
    ];
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    const { message, retryAfterMs = 0, applied } = error;
    return [
      ...textFindings({ message }),
      ...(/[\p{Cc}\p{Cf}]/u.test(message) ? ["the message has control characters"] : []),
      ...(Number.isFinite(retryAfterMs) && retryAfterMs >= 0 ? [] : [`to be asked again after ${retryAfterMs} ms`]),
      ...(malformed && !isRead && applied === "no" ? ["nothing is said to have happened"] : []),
    ];
  }
}

describe("hostile answers of a cluster to each call of the port", () => {
  it("are as many as ever", () => {
    expect(portCalls.map((one) => casesOf(one).length)).toEqual([
      387, 735, 138, 233, 593, 390, 157, 145, 116, 116, 109, 173, 146, 86, 93, 92, 93, 93, 100, 92, 86, 86,
    ]);
  });

  it.each(portCalls)("$name: a value, or a failure in the port's words, and nothing secret (S7, D14)", async (one) => {
    expect(await findings(casesOf(one), (answer) => judge(one, answer))).toEqual([]);
  });
});
