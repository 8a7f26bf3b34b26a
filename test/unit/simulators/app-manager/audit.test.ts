import { describe, expect, it } from "vitest";
import { KEPT_ACTIONS, readAudit } from "../../../../simulators/app-manager/audit.ts";
import { createToken } from "../../../../simulators/app-manager/backdoor.ts";
import { copyState } from "../../../../simulators/app-manager/state.ts";
import { step } from "../../../../simulators/app-manager/step.ts";
import { DEPLOYMENTS, MARKER, makeSpec, makeWorld, T0 } from "./world.ts";

describe("the audit log", () => {
  it("has each action twice, under one trace id (sim:audit)", () => {
    const { create, state, patch } = makeWorld();
    create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
    patch("a", {});
    const common = { createdAt: "2023-11-14T22:13:20.000000Z", namespace: "default", token: "" };
    const created = { ...common, actionName: "createDeployment", path: DEPLOYMENTS, operator: "op-1" };
    const updated = { ...common, actionName: "updateDeployment", path: `${DEPLOYMENTS}/a` };
    const [one, two] = ["1", "2"].map((count) => count.padStart(32, "0"));
    expect(readAudit(state.audit)).toEqual([
      { ...created, traceId: one, phase: "ISSUED" },
      { ...created, traceId: one, phase: "EXECUTED", httpCode: 201 },
      { ...updated, traceId: two, phase: "ISSUED" },
      { ...updated, traceId: two, phase: "EXECUTED", httpCode: 403 },
    ]);
  });

  it("names the token, never its secret, and leaves out who has none (sim:audit)", () => {
    const { state, send } = makeWorld();
    createToken(state, { namespace: "default", role: "viewer", secret: "hush" }, T0);
    state.tokens.set("hush-too", { namespace: "default", role: "viewer", name: "ci" });
    send("POST", DEPLOYMENTS, {}, undefined, "hush");
    send("GET", DEPLOYMENTS, undefined, undefined, "hush-too");
    send("GET", DEPLOYMENTS, undefined, undefined, "hush-not");
    expect(readAudit(state.audit).map(({ token, httpCode }) => [token, httpCode])).toEqual([
      ["", undefined],
      ["", 403],
      ["ci", undefined],
      ["ci", 200],
    ]);
    expect(JSON.stringify(readAudit(state.audit))).not.toContain("hush");
  });

  it("is bounded, and a copy goes its own way (sim:audit)", () => {
    const { state, send, now } = makeWorld();
    for (let count = 0; count < KEPT_ACTIONS * 5; count += 1) send("GET", DEPLOYMENTS);
    const before = readAudit(state.audit);
    expect(before.length).toBeGreaterThanOrEqual(2 * KEPT_ACTIONS);
    expect(before.length).toBeLessThanOrEqual(4 * KEPT_ACTIONS);
    expect(before.at(-1)?.traceId).toBe((KEPT_ACTIONS * 5).toString(16).padStart(32, "0"));
    const copy = copyState(state);
    const call = { method: "GET", path: "/api/v1/namespaces/default/jobs", token: "secret" };
    step(copy, call, now());
    send("GET", "/api/v1/namespaces/default/events");
    const last = (one: typeof state) => readAudit(one.audit).at(-1)?.actionName;
    expect([last(copy), last(state)]).toEqual(["listJobs", "listEvents"]);
    expect(readAudit(state.audit).slice(-4, -2)).toEqual(before.slice(-2));
  });
});
