import { describe, expect, it } from "vitest";
import { ownerOf, withOwner, withoutOwner } from "../../../../shared/adapters/app-manager/mark.ts";

const [instance, uid] = ["ververica.platform/managed-by-operator", "ververica.platform/cr-uid"];
const owner = { instanceId: "a", uid: "u" };

describe("the mark of an owner (AMB-31)", () => {
  it.each([
    { name: "no annotations", annotations: undefined, kept: {}, why: "the usual case" },
    { name: "null", annotations: null, kept: {}, why: "what kubectl may leave" },
    { name: "other annotations", annotations: { x: "1" }, kept: { x: "1" }, why: "the user's stay" },
    { name: "a forged mark", annotations: { [uid]: "other" }, kept: {}, why: "ours wins" },
  ])("is added to $name ($why)", ({ annotations, kept }) => {
    const metadata = { name: "one", ...(annotations !== undefined && { annotations }) };
    const marked = withOwner(metadata, owner);
    expect(marked).toEqual({ name: "one", annotations: { ...kept, [instance]: "a", [uid]: "u" } });
    expect(ownerOf(marked)).toEqual(owner);
  });

  it.each([
    { name: "no metadata", body: { spec: {} }, sent: { spec: {} }, why: "the usual case" },
    { name: "no annotations", body: { metadata: { labels: {} } }, sent: { metadata: { labels: {} } }, why: "" },
    {
      name: "other annotations",
      body: { metadata: { annotations: { x: "1" } } },
      sent: { metadata: { annotations: { x: "1" } } },
      why: "",
    },
    {
      name: "a forged mark",
      body: { metadata: { annotations: { [instance]: "b" } } },
      sent: { metadata: { annotations: {} } },
      why: "",
    },
    {
      name: "null",
      body: { metadata: { annotations: null } },
      sent: { metadata: {} },
      why: "a merge patch would wipe it",
    },
  ])("is left out of a patch with $name ($why)", ({ body, sent }) => {
    expect(withoutOwner(body)).toEqual(sent);
  });

  it.each([
    { name: "nothing", annotations: {}, owner: undefined, why: "made in the UI" },
    { name: "half a mark", annotations: { [instance]: "a" }, owner: { instanceId: "a", uid: "" }, why: "somebody's" },
    { name: "the other half", annotations: { [uid]: "u" }, owner: { instanceId: "", uid: "u" }, why: "somebody's" },
    {
      name: "a number",
      annotations: { [instance]: "a", [uid]: 1 },
      owner: { instanceId: "a", uid: "" },
      why: "not ours",
    },
  ])("$name names $owner ($why)", ({ annotations, owner: expected }) => {
    expect(ownerOf({ annotations } as never)).toEqual(expected);
  });
});
