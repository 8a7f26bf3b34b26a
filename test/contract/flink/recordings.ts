import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FlinkConnection, type FlinkRestOptions, flinkOver } from "../../../shared/adapters/flink/client.ts";
import type { Transport, WireAnswer, WireRequest } from "../../../shared/adapters/http.ts";
import type { JsonObject, JsonValue } from "../../../shared/core/json.ts";
import { evenChance } from "../../world/even-chance.ts";
import { VirtualClock } from "../../world/virtual-clock.ts";

const root = join(import.meta.dirname, "../../fixtures/flink-rest");

/** The cluster that all recordings are about. */
export const endpoint = { url: "http://cluster-rest.flink.svc:8081" };

/** One call as it was recorded. */
export interface Recording {
  readonly folder: string;
  readonly name: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: JsonValue };
  readonly response: { readonly status: number; readonly contentType?: string; readonly body: JsonValue };
}

/** Every recording of a folder, by name. */
export function recordingsOf(folder: string): Recording[] {
  return readdirSync(join(root, folder)).map((file) => {
    const { request, response } = JSON.parse(readFileSync(join(root, folder, file), "utf8"));
    return { folder, name: file.replace(/\.json$/, ""), request, response };
  });
}

/** One recording. */
export function recorded(folder: string, name: string): Recording {
  const found = recordingsOf(folder).find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no recording ${folder}/${name}`);
  return found;
}

/** The answer of a recording, as it comes over the wire. */
export function answerOf({ response }: Recording): WireAnswer {
  return { status: response.status, text: JSON.stringify(response.body), retryAfter: undefined };
}

/** A cluster that answers about a job's checkpoints, for which the port asks once the overview has shown the job. */
export function ofCheckpoints(jobId: string, answer: WireAnswer): (request: WireRequest) => WireAnswer {
  const { jobs } = recorded("session-1.20", "jobs-overview").response.body as { jobs: readonly JsonObject[] };
  const overview = { status: 200, text: JSON.stringify({ jobs: [{ ...jobs[0], jid: jobId }] }), retryAfter: undefined };
  return ({ url }) => (url.endsWith("/jobs/overview") ? overview : answer);
}

/** The port of a cluster that answers as was recorded, and what it was sent. */
export function portOf(recording: Recording): ReturnType<typeof portThat> {
  const [, jobId] = /^\/jobs\/([0-9a-f]{32})\/checkpoints$/.exec(recording.request.path) ?? [];
  const answer = answerOf(recording);
  const isLook = recording.request.method === "GET" && jobId !== undefined;
  return portThat(isLook ? ofCheckpoints(jobId, answer) : () => answer);
}

/** Time that passes at once. */
const clock = Object.assign(new VirtualClock(), { sleep: async () => {} });

/** The port over a transport that answers each request, in order, and keeps what it was sent. */
export function portThat(
  answer: (request: WireRequest) => WireAnswer,
  times: Pick<FlinkRestOptions, "timeoutMs" | "submissionMs"> = {},
): { port: FlinkConnection; sent: WireRequest[] } {
  const sent: WireRequest[] = [];
  const transport: Transport = {
    warm: async () => {},
    close: () => {},
    send: async (request) => {
      sent.push(request);
      for await (const _ of request.upload ?? []);
      return answer(request);
    },
  };
  return { port: flinkOver(transport, { version: "1", ...times }, { clock, random: evenChance }), sent };
}
