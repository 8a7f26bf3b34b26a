import { describe, expect, it } from "vitest";
import { createToken, revokeToken } from "../../../../simulators/app-manager/backdoor.ts";
import { DEPLOYMENTS, makeSpec, makeWorld, reasonOf, T0 } from "./world.ts";

const BODY = { metadata: { name: "a" }, spec: makeSpec("CANCELLED") };

describe("authentication", () => {
  it.each([
    { name: "no token", why: "2.9 item 1", token: undefined, status: 401 },
    { name: "an unknown token", why: "2.9 item 1", token: "nobody", status: 401 },
    { name: "an expired token", why: "2.9 item 1; the end itself is already too late", token: "short", status: 401 },
    { name: "a token of another namespace", why: "scope is one namespace", token: "elsewhere", status: 403 },
    { name: "a viewer", why: "viewers only read", token: "viewer", status: 403 },
    { name: "an editor", why: "the role an operator needs", token: "secret", status: 201 },
    { name: "an owner", why: "may do what an editor may", token: "owner", status: 201 },
  ])("answers a create with $name by $status (sim:tokens)", ({ token, status }) => {
    const { state, send, wait } = makeWorld();
    createToken(state, { namespace: "default", role: "editor", secret: "short", expiresInMs: 1000 }, T0);
    createToken(state, { namespace: "other", role: "owner", secret: "elsewhere" }, T0);
    createToken(state, { namespace: "default", role: "viewer", secret: "viewer" }, T0);
    createToken(state, { namespace: "default", role: "owner", secret: "owner" }, T0);
    wait(1000);
    expect(send("POST", DEPLOYMENTS, BODY, undefined, token ?? "").status).toBe(status);
    expect(state.rows.size).toBe(status === 201 ? 1 : 0);
  });

  it("lets a viewer read", () => {
    const { state, send } = makeWorld();
    createToken(state, { namespace: "default", role: "viewer", secret: "viewer" }, T0);
    expect(send("GET", DEPLOYMENTS, undefined, undefined, "viewer").status).toBe(200);
  });

  it("kills a revoked token at once (sim:tokens)", () => {
    const { state, send } = makeWorld();
    expect(revokeToken(state, "secret")).toBe(true);
    expect(revokeToken(state, "secret")).toBe(false);
    expect(send("GET", DEPLOYMENTS).status).toBe(401);
  });

  it("tells an unknown namespace from a missing deployment only by its message", () => {
    const { state, send } = makeWorld();
    createToken(state, { namespace: "ghost", role: "owner", secret: "ghost" }, T0);
    const reply = send("GET", "/api/v1/namespaces/ghost/deployments", undefined, undefined, "ghost");
    expect([reply.status, reasonOf(reply)]).toEqual([404, "NOT_FOUND"]);
  });

  it("answers status and system info without a token (sim:status)", () => {
    const { send } = makeWorld();
    expect(send("GET", "/api/v1/status", undefined, undefined, "").status).toBe(200);
    expect(send("GET", "/api/v1/status/system-info", undefined, undefined, "").body).toMatchObject({
      kind: "SystemInfo",
    });
  });
});
