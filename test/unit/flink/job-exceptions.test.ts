import { describe, expect, it } from "vitest";
import {
  exceptionLimitsOf,
  noteTold,
  owesExceptions,
  type Told,
  tellExceptions,
} from "../../../shared/flink/job-exceptions.ts";
import type { JobException, JobOverview } from "../../../shared/ports/flink-answers.ts";

const job = (state: JobOverview["state"], lastModification: number) => ({ state, lastModification }) as JobOverview;
const at = (timestamp: number, more: Partial<JobException> = {}): JobException => ({
  exception: "java.lang.RuntimeException",
  stack: ["java.lang.RuntimeException: asked to fail after 50", "at Job.work(Job.java:66)", "at Job.run(Job.java:5)"],
  timestamp,
  taskName: "work -> sink: Writer (2/2)",
  endpoint: "10.0.0.7:6122",
  taskManagerId: undefined,
  ...more,
});

describe("when a job is asked for its exceptions", () => {
  const told: Told = { modified: 100, until: 90 };
  it.each<{ name: string; why: string; told: Told | undefined; job: JobOverview; owes: boolean }>([
    { name: "it came up", why: "nothing has gone wrong", told: undefined, job: job("RUNNING", 100), owes: false },
    { name: "it restarts", why: "something has", told: undefined, job: job("RESTARTING", 100), owes: true },
    { name: "it has failed", why: "something has", told: undefined, job: job("FAILED", 100), owes: true },
    { name: "it is steady", why: "a steady job costs no call", told, job: job("RUNNING", 100), owes: false },
    { name: "its tasks were started again", why: "between two looks", told, job: job("RUNNING", 200), owes: true },
  ])("$name: $why", ({ told, job, owes }) => {
    expect(owesExceptions(told, job)).toBe(owes);
  });
});

describe("what was told of a job", () => {
  const told: Told = { modified: 100, until: 90 };
  it.each<{
    name: string;
    why: string;
    before: Told | undefined;
    job: JobOverview;
    history?: JobException[];
    now: number;
    is: Told | undefined;
  }>([
    {
      name: "not up yet",
      why: "what goes wrong on the way is told",
      before: undefined,
      job: job("CREATED", 100),
      now: 200,
      is: undefined,
    },
    {
      name: "up",
      why: "from here on a change counts",
      before: undefined,
      job: job("RUNNING", 100),
      now: 200,
      is: { modified: 100, until: 0 },
    },
    { name: "no answer", why: "it is asked again", before: told, job: job("RUNNING", 200), now: 9_000, is: told },
    {
      name: "an answer",
      why: "up to its newest",
      before: told,
      job: job("RUNNING", 200),
      history: [at(190), at(90)],
      now: 9_000,
      is: { modified: 200, until: 190 },
    },
    {
      name: "an answer just after the change",
      why: "Flink may have remembered it from before",
      before: told,
      job: job("RUNNING", 8_000),
      history: [],
      now: 9_000,
      is: told,
    },
  ])("$name: $why", ({ before, job, history, now, is }) => {
    expect(noteTold(before, job, history, now)).toEqual(is);
  });
});

describe("an exception of a job as an Event (7.2)", () => {
  const tell = (...exceptions: JobException[]) => tellExceptions(exceptions, 3, { count: 10, lines: 2 });

  it("has its head, where and when it was, and as much of the stack as the option says", () => {
    expect(tell(at(1_000))).toMatchObject([
      {
        type: "Warning",
        reason: "JobException",
        message:
          "java.lang.RuntimeException: asked to fail after 50 (1970-01-01T00:00:01Z in work -> sink: Writer (2/2) on " +
          "10.0.0.7:6122)\n  at Job.work(Job.java:66)",
      },
    ]);
  });

  it("names the class alone without lines, and of the job as a whole no task", () => {
    const [word] = tellExceptions([at(1_000, { taskName: undefined, endpoint: undefined })], 3, { count: 1, lines: 0 });
    expect(word?.message).toBe("java.lang.RuntimeException (1970-01-01T00:00:01Z)");
  });

  it("is the same Event for half an hour, whatever the numbers in it", () => {
    const other = {
      stack: ["java.lang.RuntimeException: asked to fail after 60"],
      taskName: "work -> sink: Writer (1/2)",
    };
    const ids = tell(at(2_000_000), at(1_900_000, other)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect(tell(at(3_700_000))[0]?.id).not.toBe(ids[0]);
    expect(tell(at(2_000_000, { stack: ["java.lang.RuntimeException: no"] }))[0]?.id).not.toBe(ids[0]);
  });

  it("comes after the ones before it, and any time has a name", () => {
    expect(tell(at(2_000), at(1_000)).map(({ message }) => message.includes("00:00:01Z"))).toEqual([true, false]);
    expect(tell(at(1e300))[0]?.message).toContain("9999-12-31T23:59:59Z");
  });

  it("is told as far as the operator says", () => {
    const flinkConfiguration = {
      "kubernetes.operator.events.exceptions.limit-per-reconciliation": "3",
      "kubernetes.operator.events.exceptions.stacktrace-lines": "1",
    };
    const settings = { flinkConfiguration } as unknown as Parameters<typeof exceptionLimitsOf>[0];
    expect(exceptionLimitsOf(settings)).toEqual({ count: 3, lines: 1 });
  });
});
