import { describe, expect, it } from "vitest";
import { KEPT_ENTRIES } from "../../../../simulators/app-manager/audit.ts";
import { createToken } from "../../../../simulators/app-manager/backdoor.ts";
import { copyState } from "../../../../simulators/app-manager/state.ts";
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
    expect(state.audit.entries).toEqual([
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
    expect(state.audit.entries.map(({ token, httpCode }) => [token, httpCode])).toEqual([
      ["", undefined],
      ["", 403],
      ["ci", undefined],
      ["ci", 200],
    ]);
    expect(JSON.stringify(state.audit)).not.toContain("hush");
  });

  it("is bounded, and belongs to its copy of the state (sim:audit)", () => {
    const { state, send } = makeWorld();
    for (let count = 0; count < KEPT_ENTRIES; count += 1) send("GET", DEPLOYMENTS);
    expect(state.audit.entries.length).toBeLessThanOrEqual(KEPT_ENTRIES * 1.1);
    const before = state.audit.entries.length;
    copyState(state).audit.entries.length = 0;
    expect(state.audit.entries.length).toBe(before);
  });
});
