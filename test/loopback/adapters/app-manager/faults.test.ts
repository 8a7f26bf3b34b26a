import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import { deadUrl, type Reply, startLoopback } from "../support/loopback.ts";
import { body, caller, canary, failure, owner, ref, shown, startRig } from "./rig.ts";

let rig: Awaited<ReturnType<typeof startRig>>;
beforeEach(async () => {
  rig = await startRig(() => ({ body: shown }));
});
afterEach(() => rig.close());

const html = { status: 200, headers: { "content-type": "text/html" }, text: "<html>welcome</html>" };
const says = (status: number, more = {}, headers = {}): Reply => ({
  status,
  headers,
  body: { message: `no, ${canary} is wrong`, ...more },
});
const nested = `{"metadata":${'{"a":'.repeat(100)}1${"}".repeat(101)}`;
const polluted = JSON.stringify(shown).replace('"unknownField"', '"__proto__"');

const rows = [
  { name: "400", reply: says(400), code: "Rejected", applied: "no", why: "content" },
  { name: "422", reply: says(422), code: "Rejected", applied: "no", why: "content" },
  { name: "401", reply: says(401), code: "Denied", applied: "no", why: "the token" },
  { name: "403", reply: says(403), code: "Denied", applied: "no", why: "the lock, or the role" },
  { name: "409", reply: says(409), code: "Conflict", applied: "no", why: "it exists" },
  { name: "412", reply: says(412), code: "Conflict", applied: "no", why: "a precondition" },
  { name: "423", reply: says(423), code: "Conflict", applied: "no", why: "locked" },
  { name: "429", reply: says(429, {}, { "retry-after": "9" }), code: "Throttled", applied: "no", why: "" },
  { name: "500", reply: says(500), code: "Unavailable", applied: "maybe", why: "it may have happened" },
  { name: "503 HTML", reply: { ...html, status: 503 }, code: "Unavailable", applied: "maybe", why: "a proxy" },
  { name: "404 HTML", reply: { ...html, status: 404 }, code: "Malformed", applied: "maybe", why: "a proxy" },
  { name: "404 empty", reply: { status: 404 }, code: "Malformed", applied: "maybe", why: "a proxy" },
  { name: "404 text", reply: { status: 404, text: "not found" }, code: "Malformed", applied: "maybe", why: "a proxy" },
  {
    name: "404 JSON text",
    reply: { status: 404, text: '"not found"' },
    code: "Malformed",
    applied: "maybe",
    why: "a proxy",
  },
  { name: "400 HTML", reply: { ...html, status: 400 }, code: "Malformed", applied: "maybe", why: "not the platform" },
  { name: "200 HTML", reply: html, code: "Malformed", applied: "maybe", why: "a login page" },
  {
    name: "302",
    reply: { status: 302, headers: { location: "/" } },
    code: "Malformed",
    applied: "maybe",
    why: "a login page",
  },
  { name: "200 empty", reply: { status: 200 }, code: "Malformed", applied: "maybe", why: "says nothing" },
  { name: "garbage", reply: { text: '{"metadata":' }, code: "Malformed", applied: "maybe", why: "cut off" },
  { name: "no deployment", reply: { body: { items: [] } }, code: "Malformed", applied: "maybe", why: "" },
  {
    name: "number as id",
    reply: { body: { ...shown, metadata: { ...shown.metadata, id: 1 } } },
    code: "Malformed",
    applied: "maybe",
    why: "",
  },
  {
    name: "another one",
    reply: { body: { ...shown, metadata: { id: "x", name: "y" } } },
    code: "Malformed",
    applied: "maybe",
    why: "a cache",
  },
  {
    name: "another namespace",
    reply: { body: { ...shown, metadata: { ...shown.metadata, namespace: "b" } } },
    code: "Malformed",
    applied: "maybe",
    why: "",
  },
  { name: "deep", reply: { text: nested }, code: "Malformed", applied: "maybe", why: "would overflow a walk" },
  { name: "__proto__", reply: { text: polluted }, code: "Malformed", applied: "maybe", why: "reaches a prototype" },
  { name: "endless", reply: { text: "x".repeat(5 * 1024 * 1024) }, code: "Malformed", applied: "maybe", why: "4 MiB" },
  { name: "cut", reply: "destroy", code: "Unavailable", applied: "maybe", why: "nobody knows" },
  { name: "silence", reply: "hang", code: "Unavailable", applied: "maybe", why: "nobody knows" },
] as const;

const outOfTime = (verb: string) =>
  `AppManager did not answer ${verb} deployment default/one: no answer in the time that was left`;

