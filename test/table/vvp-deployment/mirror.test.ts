import { describe, expect, it } from "vitest";
import type { Settings } from "../../../shared/core/settings.ts";
import { mirror, toHappenings, toReason } from "../../../shared/kinds/vvp-deployment/mirror.ts";
import type { AppManager, PlatformEvent } from "../../../shared/ports/app-manager.ts";
import { example, mirrored } from "../../builders/vvp-deployment.ts";

const at = "2026-11-21T10:00:00.000000000Z";
const event = (other: Partial<PlatformEvent> = {}): PlatformEvent => ({
  id: "event-1",
  at,
  name: "JOB_SUCCESSFULLY_STARTED",
  message: "The job runs.",
  deploymentId: "deployment-1",
  jobId: "job-1",
  own: false,
  ...other,
});
const happening = {
  id: "event-1",
  at,
  subject: "deployment-1",
  type: "Normal",
  reason: "JobSuccessfullyStarted",
  message: "The job runs.",
};

describe("an event of the platform", () => {
  it.each<{ name: string; why: string; events: PlatformEvent[]; expected: object[] }>([
    { name: "of a job", why: "R128", events: [event()], expected: [happening] },
    { name: "of a deployment", why: "R129", events: [event({ jobId: undefined })], expected: [happening] },
    {
      name: "of a job alone",
      why: "another event tells whose job it is (R128)",
      events: [event({ id: "event-2", deploymentId: undefined }), event()],
      expected: [{ ...happening, id: "event-2" }, happening],
    },
    {
      name: "of a job that no event names together with a deployment",
      why: "nobody knows whose it is",
      events: [event({ deploymentId: undefined })],
      expected: [],
    },
    {
      name: "of neither",
      why: "a session cluster's; nothing here stands for one",
      events: [
        event({ deploymentId: undefined, jobId: undefined }),
        event({ id: "x", jobId: undefined, deploymentId: undefined }),
      ],
      expected: [],
    },
    { name: "of our own", why: "it would come back as ours again (X6)", events: [event({ own: true })], expected: [] },
    {
      name: "of our own that names a job",
      why: "left out, and still it tells whose job it is",
      events: [event({ own: true }), event({ id: "event-2", deploymentId: undefined })],
      expected: [{ ...happening, id: "event-2" }],
    },
    {
      name: "without a message",
      why: "an Event without one says nothing",
      events: [event({ message: "" })],
      expected: [{ ...happening, message: "JobSuccessfullyStarted" }],
    },
    {
      name: "without a name",
      why: "the message is all there is",
      events: [event({ name: "" })],
      expected: [{ ...happening, reason: "PlatformEvent" }],
    },
  ])("$name ($why)", ({ events, expected }) => {
    expect(toHappenings(events)).toEqual(expected);
  });

  it.each([
    ["STATE_TRANSITION_IS_NEEDED", "StateTransitionIsNeeded"],
    ["EXTERNAL", "External"],
    ["jobStarted", "JobStarted"],
    ["HTTP-2_downgraded", "Http2Downgraded"],
    ["__", "PlatformEvent"],
    ["Ünïcode_EVENT", "NCodeEvent"],
  ])("%s has the reason %s", (name, reason) => {
    expect(toReason(name)).toBe(reason);
  });

  it.each([
    ...[
      "FAILED_CREATING_A_NEW_JOB",
      "TOO_MANY_FAILED_SUSPENSION_ATTEMPTS",
      "GENERAL_FAILURE",
      "RESOURCE_QUOTA_EXCEEDED",
    ],
    ...["TERMINATING_A_JOB_DUE_TO_AN_UNRECOVERABLE_FAILURE", "AN_UN_RECOVERABLE_FAILURE_WHILE_TRIGGERING_A_SAVEPOINT"],
    ...["RECOVERABLE_FAILURE_WHILE_CHECKING_A_SAVEPOINT_STATUS", "COULD_NOT_FIND_A_JOB_TO_SUSPEND"],
    ...["JOB_IS_NOT_CONFIGURED_WITH_SAVEPOINT_SUPPORT", "REFERENCED_DEPLOYMENT_TARGET_DOES_NOT_EXIST"],
    ...[
      "MULTIPLE_NON_TERMINAL_JOBS",
      "FAILED_TO_STOP_SESSION_CLUSTER",
      "TRANSITIONING_TO_FAILED_STATE_BECAUSE_OF_A_MISSING_JOB",
    ],
  ])("%s is a warning", (name) => {
    expect(toHappenings([event({ name })])[0]?.type).toBe("Warning");
  });

  it.each([
    ...["STATE_TRANSITION_IS_COMPLETED", "TRANSITIONED_TO_FINISHED_STATE", "JOB_SUCCESSFULLY_FINISHED", "EXTERNAL"],
    ...["FOUND_A_STOPPED_JOB_AND_WILL_TERMINATE_IT", "AWAITING_FOR_A_SAVEPOINT_TO_COMPLETE", "SOMETHING_NEW"],
  ])("%s is not", (name) => {
    expect(toHappenings([event({ name })])[0]?.type).toBe("Normal");
  });
});

describe("where the happenings of a resource are told", () => {
  const settings = { instanceId: "my-operator" } as Settings;

  it("is the platform namespace of the deployment on record, read with the resource's own token (D13)", async () => {
    const calls: unknown[] = [];
    const events: AppManager["events"] = async (caller, namespace) => {
      calls.push([caller, namespace]);
      return [event()];
    };
    const source = mirror(mirrored("one"), settings);
    expect(source).toMatchObject({ stream: "default", subject: "id-of-one" });
    const told = await source?.read({ appManager: { events } as AppManager }, new AbortController().signal);
    expect(told).toEqual([happening]);
    const caller = { instanceId: "my-operator", namespace: "my-deploy-namespace", secretName: "my-vvp-apikey" };
    expect(calls).toEqual([[caller, "default"]]);
  });

  it("is one reader for one Secret, and another for any other", () => {
    const readerOf = (metadata: Parameters<typeof mirrored>[1]) => mirror(mirrored("one", metadata), settings)?.reader;
    const readers = [
      {},
      { annotations: { apikeySecretName: "other" } },
      { annotations: { apikeySecretName: null } },
      { namespace: "elsewhere" },
    ];
    expect(new Set(readers.map(readerOf)).size).toBe(4);
    expect(readerOf({})).toBe(mirror(mirrored("two"), settings)?.reader);
  });

  it.each([
    { name: "is new", why: "nothing is linked", object: example("PATCH") },
    { name: "has another's record", why: "a copy follows nothing (D5)", object: mirrored("one", { uid: "copied" }) },
    {
      name: "has rubbish for a record",
      why: "as without one",
      object: mirrored("one", { annotations: { "weir.dev/record": "{" } }),
    },
  ])("is nowhere for one that $name ($why)", ({ object }) => {
    expect(mirror(object, settings)).toBeUndefined();
  });
});
