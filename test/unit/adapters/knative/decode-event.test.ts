import { describe, expect, it } from "vitest";
import { type Decoded, decodeEvent, type EventRequest } from "../../../../shared/adapters/knative/decode-event.ts";

const sound = {
  "content-type": "application/json",
  "ce-specversion": "1.0",
  "ce-id": "1",
  "ce-source": "https://10.96.0.1:443",
  "ce-type": "dev.knative.apiserver.resource.update",
  "ce-kind": "VvpDeployment",
  "ce-namespace": "demo",
  "ce-name": "one",
};
const ping = {
  "ce-specversion": "1.0",
  "ce-id": "1",
  "ce-source": "/apis/v1/namespaces/demo/pingsources/tick",
  "ce-type": "dev.knative.sources.ping",
};
const key = { kind: "VvpDeployment", namespace: "demo", name: "one" };
const object = { kind: "VvpDeployment", metadata: { name: "one", namespace: "demo" } };
const json = JSON.stringify(object);
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const extensions = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`ce-x${i}`, "1"]));
const without = (name: string) => Object.fromEntries(Object.entries(sound).filter(([other]) => other !== name));

const decode = (headers: EventRequest["headers"], body?: string | Uint8Array) => decodeEvent({ headers, body });
const event = (decoded: Decoded) => (decoded.ok ? decoded.event : expect.unreachable(decoded.reason));
const refused = (decoded: Decoded) => (decoded.ok ? expect.unreachable("it was taken") : decoded);

describe("a sound resource event", () => {
  it.each([
    { name: "as the source sends it", headers: sound, why: "case 1" },
    { name: "charset", headers: { ...sound, "content-type": "application/json; charset=utf-8" }, why: "case 2" },
    {
      name: "charset, no space",
      headers: { ...sound, "content-type": "application/json;charset=UTF-8" },
      why: "case 2",
    },
    {
      name: "names in capitals",
      headers: Object.entries(sound).map(([n, v]) => [n.toUpperCase(), v] as const),
      why: "case 10",
    },
    { name: "a Headers object", headers: new Headers(sound), why: "what hono has" },
    {
      name: "node's list values",
      headers: { ...sound, "set-cookie": ["a", "b"], x: undefined },
      why: "what node:http has",
    },
    { name: "percent-encoded", headers: { ...sound, "ce-name": "%6F%6e%65" }, why: "case 10" },
    { name: "quoted", headers: { ...sound, "ce-name": '"o\\ne"' }, why: "HTTP binding 3.1.3.2" },
    {
      name: "time with nanoseconds",
      headers: { ...sound, "ce-time": "2026-11-21T10:19:10.492045714Z" },
      why: "recorded",
    },
    {
      name: "unknown extensions",
      headers: { ...sound, "ce-knativebrokerttl": "254", traceparent: "x" },
      why: "case 9",
    },
    { name: "100 attributes", headers: { ...sound, ...extensions(93) }, why: "the bound itself" },
    { name: "an extension called constructor", headers: { ...sound, "ce-constructor": "x" }, why: "a lawful name" },
  ])("$name ($why)", ({ headers }) => {
    expect(event(decode(headers, json))).toMatchObject({ type: sound["ce-type"], id: "1", key, data: object });
  });

  it.each([
    { name: "bytes", body: new TextEncoder().encode(json), why: "what a server reads" },
    {
      name: "a byte order mark",
      body: new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(json)]),
      why: "Windows",
    },
    { name: "64 levels", body: `{"metadata":${nested(63)}}`, why: "the bound itself" },
  ])("a body of $name ($why)", ({ body }) => {
    expect(event(decode(sound, body)).data).toBeTypeOf("object");
  });

  it("keeps its extensions", () => {
    expect(event(decode(sound, json)).extensions).toEqual({ kind: "VvpDeployment", namespace: "demo", name: "one" });
  });

  it.each(["resource", "ref"].flatMap((mode) => ["add", "update", "delete"].map((verb) => ({ mode, verb }))))(
    "$mode.$verb names a resource (case 11)",
    ({ mode, verb }) => {
      expect(event(decode({ ...sound, "ce-type": `dev.knative.apiserver.${mode}.${verb}` })).key).toEqual(key);
    },
  );

  it("of a cluster-scoped object has no key (case 11)", () => {
    expect(event(decode({ ...sound, "ce-namespace": "" }, "{}"))).not.toHaveProperty("key");
  });
});

describe("a useless body behind sound headers gets its pass", () => {
  const big = "x".repeat(1_700_000);
  it.each([
    { name: "too large", headers: sound, body: `{"a":"${big}"}`, why: "1.6 MB" },
    { name: "no JSON", headers: sound, body: "upstream timed out", why: "a proxy's text" },
    { name: "HTML", headers: sound, body: "<html></html>", why: "a proxy's page" },
    { name: "bytes", headers: sound, body: new Uint8Array([0xff, 0xfe, 0x00]), why: "not UTF-8" },
    {
      name: "UTF-16",
      headers: { ...sound, "content-type": "application/json; charset=utf-16" },
      body: json,
      why: "charset",
    },
    { name: "text/plain", headers: { ...sound, "content-type": "text/plain" }, body: json, why: "not said to be JSON" },
    { name: "a number", headers: sound, body: "7", why: "no object" },
    { name: "null", headers: sound, body: "null", why: "no object" },
    { name: "a list", headers: sound, body: "[1]", why: "no object" },
    { name: "another resource", headers: sound, body: json.replace("one", "two"), why: "must not silence this one" },
  ])("$name ($why)", ({ headers, body }) => {
    const { dataProblem, ...rest } = event(decode(headers, body));
    expect(rest).toMatchObject({ key });
    expect(rest).not.toHaveProperty("data");
    expect(dataProblem).toBeTypeOf("string");
  });

  it("no body at all is no problem either", () => {
    expect(event(decode(sound, ""))).toEqual(event(decode(sound)));
    expect(event(decode(sound, ""))).not.toHaveProperty("dataProblem");
  });

  it("reading may be given up", () => {
    const { key: found, dataProblem } = event(decodeEvent({ headers: sound, tooLarge: true }));
    expect([found, dataProblem]).toEqual([key, "the body is larger than 1600000 bytes"]);
  });

  it("a tick ticks, whatever it carries", () => {
    expect(event(decodeEvent({ headers: ping, tooLarge: true })).type).toBe(ping["ce-type"]);
  });
});