describe("a write that fails", () => {
  it.each(rows)("$name is $code, applied $applied ($why)", async ({ reply, code, applied }) => {
    rig.server.answer(() => reply);
    const fault = await failure(rig.client.create(caller, "default", body, owner));
    expect(fault).toMatchObject({ code, applied });
    expect(fault.message).toContain("create deployment default/one");
    expect(rig.server.received).toHaveLength(1);
  });

  it("a 404 means that what it needs is missing", async () => {
    rig.server.answer(() => says(404));
    for (const call of [rig.client.patch(caller, ref, {}), rig.client.create(caller, "default", body, owner)]) {
      expect(await failure(call)).toMatchObject({ code: "Missing", applied: "no" });
    }
  });

  it.each(["delete", "patch", "replace"] as const)("%s: a proxy's 404 is no success", async (verb) => {
    rig.server.answer(() => ({ ...html, status: 404 }));
    const calls = {
      delete: () => rig.client.delete(caller, ref),
      patch: () => rig.client.patch(caller, ref, {}),
      replace: () => rig.client.replace(caller, ref, body, owner),
    };
    expect(await failure(calls[verb]())).toMatchObject({ code: "Malformed", applied: "maybe" });
  });

  it("keeps the platform's message, without the token, bounded", async () => {
    rig.server.answer(() => says(400, { message: `bad ${canary} jarUri\n${"y".repeat(3000)}` }));
    const { message } = await failure(rig.client.patch(caller, ref, {}));
    expect(message).toContain("AppManager answered 400 to patch deployment default/one: bad *** jarUri yyy");
    expect(message.length).toBeLessThan(1_200);
  });

  it("reads the list of errors where there is no message", async () => {
    rig.server.answer(() => ({ status: 400, body: { errors: [{ attribute: "spec.a", reason: "isMissing" }] } }));
    expect((await failure(rig.client.patch(caller, ref, {}))).message).toContain(": spec.a isMissing");
  });

  it("cancelled before it is sent, it certainly did nothing", async () => {
    const fault = await failure(rig.client.patch(caller, ref, {}, AbortSignal.abort()));
    expect(fault).toMatchObject({ code: "Unavailable", applied: "no", message: outOfTime("patch") });
    expect(rig.server.received).toEqual([]);
  });

  it("cancelled on its way, nobody knows", async () => {
    rig.server.answer(() => "hang");
    const controller = new AbortController();
    const call = failure(rig.client.patch(caller, ref, {}, controller.signal));
    await expect.poll(() => rig.server.received.length).toBe(1);
    controller.abort();
    expect(await call).toMatchObject({ code: "Unavailable", applied: "maybe", message: outOfTime("patch") });
  });

  it.each([
    { name: "our budget", signal: () => undefined, why: "it is the caller's time that is over, not the platform's" },
    { name: "the pass", signal: () => AbortSignal.timeout(50), why: "nobody cancelled anything" },
  ])("ended by $name, it says that the time was over ($why)", async ({ signal }) => {
    rig.server.answer(() => "hang");
    const fault = await failure(rig.client.get(caller, ref, signal()));
    expect(fault).toMatchObject({ code: "Unavailable", applied: "no", message: outOfTime("get") });
  });

  it.each([
    { name: "nobody listens", url: deadUrl },
    { name: "no such host", url: async () => "http://weir.invalid" },
  ])("$name: it was certainly not sent", async ({ url }) => {
    const secrets = { read: async () => ({ token: canary }) };
    const client = connectAppManager({ url: await url(), secrets, instanceId: "a", version: "1" });
    expect(await failure(client.create(caller, "default", body, owner))).toMatchObject({
      code: "Unavailable",
      applied: "no",
    });
    client.close();
  });

  it("a certificate that nobody vouches for: it was certainly not sent", async () => {
    const { makePair } = await import("../../../../functions/front/certificate.ts");
    const pair = await makePair({ names: ["localhost"], lifeMs: 3_600_000 }, new Date());
    const server = await startLoopback(() => ({}), { key: pair.key, cert: pair.certificate });
    const secrets = { read: async () => ({ token: canary }) };
    const client = connectAppManager({ url: server.url, secrets, instanceId: "a", version: "1" });
    const fault = await failure(client.create(caller, "default", body, owner));
    expect(fault).toMatchObject({ code: "Unavailable", applied: "no" });
    client.close();
    await server.close();
  });
});

describe("a read that fails", () => {
  it.each(rows)("$name is $code and did nothing ($why)", async ({ reply, code }) => {
    rig.server.answer(() => reply);
    const fault = await failure(rig.client.get(caller, ref));
    expect(fault).toMatchObject({ code, applied: "no" });
    const again = code === "Unavailable" && reply !== "hang";
    expect(rig.server.received).toHaveLength(again ? 3 : 1);
  });

  it("is tried again and then succeeds", async () => {
    const replies: Reply[] = ["destroy", { status: 503 }, { body: shown }];
    rig.server.answer(() => replies.shift() ?? "hang");
    expect(await rig.client.get(caller, ref)).toMatchObject({ id: "id-1" });
  });

  it("passes on how long to wait", async () => {
    rig.server.answer(() => ({ status: 429, headers: { "retry-after": "9" }, body: {} }));
    expect(await failure(rig.client.get(caller, ref))).toMatchObject({ code: "Throttled", retryAfterMs: 9_000 });
    expect(rig.server.received).toHaveLength(1);
  });

  it("a message says the same every time, so that a status does not flap", async () => {
    rig.server.answer(() => ({ status: 503 }));
    const [first, second] = [await failure(rig.client.get(caller, ref)), await failure(rig.client.get(caller, ref))];
    expect(first).toEqual(second);
  });
});
