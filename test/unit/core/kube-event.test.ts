import { describe, expect, it } from "vitest";
import type { Happening } from "../../../shared/core/happening.ts";
import { makeKubeEvent } from "../../../shared/core/kube-event.ts";
import { names } from "../../../shared/kinds/vvp-deployment/names.ts";
import { mirrored } from "../../builders/vvp-deployment.ts";

const happening: Happening = {
  id: "event-1",
  at: "2026-11-21T10:00:00.123456789Z",
  subject: "id-1",
  type: "Normal",
  reason: "JobSuccessfullyStarted",
  message: "The job runs.",
};
const made = (name = "my-deployment", other: Partial<Happening> = {}) =>
  makeKubeEvent(names, mirrored(name), { ...happening, ...other }, "my-operator");

describe("a Kubernetes Event", () => {
  it("is attached to its resource and carries what the backend said (X9, R130)", () => {
    expect(made()).toEqual({
      apiVersion: "v1",
      kind: "Event",
      metadata: {
        name: expect.stringMatching(/^my-deployment\.[0-9a-f]{32}$/),
        namespace: "my-deploy-namespace",
        annotations: { "weir.dev/happening": "event-1" },
      },
      involvedObject: {
        apiVersion: "ververica.platform/v1",
        kind: "VvpDeployment",
        namespace: "my-deploy-namespace",
        name: "my-deployment",
        uid: "uid-of-my-deployment",
      },
      type: "Normal",
      reason: "JobSuccessfullyStarted",
      message: "The job runs.",
      count: 1,
      firstTimestamp: "2026-11-21T10:00:00Z",
      lastTimestamp: "2026-11-21T10:00:00Z",
      eventTime: "2026-11-21T10:00:00.123456Z",
      action: "Mirror",
      source: { component: "weir" },
      reportingComponent: "weir",
      reportingInstance: "my-operator",
    });
  });

  it("has the same name for the same resource and happening, and another for any other", () => {
    expect(made()).toEqual(made());
    const again = makeKubeEvent(names, mirrored("my-deployment", { uid: "made-anew" }), happening, "my-operator");
    const others = [made("another"), made("my-deployment", { id: "event-2" }), again];
    expect(new Set([made(), ...others].map(({ metadata }) => metadata.name)).size).toBe(4);
  });

  it.each([
    { name: "a".repeat(253), why: "the longest name of a resource" },
    { name: `${"a".repeat(198)}.-b.${"c".repeat(40)}`, why: "it is cut where a name must not end" },
  ])("has a name that the API server takes ($why)", ({ name }) => {
    const event = made(name).metadata.name;
    expect(event.length).toBeLessThanOrEqual(253);
    expect(event).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/);
  });

  it.each([
    { message: "x".repeat(5_000), why: "ASCII" },
    { message: "ü".repeat(2_000), why: "two bytes each" },
    { message: `a${"𝄞".repeat(1_000)}`, why: "four bytes each, cut within one" },
  ])("has a message of 1,024 bytes at most, whole characters only ($why)", ({ message }) => {
    const said = made("one", { message }).message;
    expect(Buffer.byteLength(said)).toBeLessThanOrEqual(1_024);
    expect(Buffer.byteLength(said)).toBeGreaterThan(1_010);
    expect([said.endsWith("…"), said.includes("\uFFFD")]).toEqual([true, false]);
  });

  it("has a reason of 128 characters at most", () => {
    expect(made("one", { reason: "A".repeat(400) }).reason).toHaveLength(128);
  });
});
