import { describe, expect, it } from "vitest";
import type { Api } from "../../../../shared/adapters/kubernetes/api.ts";
import { makeObjects } from "../../../../shared/adapters/kubernetes/objects.ts";
import { OperatorError } from "../../../../shared/core/error.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import type { DesiredObject, ObjectKind } from "../../../../shared/ports/objects.ts";

const configMaps: ObjectKind = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" };
const wanted: DesiredObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: ownedBy("u-1"),
};

function ownedBy(uid: string) {
  const owner = { apiVersion: "v1", kind: "Owner", name: uid, uid };
  return { name: "one", namespace: "default", resourceVersion: "7", ownerReferences: [owner] };
}

/** The port over an API server that has this object, or none; `sent` is what it was asked to write, all of which it takes. */
function connect(existing: KubeObject | undefined) {
  const sent: { path: string; version: unknown }[] = [];
  const absent = { kind: "Status", reason: "NotFound", details: { name: "one" } };
  const rest = { date: 0, retryAfter: undefined };
  const read: Api["read"] = async () => ({
    status: existing === undefined ? 404 : 200,
    text: JSON.stringify(existing ?? absent),
    ...rest,
  });
  const write: Api["write"] = async ({ method, path, body = "" }) => {
    if (method === "POST" && existing !== undefined) throw new OperatorError("Conflict", "it exists");
    sent.push({ path, version: JSON.parse(body).metadata.resourceVersion });
    return { status: 200, text: body, ...rest };
  };
  return { objects: makeObjects({ read, write }), sent };
}

describe("a dependent with an owner", () => {
  it.each([
    {
      name: "makes it",
      seen: undefined,
      force: "false",
      version: undefined,
      why: "who else makes it meanwhile keeps it",
    },
    {
      name: "changes it",
      seen: wanted,
      force: "true",
      version: "7",
      why: "whoever replaced it meanwhile keeps theirs",
    },
  ])("an apply that $name is sent as it was seen ($why)", async ({ seen, force, version }) => {
    const { objects, sent } = connect(seen);
    await objects.apply(configMaps, wanted);
    expect(sent).toEqual([{ path: expect.stringContaining(`force=${force}`), version }]);
  });

  it.each([
    { verb: "apply", why: "by force it would take every field of theirs" },
    { verb: "create", why: "a Conflict would be tried again for ever, and nobody told what is in the way" },
  ] as const)("no $verb of a name that somebody else has ($why)", async ({ verb }) => {
    const { objects, sent } = connect({ ...wanted, metadata: ownedBy("u-2") });
    const refused = { code: "Rejected", applied: "no", reason: "NameTaken" };
    await expect(objects[verb](configMaps, wanted)).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
  });

  it("a create of what is there already is a Conflict (it is its own, made by a pass before)", async () => {
    const { objects } = connect(wanted);
    await expect(objects.create(configMaps, wanted)).rejects.toMatchObject({ code: "Conflict" });
  });
});
