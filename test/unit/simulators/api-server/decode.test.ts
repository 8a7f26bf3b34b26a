import { describe, expect, it } from "vitest";
import { parseObject } from "../../../../simulators/platform/api-server/body.ts";
import { compileCel, toCel } from "../../../../simulators/platform/api-server/cel.ts";
import { decodeBody } from "../../../../simulators/platform/api-server/decode.ts";
import type { Json, JsonObject } from "../../../../simulators/platform/api-server/json.ts";
import { installedStore, vvpDeploymentsOf } from "../../../table/vvp-deployment/installed-store.ts";

const store = installedStore({ now: () => 0, uid: () => "uid", random: () => 0.5, historyLimit: 10 });
const target = {
  resource: vvpDeploymentsOf(store),
  namespace: "my-deploy-namespace",
  name: "",
  subresource: "",
} as const;
const typed = { apiVersion: "ververica.platform/v1", kind: "VvpDeployment" };
const decoding = (more: JsonObject) => () => decodeBody({ ...typed, metadata: { name: "one" }, ...more }, target);
const cannot = (what: string, type: string) => `json: cannot unmarshal ${what} into Go struct field ${type}`;

describe("a body that Go's decoder refuses, in its words (recorded from kube-apiserver)", () => {
  it.each<{ name: string; body: JsonObject; says: string }>([
    {
      name: "a kind that is an object",
      body: { kind: { toString: 1 } },
      says: cannot("object", ".kind of type string"),
    },
    {
      name: "a version that is a number",
      body: { apiVersion: 1 },
      says: cannot("number", ".apiVersion of type string"),
    },
    {
      name: "a generation of half",
      body: { metadata: { generation: 0.5 } },
      says: cannot("number", "ObjectMeta.generation of type int64"),
    },
    {
      name: "a time that is true",
      body: { metadata: { creationTimestamp: true } },
      says: cannot("bool", "ObjectMeta.creationTimestamp of type string"),
    },
    { name: "a time that is none", body: { metadata: { deletionTimestamp: "soon" } }, says: 'parsing time "soon"' },
    {
      name: "owners that are no list",
      body: { metadata: { ownerReferences: {} } },
      says: cannot("object", "ObjectMeta.ownerReferences of type []v1.OwnerReference"),
    },
  ])("$name", ({ body, says }) => expect(decoding(body)).toThrow(says));

  it("is one with a number that no float64 holds, but not one with a text that looks like it", () => {
    const parse = (text: string) => () => parseObject(text, "application/json", "VvpDeployment");
    expect(parse('{"a":[1e400]}')).toThrow("cannot unmarshal number");
    expect(parse('{"a":"1e400"}')()).toEqual({ a: "1e400" });
  });

  it("is not one with nulls, which count as absent", () => {
    const nulls = { name: "one", generation: null, creationTimestamp: null, labels: null, ownerReferences: null };
    expect(decoding({ metadata: nulls })().metadata).toEqual({ name: "one" });
    expect(decoding({ metadata: { annotations: { a: null } } })().metadata).toEqual({ annotations: { a: "" } });
    expect(decoding({ kind: null })).toThrow("Object 'Kind' is missing");
  });
});

describe("an expression", () => {
  it("sees a member called constructor as any other", () => {
    const program = compileCel("!('a' in dyn(object.b)) && object.b == object.b");
    const object = toCel({ b: { c: { constructor: { prototype: {} } } } } as Json);
    expect(program.ok && program.run({ object })).toEqual({ ok: true, value: true });
  });
});
