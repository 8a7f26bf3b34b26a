import { describe, expect, it } from "vitest";
import { createToken } from "../../../../simulators/app-manager/backdoor.ts";
import { DEPLOYMENTS, makeWorld, problemsOf, T0 } from "./world.ts";

const TOKENS = "/apitokens/v1/namespaces/default/apitokens";
const NAME = "namespaces/default/apitokens/ci";

function makeOwned() {
  const world = makeWorld();
  createToken(world.state, { namespace: "default", role: "owner", secret: "owner" }, T0);
  const send = (method: string, path: string, body?: object) =>
    world.send(method, path, body as never, undefined, "owner");
  const look = (secret: string) => world.send("GET", DEPLOYMENTS, undefined, undefined, secret).status;
  const make = (body: object = { name: NAME, role: "editor" }) => send("POST", TOKENS, body);
  return { ...world, send, look, make };
}

const secretOf = (reply: { readonly body: unknown }) =>
  (reply.body as { apiToken: { secret: string } }).apiToken.secret;

describe("the API of tokens", () => {
  it("makes a token that works at once and shows its secret once only (sim:token-api)", () => {
    const { make, look, send } = makeOwned();
    const reply = make();
    expect(reply).toMatchObject({
      status: 201,
      body: { apiToken: { name: NAME, role: "editor", createTime: "2023-11-14T22:13:20.000000Z" } },
    });
    expect(look(secretOf(reply))).toBe(200);
    const shown = { name: NAME, role: "editor", createTime: "2023-11-14T22:13:20.000000Z" };
    expect(send("GET", `${TOKENS}/ci`).body).toEqual({ apiToken: shown });
    expect(send("GET", TOKENS).body).toEqual({ apiTokens: [shown] });
  });

  it("regenerates: the old secret is dead at once, the new one has its role (sim:token-api, X14)", () => {
    const { make, look, send } = makeOwned();
    const old = secretOf(make());
    const fresh = secretOf(send("POST", `${TOKENS}/ci:regenerate`, {}));
    expect([look(old), look(fresh)]).toEqual([401, 200]);
  });

  it("deletes: the secret is dead at once, the name is free (sim:token-api)", () => {
    const { make, look, send } = makeOwned();
    const old = secretOf(make());
    expect(send("DELETE", `${TOKENS}/ci`).status).toBe(200);
    expect([look(old), send("DELETE", `${TOKENS}/ci`).status, make().status]).toEqual([401, 404, 201]);
  });

  it("ends at its expireTime (sim:token-api)", () => {
    const { make, look, wait } = makeOwned();
    const secret = secretOf(make({ name: NAME, role: "viewer", expireTime: "2023-11-14T22:13:21Z" }));
    expect(look(secret)).toBe(200);
    wait(1000);
    expect(look(secret)).toBe(401);
  });

  it.each([
    { name: "no name", body: { role: "editor" }, problem: "name isInvalid" },
    { name: "a bare name", body: { name: "ci", role: "editor" }, problem: "name isInvalid" },
    {
      name: "a name of another namespace",
      body: { name: "namespaces/x/apitokens/ci", role: "editor" },
      problem: "name isInvalid",
    },
    { name: "an unknown role", body: { name: NAME, role: "admin" }, problem: "role isInvalid" },
    {
      name: "a strange time",
      body: { name: NAME, role: "owner", expireTime: "soon" },
      problem: "expireTime isInvalid",
    },
  ])("refuses $name (sim:token-api)", ({ body, problem }) => {
    const { make, state } = makeOwned();
    expect(problemsOf(make(body))).toEqual([problem]);
    expect(state.tokens.size).toBe(2);
  });

  it("refuses a name that exists, and finds none that does not (sim:token-api)", () => {
    const { make, send } = makeOwned();
    make();
    expect(make().status).toBe(409);
    expect(send("GET", `${TOKENS}/other`).status).toBe(404);
    expect(send("POST", `${TOKENS}/other:regenerate`, {}).status).toBe(404);
  });
});

describe("the API of namespaces", () => {
  const SPACES = "/namespaces/v1/namespaces";

  it("shows the namespace of the token, makes others, and deletes empty ones (sim:namespaces)", () => {
    const { send, state, look, create } = makeOwned();
    const shown = { name: "namespaces/default", lifecyclePhase: "LIFECYCLE_PHASE_ACTIVE" };
    expect(send("GET", SPACES).body).toMatchObject({ namespaces: [shown] });
    expect(send("GET", `${SPACES}/default`).body).toMatchObject({ namespace: shown });
    expect(send("POST", SPACES, { name: "namespaces/next" }).status).toBe(201);
    expect(send("POST", SPACES, { name: "namespaces/next" }).status).toBe(409);
    expect(send("POST", SPACES, { name: "next" }).status).toBe(400);
    expect(send("GET", `${SPACES}/next`).status).toBe(403);
    expect([...state.namespaces]).toEqual(["default", "next"]);
    create("a", { state: "CANCELLED", deploymentTargetName: "default", template: TEMPLATE });
    expect(send("DELETE", `${SPACES}/default`).status).toBe(409);
    send("DELETE", `${DEPLOYMENTS}/a`);
    expect(send("DELETE", `${SPACES}/default`).status).toBe(200);
    expect(look("owner")).toBe(401);
  });
});

const TEMPLATE = {
  spec: { artifact: { kind: "JAR", jarUri: "s3://jobs/a.jar" }, engineVersionName: "vera-4.1-flink-1.20" },
};
