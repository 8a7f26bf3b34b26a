import { describe, expect, it } from "vitest";
import type { Call } from "../../../../shared/adapters/app-manager/call.ts";
import { makeAppManager } from "../../../../shared/adapters/app-manager/port.ts";
import { toFault } from "../../../../shared/core/error.ts";
import type { JsonValue } from "../../../../shared/core/json.ts";

const caller = { instanceId: "weir-a", namespace: "demo", secretName: "key" };
const limits = { timeoutMs: 1_000, largest: 1_000_000, values: 100_000 };
const token = "f00dcafe-canary-0001";

/** The port over answers that are given one after the other. */
function answering(...bodies: readonly (JsonValue | string)[]) {
  const calls: Call[] = [];
  const call = async (one: Call) => {
    const body = bodies[calls.length] ?? null;
    calls.push(one);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { answer: { status: 200, text, retryAfter: undefined }, doing: { what: one.what, write: false, token } };
  };
  const appManager = makeAppManager({ call, now: () => 0, one: limits, many: limits });
  return { calls, read: () => appManager.events(caller, "default") };
}

function event(metadata: { readonly [field: string]: JsonValue } = {}, message: JsonValue = "The job runs.") {
  const usual = { id: "e-1", name: "JOB_SUCCESSFULLY_STARTED", createdAt: "2026-11-21T10:00:00.000001Z" };
  return { kind: "Event", metadata: { ...usual, deploymentId: "d-1", jobId: "j-1", ...metadata }, spec: { message } };
}

const list = (items: JsonValue, metadata: JsonValue = {}) => ({ kind: "EventList", items, metadata });
const read = {
  id: "e-1",
  at: "2026-11-21T10:00:00.000001000Z",
  name: "JOB_SUCCESSFULLY_STARTED",
  message: "The job runs.",
  deploymentId: "d-1",
  jobId: "j-1",
  own: false,
};

describe("the events of a platform namespace", () => {
  it("are read in one list", async () => {
    const { calls, read: events } = answering(list([event(), event({ id: "e-2", deploymentId: null, jobId: null })]));
    expect(await events()).toEqual([read, { ...read, id: "e-2", deploymentId: undefined, jobId: undefined }]);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/v1/namespaces/default/events"]);
  });

  it("are read aside, so that no deployment waits for them, whatever the platform answers (X8)", async () => {
    const { calls, read: events } = answering(list([]));
    await events();
    expect(calls).toMatchObject([{ aside: true }]);
  });

  it("are read to the last page, each once", async () => {
    const page = (ids: string[], pageIndex: number) =>
      list(
        ids.map((id) => event({ id })),
        { pageIndex, totalPage: 2 },
      );
    const { calls, read: events } = answering(page(["a", "b"], 1), page(["b", "c"], 2));
    expect((await events()).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(calls).toHaveLength(2);
  });

  it.each<{ name: string; why: string; item: JsonValue | string; expected: object[] }>([
    { name: "no message", why: "the name says enough", item: { ...event(), spec: null }, expected: [{ message: "" }] },
    { name: "no name", why: "the message says enough", item: event({ name: null }), expected: [{ name: "" }] },
    { name: "an unknown field", why: "platforms grow", item: event({ severity: 3 }), expected: [read] },
    { name: "no id", why: "it could not be mirrored once", item: event({ id: null }), expected: [] },
    { name: "an endless id", why: "a cursor has to hold it", item: event({ id: "x".repeat(129) }), expected: [] },
    { name: "no time", why: "a cursor could not pass it", item: event({ createdAt: null }), expected: [] },
    { name: "a time that is none", why: "as without one", item: event({ createdAt: "now" }), expected: [] },
    { name: "no metadata", why: "it is no event", item: { spec: { message: "hello" } }, expected: [] },
    { name: "nothing of an object", why: "it is no event", item: "event", expected: [] },
    {
      name: "the caller's token in its message",
      why: "no event of Kubernetes may show it (D13)",
      item: event({}, `401 for Bearer ${token}\nsecond line`),
      expected: [{ message: "401 for Bearer *** second line" }],
    },
    {
      name: "our own mark",
      why: "it is told apart, or each would come back",
      item: event({ name: "EXTERNAL" }, "Kubernetes operator triggered savepoint"),
      expected: [{ own: true }],
    },
    {
      name: "another client's words",
      why: "EXTERNAL alone is no mark of ours",
      item: event({ name: "EXTERNAL" }, "A pipeline deployed this."),
      expected: [{ own: false }],
    },
  ])("with $name ($why)", async ({ item, expected }) => {
    expect(await answering(list([item])).read()).toMatchObject(expected);
  });

  it.each([
    { name: "a login page", body: "<html>Please sign in.</html>" },
    { name: "an object without items", body: { kind: "EventList" } },
  ])("are Malformed when the answer is $name", async ({ body }) => {
    expect(await answering(body).read().catch(toFault)).toMatchObject({ code: "Malformed", applied: "no" });
  });
});
