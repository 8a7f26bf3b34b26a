import { describe, expect, it } from "vitest";
import { toFault } from "../../../shared/core/error.ts";
import { answer } from "../../../simulators/flink/rest.ts";
import { callOf } from "./calls.ts";
import { portOf, type Recording, recorded } from "./recordings.ts";
import { meaningOf, simulatedSession, startFailing, strayFields } from "./simulated.ts";
import { requestOf, story } from "./story.ts";

/** One recording, and what the simulator says in its place. */
interface Replayed {
  readonly recording: Recording;
  readonly simulated: ReturnType<typeof answer>;
}

function replay(folder: string, version: string): Replayed[] {
  const process = simulatedSession(version);
  let now = 0;
  return story.flatMap((step) => {
    if (typeof step === "number") now += step;
    else if (step === "a job that fails") startFailing(process, `${"0".repeat(30)}f1`, now);
    else if (step === "a poll of metrics") answer(process, recorded(folder, "job-metrics").request, now);
    else {
      const recording = recorded(folder, step);
      // The recorded requests are far apart.
      process.told.clear();
      return [{ recording, simulated: answer(process, requestOf(process, recording), now) }];
    }
    return [];
  });
}

async function readAs({ request, name, folder }: Recording, response: Recording["response"]): Promise<unknown> {
  const asSimulated = { request, name, folder, response };
  return callOf(asSimulated)(portOf(asSimulated).port).then(meaningOf, (error: unknown) => {
    const { code, applied, message } = toFault(error);
    return meaningOf({ code, applied, message });
  });
}

describe.each([
  { folder: "session-1.20", version: "1.20.5" },
  { folder: "session-2.2", version: "2.2.1" },
])("the simulator and $folder", ({ folder, version }) => {
  const replayed = replay(folder, version).map((one) => ({ name: one.recording.name, ...one }));

  it.each(replayed)("$name: same status, no field that Flink does not send", ({ recording, simulated }) => {
    expect(simulated.status).toBe(recording.response.status);
    expect(strayFields(simulated.body, recording.response.body)).toEqual([]);
  });

  it.each(replayed)("$name: the adapter reads the same", async ({ recording, simulated }) => {
    expect(await readAs(recording, simulated)).toEqual(await readAs(recording, recording.response));
  });
});
