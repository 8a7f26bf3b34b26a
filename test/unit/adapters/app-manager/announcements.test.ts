import { describe, expect, it } from "vitest";
import type { Call } from "../../../../shared/adapters/app-manager/call.ts";
import { isFromOperator } from "../../../../shared/adapters/app-manager/event-mark.ts";
import { makeAppManager } from "../../../../shared/adapters/app-manager/port.ts";
import { toFault } from "../../../../shared/core/error.ts";
import { at } from "../../../../shared/core/json.ts";
import type { Announcement } from "../../../../shared/ports/app-manager.ts";

const caller = { instanceId: "weir-a", namespace: "demo", secretName: "key" };
const limits = { timeoutMs: 1_000, largest: 1_000_000, values: 100_000 };
const created: Announcement = { namespace: "default", deploymentId: "id-1", message: "created deployment" };

/** The port over one answer. */
function answering(status = 201, text = "{}") {
  const calls: Call[] = [];
  const call = async (one: Call) => {
    calls.push(one);
    const doing = { what: one.what, write: true, token: undefined };
    return { answer: { status, text, retryAfter: undefined }, doing };
  };
  const appManager = makeAppManager({ call, now: () => 0, one: limits, many: limits });
  return {
    calls,
    announce: (other: Partial<Announcement> = {}) => appManager.announce(caller, { ...created, ...other }),
  };
}

describe("an event that is announced (R126)", () => {
  it("has the documented words, the one name that clients may use, and no field that nobody documents (X6)", async () => {
    const { calls, announce } = answering();
    await announce();
    expect(calls).toMatchObject([{ method: "POST", path: "/api/v1/namespaces/default/events", aside: true }]);
    expect(calls[0]?.body).toEqual({
      kind: "Event",
      apiVersion: "v1",
      metadata: { name: "EXTERNAL", deploymentId: "id-1" },
      spec: { message: "Kubernetes operator created deployment" },
    });
  });

  it("names no deployment where there is none", async () => {
    const { calls, announce } = answering();
    await announce({ deploymentId: undefined });
    expect(at(calls[0]?.body as never, "metadata")).toEqual({ name: "EXTERNAL" });
  });

  it("is one bounded line, whatever is quoted in it", async () => {
    const { calls, announce } = answering();
    await announce({ message: `reports\n\u0007${"x".repeat(5_000)}` });
    const message = String(at(calls[0]?.body as never, "spec", "message"));
    expect(message).toMatch(/^Kubernetes operator reports x+…$/);
    expect(message).toHaveLength(1_000);
  });

  it.each([
    { status: 201, text: "{}", why: "as inferred" },
    { status: 200, text: '{"metadata":{}}', why: "any success will do" },
    { status: 204, text: "", why: "with nothing to read" },
  ])("is told with $status ($why)", async ({ status, text }) => {
    await expect(answering(status, text).announce()).resolves.toBeUndefined();
  });

  it.each([
    { status: 404, text: '{"message":"no such deployment"}', code: "Missing", why: "the deployment is gone" },
    { status: 404, text: "<html>", code: "Malformed", why: "a proxy's page" },
    { status: 200, text: "<html>", code: "Malformed", why: "a login page" },
  ])("is $code where $status is answered: $why", async ({ status, text, code }) => {
    expect(await answering(status, text).announce().catch(toFault)).toMatchObject({
      code,
      message: expect.stringContaining("add an event to platform namespace default"),
    });
  });

  it("does not leave the namespace's path", async () => {
    expect(await answering().announce({ namespace: ".." }).catch(toFault)).toMatchObject({ code: "Rejected" });
  });
});

describe("events of ours among all others", () => {
  it.each([
    { name: "EXTERNAL", message: "Kubernetes operator created deployment", ours: true, why: "told by us" },
    { name: "EXTERNAL", message: "Deployed by the pipeline", ours: false, why: "told by another client" },
    { name: "CREATING_A_NEW_JOB", message: "Kubernetes operator …", ours: false, why: "the platform's own" },
  ])("$name: $message ($why)", ({ name, message, ours }) => {
    expect(isFromOperator({ name, message })).toBe(ours);
  });
});
