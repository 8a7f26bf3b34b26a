import { describe, expect, it } from "vitest";
import type { FailureCause, Operation } from "../../../shared/ports/flink-answers.ts";
import { faultOf } from "../../fault-of.ts";
import { callOf } from "./calls.ts";
import { answerOf, endpoint, portOf, portThat, recorded } from "./recordings.ts";

const versions = ["session-1.20", "session-2.2"] as const;
const job = "000000000000000000000000000000a1";

async function replay(folder: string, name: string): Promise<unknown> {
  const recording = recorded(folder, name);
  return callOf(recording)(portOf(recording).port);
}

const fault = (folder: string, name: string) => faultOf(replay(folder, name));

const rootOf = (operation: unknown) => (operation as { cause: FailureCause }).cause.at(-1);

describe.each(versions)("%s: facts about Flink's REST", (folder) => {
  it("fact 2: a metric that is unknown is left out, and is not a number that was guessed", async () => {
    const { port } = portThat(() => ({ status: 200, text: "[]", retryAfter: undefined }));
    expect(await port.restarts(endpoint, job)).toEqual({ numRestarts: undefined, fullRestarts: undefined });
    const fullRestarts = folder === "session-2.2" ? undefined : 0;
    expect(await replay(folder, "job-metrics")).toEqual({ numRestarts: 0, fullRestarts });
  });

  it.each([
    { name: "savepoint-poll-unknown-job", root: "FlinkJobNotFoundException", why: "the trigger was taken" },
    { name: "savepoint-poll-failed", root: "IOException", why: "the folder cannot be made" },
    { name: "savepoint-poll-unknown-scheme", root: "UnsupportedFileSystemSchemeException", why: "no plugin" },
    { name: "stop-poll-finished-job", root: "FlinkJobNotFoundException", why: "it has ended" },
    { name: "savepoint-disposal-again-poll", root: "FileNotFoundException", why: "the files are gone" },
  ])("fact 3: $name is FAILED though Flink says COMPLETED ($why)", async ({ name, root }) => {
    const operation = (await replay(folder, name)) as Operation<unknown>;
    expect(operation.status).toBe("FAILED");
    expect(rootOf(operation)?.exception.split(".").at(-1)).toBe(root);
  });

  it("fact 4: a trigger that is forgotten is told apart from a job that is unknown", async () => {
    expect(await replay(folder, "savepoint-poll-unknown-trigger")).toBeUndefined();
    expect(await replay(folder, "savepoint-poll-unknown-job")).toMatchObject({ status: "FAILED" });
    const recording = recorded(folder, "job-unknown");
    const { port } = portThat(() => answerOf(recording));
    const poll = port.savepointStatus(endpoint, job, "0".repeat(32));
    await expect(poll).rejects.toMatchObject({ code: "Missing", applied: "no" });
  });

  it("fact 4: a lost result is found in the checkpoints, with its kind and time", async () => {
    const { history, savepoint } = (await replay(folder, "checkpoints-after-stop")) as {
      history: readonly { type: string }[];
      savepoint: object;
    };
    expect(savepoint).toMatchObject({
      status: "COMPLETED",
      type: "SYNC_SAVEPOINT",
      discarded: false,
      externalPath: expect.stringContaining("<RUN_DIR>/savepoints/savepoint-000000-"),
      triggerTimestamp: expect.any(Number),
    });
    expect(history).toContainEqual(savepoint);
  });

  it("fact 5: after a stop the checkpoints are discarded, and their paths lead nowhere", async () => {
    expect(await replay(folder, "checkpoints-after-stop")).toMatchObject({ completed: { discarded: true } });
    expect(await replay(folder, "job-after-stop")).toMatchObject({ state: "FINISHED" });
  });

  it("fact 6: main() that throws may have started a job, an unknown jar or class has not", async () => {
    expect(await fault(folder, "jars-run-main-throws")).toMatchObject({
      code: "Rejected",
      applied: "maybe",
      message: expect.stringMatching(
        /: Could not execute application\. Root cause: IllegalStateException: asked to fail in main$/,
      ),
    });
    expect(await fault(folder, "jars-run-unknown-jar")).toMatchObject({ code: "Missing", applied: "no" });
    expect(await fault(folder, "jars-run-unknown-class")).toMatchObject({
      code: "Rejected",
      applied: "no",
      message: expect.stringContaining("The program's entry point class 'No.Such' was not found in the jar file."),
    });
  });

  it("fact 6: a savepoint that is missing shows in the result of the job", async () => {
    const ended = await replay(folder, "execution-result-missing-savepoint");
    expect(ended).toMatchObject({ applicationStatus: "FAILED" });
    expect(rootOf(ended)).toMatchObject({ exception: "java.io.FileNotFoundException" });
  });

  it("fact 8: requirements of a job that has ended are none, though the answer is a 500", async () => {
    expect(await replay(folder, "resource-requirements-after-stop")).toBeUndefined();
    expect(await fault(folder, "resource-requirements-put-unknown-job")).toMatchObject({ code: "Missing" });
    expect(await fault(folder, "resource-requirements-put-partial")).toMatchObject({
      code: "Rejected",
      message: expect.stringContaining("The request is incomplete, missing job vertex"),
    });
  });

  it("fact 8: a rescale shows as another restored checkpoint; Flink 2.2 also counts it as a restart", async () => {
    const numRestarts = folder === "session-2.2" ? 1 : 0;
    expect(await replay(folder, "job-metrics-after-rescale")).toMatchObject({ numRestarts });
    expect(await replay(folder, "exceptions-after-rescale")).toMatchObject({ history: [] });
    expect(await replay(folder, "checkpoints-after-rescale")).toMatchObject({
      restored: { restoreTimestamp: expect.any(Number) },
    });
  });

  it("fact 9: the history of exceptions is there with and without a root exception", async () => {
    const one = { exception: "java.lang.RuntimeException", taskName: undefined };
    expect(await replay(folder, "job-failed-exceptions")).toMatchObject({ history: [one, one] });
    const { root } = (await replay(folder, "job-missing-savepoint-exceptions")) as { root: FailureCause | undefined };
    expect(root?.at(-1)?.exception).toBe(folder === "session-2.2" ? undefined : "java.io.FileNotFoundException");
  });

  it("fact 12: no value and no fault holds a stack or a serialized exception", async () => {
    for (const name of ["savepoint-poll-failed", "execution-result-failed", "job-failed-exceptions"]) {
      expect(JSON.stringify(await replay(folder, name)), name).not.toMatch(/rO0AB|serialized|\\n/);
    }
    for (const name of ["jars-run-main-throws", "resource-requirements-put-partial", "unknown-path"]) {
      expect((await fault(folder, name)).message, name).not.toMatch(/\.java:|\n/);
    }
  });

  it("a path that this Flink does not have is refused, and is no absence", async () => {
    expect(await fault(folder, "unknown-path")).toMatchObject({
      code: "Rejected",
      message: expect.stringContaining("(this version of Flink does not have that call, or it is turned off)"),
    });
  });
});

describe("an application cluster (fact 11)", () => {
  it("knows a job whose main() threw by the overview and its result, not by itself", async () => {
    const folder = "application-1.20";
    const name = (of: string) => `main-throws-keep-submit-failed-${of}`;
    expect(await fault(folder, name("job"))).toMatchObject({ code: "Unavailable" });
    expect(await replay(folder, name("jobs-overview"))).toMatchObject([{ state: "FAILED" }]);
    expect(await replay(folder, name("checkpoints"))).toMatchObject({ enabled: false });
    expect(rootOf(await replay(folder, name("execution-result")))).toMatchObject({ message: "asked to fail in main" });
  });
});
