import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../shared/core/json.ts";
import type { RestRequest } from "../../../simulators/flink/exchange.ts";
import { startFlink } from "../../../simulators/flink/server.ts";
import { type Recording, recorded } from "../../contract/flink/recordings.ts";
import { startFailing, strayFields } from "../../contract/flink/simulated.ts";
import { requestOf, story } from "../../contract/flink/story.ts";

/** What the model cannot be asked, as it is about text and paths, by the step of the story that it comes after. */
const besides: Readonly<Record<string, readonly string[]>> = {
  "jars-run-bad-jobid": ["jars-run-malformed-json", "job-malformed-id", "jars-run-bad-field"],
  "savepoint-poll-first": ["savepoint-trigger-no-id"],
  "stop-poll-completed": ["job-right-after-stop-completed"],
};
const steps = story.flatMap((step) => [step, ...(typeof step === "string" ? (besides[step] ?? []) : [])]);

interface Replayed {
  readonly name: string;
  readonly recording: Recording;
  readonly status: number;
  readonly type: string | null;
  readonly body: JsonValue;
}

/** The recorded story over a socket; its time goes on as the story says. */
async function replay(folder: string, version: string): Promise<readonly Replayed[]> {
  let now = 1_700_000_000_000;
  const { url, site, close } = await startFlink({
    now: () => now,
    version,
    taskManagers: 1,
    delays: { initializingMs: 0, jobStartMs: 200, cancelMs: 200, savepointMs: 100 },
    configuration: {
      "taskmanager.numberOfTaskSlots": "4",
      "execution.checkpointing.interval": "1 s",
      "execution.checkpointing.dir": "file:/state/checkpoints",
    },
  });
  const process = site.cluster.process(now);
  if (process === undefined) throw new Error("there is no JobManager");
  const replayed: Replayed[] = [];
  for (const step of steps) {
    if (typeof step === "number") now += step;
    else if (step === "a job that fails") startFailing(process, `${"0".repeat(30)}f1`, now);
    else if (step === "a poll of metrics") await send(url, recorded(folder, "job-metrics").request);
    else {
      const recording = recorded(folder, step);
      process.told.clear();
      const reply = await send(url, requestOf(process, recording));
      const body = (await reply.json()) as JsonValue;
      const type = reply.headers.get("content-type");
      replayed.push({ name: step, recording, status: reply.status, type, body });
    }
  }
  await close();
  return replayed;
}

/** Sends a request as it was recorded: text as it is, a file in a form. */
function send(url: string, { method, path, body, file }: RestRequest): Promise<Response> {
  const form = new FormData();
  if (file !== undefined) form.append("jarfile", new Blob([file.content]), file.name);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`${url}${path}`, { method, ...(file !== undefined ? { body: form } : text && { body: text }) });
}

describe.each([
  { folder: "session-1.20", version: "1.20.5" },
  { folder: "session-2.2", version: "2.2.1" },
])("the simulator over HTTP and $folder", async ({ folder, version }) => {
  const replayed = await replay(folder, version);

  it.each(replayed)("$name: status, type of the content and fields are Flink's", ({ recording, ...reply }) => {
    const { status, contentType } = recording.response;
    expect({ status: reply.status, type: reply.type }).toEqual({ status, type: contentType });
    expect(strayFields(reply.body, recording.response.body)).toEqual([]);
  });
});
