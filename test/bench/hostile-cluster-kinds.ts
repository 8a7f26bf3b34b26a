import { type ClusterCall, clusterCalls, clusterThat } from "../hostile/wire/cluster/calls.ts";
import { type AnswerCase, says } from "../hostile/wire/platform/answer-case.ts";
import { derivedAnswers } from "../hostile/wire/platform/derived.ts";
import { genericAnswers } from "../hostile/wire/platform/generic.ts";
import { filling, type Kind, type Work } from "./hostile-kinds.ts";

/** Below what an object has that the API server stores; its lists are as large as their page. */
const largestAnswer = 21;

/** Hostile answers of an API server: to each call, and what is none but says why, which is read for its message alone. */
export function clusterKinds(): Kind[] {
  return clusterCalls.flatMap((one) => [answersTo(one, true), answersTo(one, false)]);
}

function answersTo(one: ClusterCall, given: boolean): Kind {
  const work = ({ id, answer }: Pick<AnswerCase, "id" | "answer">): Work => {
    const connection = clusterThat(one.method, answer);
    return { id, bytes: answer.text.length, run: () => one.call(connection).catch(() => undefined) };
  };
  const all = [...genericAnswers, ...derivedAnswers(one.name, one.honest)];
  const honest = given
    ? one.honest
    : { kind: "Status", status: "Failure", message: "no", reason: "Invalid", code: 422 };
  return {
    name: `${given ? "answer" : "refusal"} of an API server to ${one.name}`,
    works: all.filter(({ answer }) => answer.status < 300 === given).map(work),
    largest: largestAnswer,
    plain: (bytes) => {
      const text = JSON.stringify(honest).replace("{", `{"filling":${filling(bytes - 500)},`);
      return work({ id: "plain", answer: says(given ? 200 : 422, text) });
    },
  };
}
