import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../shared/adapters/clock.ts";
import { type ClusterConnection, connectCluster } from "../../../shared/adapters/kubernetes/connect.ts";
import { isOperatorError } from "../../../shared/core/error.ts";
import { type ClusterCall, clusterCalls, lease } from "../../hostile/wire/cluster/calls.ts";
import { findings } from "../../hostile/wire/hostile.ts";
import { textFindings } from "../../hostile/wire/outputs.ts";
import type { AnswerCase } from "../../hostile/wire/platform/answer-case.ts";
import { derivedAnswers } from "../../hostile/wire/platform/derived.ts";
import { genericAnswers } from "../../hostile/wire/platform/generic.ts";
import { home } from "../../world/world.ts";
import { writeKubeconfig } from "../adapters/support/kubeconfig.ts";
import { type Loopback, type Received, startLoopback } from "../adapters/support/loopback.ts";

const date = "Sat, 21 Nov 2026 10:00:00 GMT";
/** What a server can be made to send, one of several: there are thousands in the suites without sockets. */
function casesOf({ name, honest }: ClusterCall): AnswerCase[] {
  const all = [...genericAnswers, ...derivedAnswers(name, honest)];
  // What the API server stores has its own bounds, and a look at a resource has those of Weir.
  return all
    .filter(({ id }) => !id.includes("-deep/"))
    .filter(
      ({ answer }, index) =>
        index % 4 === 0 && answer.status >= 200 && answer.status < 600 && isHeader(answer.retryAfter),
    );
}

function isHeader(text = ""): boolean {
  return /^[\x20-\x7e]{0,1000}$/.test(text);
}

let server: Loopback;
let connection: ClusterConnection;

beforeAll(async () => {
  server = await startLoopback(() => ({}));
  const kubeconfigPath = writeKubeconfig(server.url, {}, { token: home.token });
  connection = connectCluster({ kubeconfigPath, clock: { ...systemClock, sleep: async () => undefined } });
});
afterAll(async () => {
  connection.close();
  await server.close();
});

async function judge(one: ClusterCall, { answer, malformed }: AnswerCase): Promise<string[]> {
  const hostile = (method: string) => method === one.method;
  const headers = {
    date,
    "content-type": "application/json",
    ...(answer.retryAfter !== undefined && { "retry-after": answer.retryAfter }),
  };
  const reply = ({ method }: Received) =>
    hostile(method) ? { status: answer.status, headers, text: answer.text } : { headers, body: lease };
  server.answer(reply);
  server.received.length = 0;
  const wrong = await one.call(connection).then(
    () => (malformed && one.lenient !== true ? ["it was taken for an answer"] : []),
    (error: unknown) => (isOperatorError(error) ? textFindings({ message: error.message }) : [String(error)]),
  );
  const writes = server.received.filter(({ method }) => method !== "GET").length;
  return malformed && one.method === "GET" && writes > 0 ? [...wrong, `${writes} writes without an answer`] : wrong;
}

describe("hostile answers of an API server", () => {
  it("are as many as ever", () => {
    expect(clusterCalls.map((one) => casesOf(one).length)).toEqual([63, 64, 63, 59, 64, 64, 64, 64, 59, 59, 53]);
  });

  it.each(clusterCalls)("$name: a value, or a failure in the port's words, and nothing secret (S7)", async (one) => {
    expect(await findings(casesOf(one), (answer) => judge(one, answer))).toEqual([]);
  });
});
