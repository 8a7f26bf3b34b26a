import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../shared/core/json.ts";
import { findings } from "../hostile.ts";
import type { AnswerCase } from "./answer-case.ts";
import { derivedAnswers } from "./derived.ts";
import { genericAnswers } from "./generic.ts";
import { type Played, play } from "./play.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

/** Every so many answers one is played, another one in each scenario. */
const step = 6;

const untouched = { answer: undefined, applied: true, lasting: false };

async function casesOf(scenario: Scenario, honest: Played): Promise<AnswerCase[]> {
  const derived = derivedAnswers(scenario.name, JSON.parse(honest.honest) as JsonValue);
  return [...genericAnswers, ...derived].filter((_, index) => index % step === scenarios.indexOf(scenario) % step);
}

/** No second effect, no effect that follows from what is no answer, nothing secret; and the honest end in the end. */
function judge(scenario: Scenario, one: AnswerCase, played: Played, honest: Played): string[] {
  const believed = scenario.believes === true && !one.malformed;
  const isRead = scenario.method === "GET";
  const mayFollow = [honest.effects, ...(believed ? ["", scenario.follows] : [])];
  return [
    ...played.wrong,
    ...(played.hits > 0 ? [] : ["the call was not made"]),
    ...(isRead && one.malformed && played.asked !== "" ? [`without an answer: ${played.asked}`] : []),
    ...(mayFollow.includes(played.effects) ? [] : [`effects: ${played.effects}`]),
    ...(played.end === honest.end || believed ? [] : [`another end, from ${difference(played.end, honest.end)}`]),
  ];
}

/** The first place at which two texts differ. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return `…${one.slice(Math.max(0, at - 60), at + 60)}… where it is …${other.slice(Math.max(0, at - 10), at + 60)}…`;
}

describe("hostile answers in the middle of what they are about", () => {
  it.each(scenarios)("$name (S1, S2, S3, S7, S8, L1, L6, D6)", async (scenario) => {
    const honest = await play(scenario, untouched);
    const cases = await casesOf(scenario, honest);
    for (const mode of [
      { applied: true, lasting: false },
      { applied: false, lasting: true },
    ]) {
      const wrong = await findings(cases, async (one) =>
        judge(scenario, one, await play(scenario, { answer: one.answer, ...mode }), honest),
      );
      expect(wrong, JSON.stringify(mode)).toEqual([]);
    }
    expect(cases.length).toBeGreaterThan(30);
  });
});
