import { describe, expect, it } from "vitest";
import { type Decoded, decodeEvent } from "../../../../shared/adapters/knative/decode-event.ts";

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
const key = { kind: "VvpDeployment", namespace: "demo", name: "one" };
const json = JSON.stringify({ kind: "VvpDeployment", metadata: { name: "one", namespace: "demo" } });
const without = (name: string) => Object.fromEntries(Object.entries(sound).filter(([other]) => other !== name));

const decode = (headers: Record<string, string>, body: string) => decodeEvent({ headers, body });
const event = (decoded: Decoded) => (decoded.ok ? decoded.event : expect.unreachable(decoded.reason));
const refused = (decoded: Decoded) => (decoded.ok ? expect.unreachable("it was taken") : decoded);

describe("names in the data", () => {
  it.each([
    { name: "a reference", type: "dev.knative.apiserver.ref.add", body: JSON.stringify(key), why: "case 11" },
    { name: "an object", type: "dev.knative.apiserver.resource.add", body: json, why: "case 11" },
    { name: "a request", type: "dev.weir.reconcile.requested", body: JSON.stringify(key), why: "curl -d" },
  ])("of $name are taken where the extensions are missing ($why)", ({ type, body }) => {
    const headers = { ...without("ce-kind"), "ce-type": type };
    expect(event(decode(headers, body)).key).toEqual(key);
  });

  it.each([
    { name: "wrong", body: JSON.stringify({ ...key, name: "a/b" }), reason: "in the data, name" },
    { name: "no namespace", body: JSON.stringify({ kind: "VvpDeployment", name: "one" }), reason: "names no resource" },
    { name: "empty namespace", body: JSON.stringify({ ...key, namespace: "" }), reason: "namespace" },
  ])("$name is 400", ({ body, reason }) => {
    const headers = { ...without("ce-kind"), "ce-type": "dev.weir.reconcile.requested" };
    expect(refused(decode(headers, body)).reason).toContain(reason);
  });

  it("other events have no key, whatever their extensions say", () => {
    expect(event(decode({ ...sound, "ce-type": "com.example.other" }, json))).not.toHaveProperty("key");
  });
});