describe("a malformed event is 400", () => {
  const attack = '{"metadata":{"name":"one","__proto__":{"polluted":true}}}';
  it.each([
    { name: "no specversion", headers: without("ce-specversion"), reason: "specversion is missing", why: "case 5" },
    { name: "no id", headers: without("ce-id"), reason: "id is missing", why: "case 5" },
    { name: "no source", headers: without("ce-source"), reason: "source is missing", why: "case 5" },
    { name: "no type", headers: without("ce-type"), reason: "type is missing", why: "case 5; the SDK takes it" },
    { name: "empty id", headers: { ...sound, "ce-id": "" }, reason: "id is missing", why: "non-empty" },
    { name: "no event", headers: { "content-type": "application/json" }, reason: "specversion", why: "some POST" },
    { name: "9.9", headers: { ...sound, "ce-specversion": "9.9" }, reason: "not 1.0", why: "case 6; the SDK takes it" },
    { name: "0.3", headers: { ...sound, "ce-specversion": "0.3" }, reason: "not 1.0", why: "case 6" },
    { name: "time", headers: { ...sound, "ce-time": "yesterday" }, reason: "RFC 3339", why: "the SDK makes it now" },
    {
      name: "time 25:00",
      headers: { ...sound, "ce-time": "2026-11-21T25:00:00Z" },
      reason: "RFC 3339",
      why: "no such time",
    },
    {
      name: "attribute name",
      headers: { ...sound, "ce-a-b": "x" },
      reason: "letters and digits",
      why: "letters and digits only",
    },
    {
      name: "ce-__proto__",
      headers: { ...sound, "ce-__proto__": "x" },
      reason: "letters and digits",
      why: "letters and digits only",
    },
    {
      name: "101 attributes",
      headers: { ...sound, ...extensions(94) },
      reason: "more than 100 attributes",
      why: "each costs, and no sender has as many",
    },
    { name: "ce-data", headers: { ...sound, "ce-data": "x" }, reason: "data is no attribute", why: "reserved" },
    { name: "bad UTF-8", headers: { ...sound, "ce-name": "%ff" }, reason: "percent-encoded", why: "case 10" },
    { name: "control", headers: { ...sound, "ce-subject": "a%0Ab" }, reason: "control", why: "ends up in logs" },
    { name: "slash in name", headers: { ...sound, "ce-name": "one/status" }, reason: "name", why: "another path" },
    { name: "dots", headers: { ...sound, "ce-name": ".." }, reason: "name", why: "another path" },
    { name: "capitals", headers: { ...sound, "ce-name": "One" }, reason: "name", why: "no DNS name" },
    { name: "long name", headers: { ...sound, "ce-name": "a".repeat(254) }, reason: "name", why: "253 at most" },
    {
      name: "long namespace",
      headers: { ...sound, "ce-namespace": "a".repeat(64) },
      reason: "namespace",
      why: "63 at most",
    },
    { name: "dotted namespace", headers: { ...sound, "ce-namespace": "a.b" }, reason: "namespace", why: "a label" },
    { name: "kind", headers: { ...sound, "ce-kind": "Vvp/Deployment" }, reason: "kind", why: "no kind" },
    {
      name: "names nothing",
      headers: without("ce-name"),
      body: "{}",
      reason: "names no resource",
      why: "nothing to do",
    },
    {
      name: "names nothing, too large",
      headers: without("ce-name"),
      body: "x".repeat(1_700_000),
      reason: "names no",
      why: "",
    },
    { name: "broken JSON", headers: sound, body: '{"metadata":', reason: "not valid JSON", why: "case 7" },
    {
      name: "deep",
      headers: sound,
      body: nested(65),
      reason: "deeper than 64",
      why: "would overflow a recursive walk",
    },
    {
      name: "very deep",
      headers: sound,
      body: nested(200_000),
      reason: "deeper than 64",
      why: "would overflow a stack",
    },
    { name: "__proto__", headers: sound, body: attack, reason: "__proto__", why: "reaches a prototype" },
    {
      name: "ping, broken",
      headers: { ...ping, "content-type": "application/json" },
      body: "{",
      reason: "JSON",
      why: "case 23",
    },
    {
      name: "ping, no JSON",
      headers: { ...ping, "content-type": "application/json" },
      body: "x",
      reason: "JSON",
      why: "case 23",
    },
    {
      name: "ping, __proto__",
      headers: { ...ping, "content-type": "text/json" },
      body: attack,
      reason: "__proto__",
      why: "",
    },
  ])("$name ($why)", ({ headers, body = json, reason }) => {
    expect(refused(decode(headers, body))).toMatchObject({ status: 400, reason: expect.stringContaining(reason) });
  });

  it("no reason quotes the body", () => {
    expect(JSON.stringify(decode(sound, '{"token":"canary",'))).not.toContain("canary");
  });
});
