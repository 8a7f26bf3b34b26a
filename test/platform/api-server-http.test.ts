import { connect } from "node:net";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makePair } from "../../functions/front/certificate.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, clientOf, pipe, pipeCrd, pipesPath } from "./api-server-client.ts";

let server: ApiServer;
let client: ReturnType<typeof clientOf>;
const start = Date.UTC(2030, 0, 1);

beforeAll(async () => {
  const users = {
    weir: { username: "system:serviceaccount:weir:operator" },
    alice: { username: "alice", groups: ["devs"] },
  };
  server = await startApiServer({ seed: [pipeCrd(anySpec)], now: () => start, users });
  client = clientOf(server, { token: "alice", userAgent: "tester/1.0" });
});
afterEach(() => {
  server.resetCounters();
});
afterAll(() => server.close());

it("dates every answer by its own clock", async () => {
  for (const path of ["/version", "/nothing", pipesPath]) {
    expect((await client.get(path)).headers.get("date")).toBe("Tue, 01 Jan 2030 00:00:00 GMT");
  }
});

it("counts calls and connections", async () => {
  await client.post(pipesPath, pipe("counted"));
  await client.get(`${pipesPath}?limit=5`);
  await client.get(`${pipesPath}/none`);
  expect(server.calls).toEqual([
    { method: "POST", path: pipesPath, query: "", userAgent: "tester/1.0", username: "alice", at: start, status: 201 },
    {
      method: "GET",
      path: pipesPath,
      query: "?limit=5",
      userAgent: "tester/1.0",
      username: "alice",
      at: start,
      status: 200,
    },
    {
      method: "GET",
      path: `${pipesPath}/none`,
      query: "",
      userAgent: "tester/1.0",
      username: "alice",
      at: start,
      status: 404,
    },
  ]);
  server.resetCounters();
  expect([server.calls.length, server.connections()]).toEqual([0, 0]);
});

describe("users", () => {
  it.each([
    { token: "alice", code: 201, by: ["alice", "devs", "system:authenticated"] },
    {
      token: "weir",
      code: 201,
      by: [
        "system:serviceaccount:weir:operator",
        "system:serviceaccounts",
        "system:serviceaccounts:weir",
        "system:authenticated",
      ],
    },
    { token: undefined, code: 201, by: ["system:anonymous", "system:unauthenticated"] },
  ])("knows who $token is", async ({ token, by }) => {
    const admin = clientOf(server, { token: "alice" });
    const group = "/apis/admissionregistration.k8s.io/v1";
    const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];
    const words = "request.userInfo.username + ',' + request.userInfo.groups.join(',')";
    const spec = {
      matchConstraints: { resourceRules: rules },
      validations: [{ expression: "false", messageExpression: words }],
    };
    await admin.post(`${group}/validatingadmissionpolicies`, { metadata: { name: "who" }, spec });
    await admin.post(`${group}/validatingadmissionpolicybindings`, {
      metadata: { name: "who" },
      spec: { policyName: "who", validationActions: ["Deny"] },
    });
    const someone = clientOf(server, token === undefined ? {} : { token });
    const reply = await someone.post("/api/v1/namespaces/default/configmaps", { metadata: { name: "c" } });
    expect(reply.body.message).toMatch(new RegExp(`denied request: ${by.join(",")}$`));
    await admin.remove(`${group}/validatingadmissionpolicies/who`);
  });

  it("refuses an unknown token", async () => {
    const reply = await clientOf(server, { token: "mallory" }).get(pipesPath);
    expect(reply).toMatchObject({
      code: 401,
      body: { kind: "Status", reason: "Unauthorized", message: "Unauthorized" },
    });
  });
});

