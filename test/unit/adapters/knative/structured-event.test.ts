import { HTTP, CloudEvent as SdkEvent } from "cloudevents";
import { describe, expect, it } from "vitest";
import { type Decoded, decodeEvent, type EventRequest } from "../../../../shared/adapters/knative/decode-event.ts";

const key = { kind: "VvpDeployment", namespace: "demo", name: "one" };
const object = { kind: "VvpDeployment", metadata: { name: "one", namespace: "demo" } };
const json = JSON.stringify(object);
const extensions = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, "1"]));
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

const decode = (headers: EventRequest["headers"], body?: string | Uint8Array) => decodeEvent({ headers, body });
const event = (decoded: Decoded) => (decoded.ok ? decoded.event : expect.unreachable(decoded.reason));
const refused = (decoded: Decoded) => (decoded.ok ? expect.unreachable("it was taken") : decoded);

describe("structured events", () => {
  const type = "application/cloudevents+json";
  const envelope = {
    specversion: "1.0",
    id: "1",
    source: "/x",
    type: "dev.knative.apiserver.resource.update",
    kind: "VvpDeployment",
    namespace: "demo",
    name: "one",
  };
  const send = (content: string, body: unknown) =>
    decode({ "content-type": content }, typeof body === "string" ? body : JSON.stringify(body));

  it.each([
    { name: "plain", content: type, why: "case 3" },
    { name: "charset", content: `${type}; charset=utf-8`, why: "case 3" },
    { name: "odd spelling", content: "Application/CloudEvents+JSON;charset=UTF-8", why: "the SDK throws" },
  ])("$name ($why)", ({ content }) => {
    expect(event(send(content, { ...envelope, data: object }))).toMatchObject({ key, data: object });
  });

  it.each([
    { name: "null attribute", more: { subject: null }, data: undefined, why: "unset" },
    { name: "100 attributes", more: extensions(93), data: undefined, why: "the bound itself" },
    { name: "number, boolean", more: { attempt: 3, last: true }, data: undefined, why: "lawful extensions" },
    {
      name: "base64 bytes",
      more: { type: "x", data_base64: "AAE=" },
      data: new Uint8Array([0, 1]),
      why: "JSON format 3.1",
    },
    {
      name: "base64 JSON",
      more: { data_base64: btoa(json), datacontenttype: "application/json" },
      data: object,
      why: "",
    },
    {
      name: "text",
      more: { type: "x", datacontenttype: "text/plain", data: "hi" },
      data: "hi",
      why: "JSON format 3.1",
    },
  ])("$name ($why)", ({ more, data }) => {
    expect(event(send(type, { ...envelope, ...more })).data).toEqual(data);
  });

  it("data that is no object is a useless body", () => {
    expect(event(send(type, { ...envelope, data: "text" }))).toMatchObject({ key, dataProblem: expect.any(String) });
  });

  it.each([
    { name: "broken", body: "{", reason: "not valid JSON", why: "" },
    { name: "nothing", body: "", reason: "not valid JSON", why: "" },
    { name: "a list", body: [], reason: "not a JSON object", why: "" },
    { name: "no id", body: { ...envelope, id: undefined }, reason: "id is missing", why: "" },
    { name: "empty id", body: { ...envelope, id: "" }, reason: "id is missing", why: "" },
    { name: "9.9", body: { ...envelope, specversion: "9.9" }, reason: "not 1.0", why: "" },
    { name: "object as attribute", body: { ...envelope, subject: {} }, reason: "subject", why: "" },
    { name: "101 attributes", body: { ...envelope, ...extensions(94) }, reason: "more than 100 attributes", why: "" },
    { name: "both data", body: { ...envelope, data: 1, data_base64: "AA==" }, reason: "as well as", why: "" },
    { name: "no base64", body: { ...envelope, data_base64: "§" }, reason: "base64", why: "" },
    {
      name: "base64 of rubbish",
      body: { ...envelope, data_base64: "AAE=", datacontenttype: "text/json" },
      reason: "",
      why: "",
    },
    { name: "deep", body: { ...envelope, data: JSON.parse(nested(65)) }, reason: "deeper", why: "" },
    { name: "__proto__", body: `{"__proto__":{},${JSON.stringify(envelope).slice(1)}`, reason: "__proto__", why: "" },
    {
      name: "inner __proto__",
      body: `{"data":{"__proto__":1},${JSON.stringify(envelope).slice(1)}`,
      reason: "__proto__",
      why: "",
    },
    {
      name: "too large",
      body: { ...envelope, data: "x".repeat(1_700_000) },
      reason: "larger",
      why: "no headers to go by",
    },
  ])("$name is 400", ({ body, reason }) => {
    expect(refused(send(type, body))).toMatchObject({ status: 400, reason: expect.stringContaining(reason) });
  });

  it.each([
    { name: "a strange name", body: { ...envelope, "s3cr-t": "1" }, why: "a body is never quoted (S7)" },
    { name: "a strange name without text", body: { ...envelope, "s3cr-t": {} }, why: "as above" },
    { name: "a name without end", body: { ...envelope, [`s3cr-t${"x".repeat(999)}`]: [] }, why: "as above" },
  ])("$name of an attribute is not repeated ($why)", ({ body }) => {
    const { reason } = refused(send(type, body));
    expect(reason).not.toContain("s3cr-t");
  });

  it.each(["application/cloudevents-batch+json", "application/cloudevents+xml"])("%s is 415 (case 4)", (content) => {
    expect(refused(send(content, [envelope]))).toMatchObject({ status: 415 });
  });
});

describe("what the SDK sends is understood", () => {
  const made = new SdkEvent({
    type: "dev.weir.reconcile.requested",
    source: "/pipeline",
    subject: "mit Umlaut ü und %",
    datacontenttype: "application/json",
    kind: "VvpDeployment",
    namespace: "demo",
    name: "one",
    data: object,
  });
  it.each([
    { name: "binary", message: HTTP.binary(made) },
    { name: "structured", message: HTTP.structured(made) },
  ])("$name", ({ message: { headers, body } }) => {
    const decoded = decode(headers as Record<string, string>, body as string);
    expect(event(decoded)).toMatchObject({ id: made.id, key, data: object });
  });
});
