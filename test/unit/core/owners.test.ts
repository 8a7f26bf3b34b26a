import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { isOwnedBy, whyTaken } from "../../../shared/core/owners.ts";

const resource = { apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment", name: "orders", uid: "now" };
const deployment = { apiVersion: "apps/v1", kind: "Deployment", name: "orders", uid: "gone" };

function owned(ownerReferences?: JsonValue): KubeObject {
  const metadata = { name: "orders-rest", ...(ownerReferences !== undefined && { ownerReferences }) };
  return { apiVersion: "v1", kind: "Service", metadata };
}

describe("an object that is in the place of one that is wanted", () => {
  it.each([
    { name: "no owner", owners: undefined, taken: true, why: "somebody made it by hand" },
    { name: "an empty list of owners", owners: [], taken: true, why: "the same" },
    { name: "something else than owners", owners: "orders", taken: true, why: "nothing tells whose it is" },
    { name: "an owner that is none", owners: [null], taken: true, why: "the same" },
    { name: "the resource", owners: [resource], taken: false, why: "a deploy before this one, or the Apache operator" },
    { name: "the resource among others", owners: [{ uid: "x" }, resource], taken: false, why: "it is ours as well" },
    {
      name: "one of its name before it",
      owners: [{ ...resource, uid: "before" }],
      taken: false,
      why: "not collected yet",
    },
    {
      name: "one of its name, of another version of the API",
      owners: [{ ...resource, uid: "before", apiVersion: "flink.apache.org/v1" }],
      taken: false,
      why: "still the same kind",
    },
    { name: "a Deployment of its name", owners: [deployment], taken: false, why: "the Apache operator's own way" },
    { name: "another's Deployment", owners: [{ ...deployment, name: "shop" }], taken: true, why: "part of that one" },
    {
      name: "another resource of the kind",
      owners: [{ ...resource, name: "shop", uid: "x" }],
      taken: true,
      why: "its own",
    },
    {
      name: "another kind of this name",
      owners: [{ ...resource, kind: "Shop", uid: "x" }],
      taken: true,
      why: "a name alone says nothing",
    },
    {
      name: "this kind of another group",
      owners: [{ ...resource, apiVersion: "example.com/v1", uid: "x" }],
      taken: true,
      why: "somebody else's kind",
    },
    {
      name: "a Deployment of another group",
      owners: [{ ...deployment, apiVersion: "v1" }],
      taken: true,
      why: "the same",
    },
  ])("with $name: taken $taken ($why)", ({ owners, taken }) => {
    expect(whyTaken(owned(owners), owned([resource]))).toEqual(
      taken
        ? expect.stringContaining("Service orders-rest exists and does not belong to FlinkDeployment orders")
        : undefined,
    );
  });

  it("is nobody's matter where the wanted one has no owner", () => {
    expect(whyTaken(owned(), owned())).toBeUndefined();
  });
});

it.each([
  { owners: undefined, is: false },
  { owners: [{ uid: "other" }], is: false },
  { owners: [{ uid: "other" }, { uid: "now" }], is: true },
])("an object with the owners $owners is owned: $is", ({ owners, is }) => {
  expect(isOwnedBy(owned(owners), "now")).toBe(is);
});