describe("bad input", () => {
  const deep = (depth: number) =>
    `{"apiVersion":"example.dev/v1","kind":"Pipe","metadata":{"name":"deep"},"spec":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;

  it.each([
    {
      name: "more than 3 MiB",
      body: JSON.stringify(pipe("big", { x: "x".repeat(3 * 1024 * 1024) })),
      code: 413,
      message: "Request entity too large: limit is 3145728",
    },
    {
      name: "nesting of a million levels",
      body: deep(400_000),
      code: 400,
      message: expect.stringContaining("exceeded max depth"),
    },
    {
      name: "YAML with many aliases",
      type: "application/yaml",
      body: bomb(),
      code: 400,
      message: expect.stringContaining("alias"),
    },
    {
      name: "an unknown content type",
      type: "text/html",
      body: "<p>",
      code: 415,
      message: expect.stringContaining("accepted media types include"),
    },
  ])("is refused: $name", async ({ body, code, message, type = "application/json" }) => {
    const reply = await client.send("POST", pipesPath, body, type);
    expect(reply.body).toMatchObject({ kind: "Status", code, message });
    expect((await client.get("/readyz")).body).toBe("ok");
  });

  it("keeps a member called __proto__ as data and changes no prototype", async () => {
    const text =
      '{"apiVersion":"example.dev/v1","kind":"Pipe","metadata":{"name":"p"},"spec":{"__proto__":{"polluted":true},"constructor":1}}';
    const made = await client.send("POST", pipesPath, text);
    expect(JSON.stringify(made.body.spec)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    await client.patch("json", `${pipesPath}/p`, [{ op: "add", path: "/spec/__proto__/more", value: 1 }]);
    expect(JSON.stringify((await client.get(`${pipesPath}/p`)).body.spec)).toBe(
      '{"__proto__":{"polluted":true,"more":1},"constructor":1}',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("accepts what is deep but sound", async () => {
    const reply = await client.send("POST", pipesPath, deep(900));
    expect(reply.code).toBe(201);
  });

  it("outlives a client that sends garbage", async () => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("NONSENSE\r\n\r\n");
    await new Promise((resolve) => socket.on("close", resolve).on("error", resolve).resume());
    expect((await client.get("/readyz")).code).toBe(200);
  });
});

describe("scripted faults", () => {
  it.each([
    { status: 409, reason: "Conflict" },
    { status: 410, reason: "Expired" },
    { status: 429, reason: "TooManyRequests" },
    { status: 500, reason: "InternalError" },
    { status: 503, reason: "ServiceUnavailable" },
  ])("answer $status for as often as they say", async ({ status, reason }) => {
    server.fail({ match: { method: "GET", path: "/pipes" }, status, times: 2 });
    for (const code of [status, status, 200]) {
      const reply = await client.get(pipesPath);
      expect(reply.code).toBe(code);
      if (code !== 200) expect(reply.body).toMatchObject({ kind: "Status", code, reason });
      expect(reply.headers.get("retry-after")).toBe(code === 429 ? "1" : null);
    }
  });

  it("reset the connection before anything happens", async () => {
    server.fail({ match: { method: "POST" }, reset: true });
    await expect(client.post(pipesPath, pipe("reset"))).rejects.toThrow("fetch failed");
    expect((await client.get(`${pipesPath}/reset`)).code).toBe(404);
  });

  it("lose the reply after the commit", async () => {
    server.fail({ match: (call) => call.method === "POST", lost: true });
    await expect(client.post(pipesPath, pipe("lost"))).rejects.toThrow("fetch failed");
    expect((await client.get(`${pipesPath}/lost`)).code).toBe(200);
    expect(server.calls.map(({ status }) => status)).toEqual([0, 200]);
  });

  it("delay", async () => {
    server.fail({ match: { path: /readyz$/ }, delayMs: 50 });
    const before = performance.now();
    expect((await client.get("/readyz")).code).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(40);
  });
});

describe("TLS", () => {
  it("serves, counts one connection for many calls of one client, and names itself in a kubeconfig", async () => {
    const pair = await makePair({ names: ["localhost"], lifeMs: 60_000 }, new Date());
    const tls = { key: pair.key, cert: pair.certificate, ca: pair.authority, serverName: "localhost" };
    const secure = await startApiServer({ tls });
    const dispatcher = new Agent({ connections: 1, connect: { ca: tls.ca, servername: tls.serverName } });
    try {
      for (let n = 0; n < 20; n += 1) {
        const reply = await undiciFetch(`${secure.url}/version`, { dispatcher });
        expect(await reply.json()).toMatchObject({ gitVersion: "v1.34.4" });
      }
      expect(secure.connections()).toBe(1);
      const config = JSON.parse(secure.kubeconfig("tok"));
      expect(config.clusters[0].cluster).toEqual({
        server: secure.url,
        "certificate-authority-data": Buffer.from(tls.ca).toString("base64"),
        "tls-server-name": "localhost",
      });
      expect(config.users[0].user).toEqual({ token: "tok" });
    } finally {
      await dispatcher.close();
      await secure.close();
    }
  });
});

/** YAML whose aliases would unfold to 10⁹ items. */
function bomb(): string {
  const lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
  for (const [name, of] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"].map((pair) => [...pair])) {
    lines.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${of}`).join(", ")}]`);
  }
  return lines.join("\n");
}
