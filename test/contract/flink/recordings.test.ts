import { describe, expect, it } from "vitest";
import type { WireRequest } from "../../../shared/adapters/http.ts";
import { callOf } from "./calls.ts";
import { ofApplications, ofSessions, outcomeOf } from "./outcomes.ts";
import { endpoint, portOf, type Recording, recordingsOf } from "./recordings.ts";

/** Recordings of a call that Weir does not make. */
const notAsked: readonly string[] = ["job-right-after-stop-completed"];

/** Recordings of a request that Weir sends otherwise: another path, a trigger id that is ignored, all exceptions. */
const ofOthers: readonly string[] = [
  "unknown-path",
  "savepoint-disposal",
  "job-missing-savepoint-exceptions",
  "exceptions-after-rescale",
];

const askedOf = (folder: string) => recordingsOf(folder).filter(({ name }) => !notAsked.includes(name));

function byName(outcomes: Readonly<Record<string, string>>): Record<string, string> {
  const rows = Object.entries(outcomes).flatMap(([outcome, names]) =>
    names.split(/\s+/).map((name) => [name, outcome]),
  );
  return Object.fromEntries(rows);
}

async function replayed(recording: Recording): Promise<[name: string, outcome: string]> {
  const { port, sent } = portOf(recording);
  const outcome = await outcomeOf(callOf(recording)(port));
  return [recording.name, sent.length === 0 ? `not sent: ${outcome}` : outcome];
}

describe("what Flink answered, through the adapter", () => {
  it.each([
    { name: "session-1.20", outcomes: ofSessions, why: "the last version of Flink 1" },
    { name: "session-2.2", outcomes: ofSessions, why: "Flink 2 says the same in other words" },
    { name: "application-1.20", outcomes: ofApplications, why: "jobs that have ended on a JobManager that stays" },
  ])("$name: each is a value or a fault of the port ($why)", async ({ name, outcomes }) => {
    const all = await Promise.all(askedOf(name).map(replayed));
    expect(Object.fromEntries(all)).toEqual(byName(outcomes));
  });

  it.each(["session-1.20", "session-2.2", "application-1.20"])("%s: the adapter asks as was asked", async (folder) => {
    for (const recording of askedOf(folder).filter(({ name }) => !ofOthers.includes(name))) {
      const { request } = recording;
      const { port, sent } = portOf(recording);
      await outcomeOf(callOf(recording)(port));
      for (const { method, url, body } of sent.filter((one) => isAbout(recording, one))) {
        expect([method, pathOf(url)], recording.name).toEqual([request.method, pathOf(endpoint.url + request.path)]);
        if (body !== undefined) expect(JSON.parse(body), recording.name).toMatchObject(request.body as object);
      }
    }
  });
});

/** Not the look at the overview before what was recorded. */
function isAbout({ request }: Recording, { url }: WireRequest): boolean {
  return !url.endsWith("/jobs/overview") || request.path === "/jobs/overview";
}

/** Without the values of a query: how much is asked for is not of the recording. */
function pathOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return [pathname, ...searchParams.keys()].join(" ");
}
