import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readRecord, writeRecord } from "../../../../shared/core/record.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { exampleFile, exampleIn, shownNamespace } from "../crds/example.ts";
import { annotated, memory, openPolicyRig, type PolicyRig, recordOf } from "./rig.ts";

const namespace = "policy-record";
const example = exampleIn(namespace);
const of = `vvpdeployment my-deployment -n ${shownNamespace}`;
const target = ["vvpdeployment", "my-deployment", "-n", namespace];
const running = example.replace("state: CANCELLED", "state: RUNNING");
const withRecord = (record: string, text = example) =>
  text.replace("apikeySecretName:", `weir.dev/record: '${record}'\n    apikeySecretName:`);
const forgery = writeRecord({ v: 1, uid: "1", generation: 1, input: "", id: "of-somebody-else", intents: [] });
const denied = { code: 1, stderr: expect.stringContaining("which only Weir may set, change or remove") };

describeReal("the record of a resource, in the hands of kubectl (AMB-11)", () => {
  let rig: PolicyRig;
  beforeAll(async () => {
    rig = await openPolicyRig(controlPlane(), namespace);
  });
  afterAll(() => rig?.close());

  it("is refused to whoever annotates or replaces, in words that help, and is left alone by apply", async () => {
    await rig.recorded();
    const { run, text } = rig.as("jane");
    expect(await run(`annotate ${of} weir.dev/record=forged --overwrite`)).toMatchObject(denied);
    expect(await run(`annotate ${of} weir.dev/record-`)).toMatchObject(denied);
    expect(await run(`replace -f ${exampleFile}`, example)).toMatchObject(denied);
    expect(await run("replace -f changed.yaml", withRecord("forged"))).toMatchObject(denied);
    expect(await run("apply -f changed.yaml", withRecord("forged"))).toMatchObject(denied);
    expect(await run("apply -f changed.yaml", running)).toMatchObject({ code: 0, stderr: "" });
    expect(await run(`apply --server-side -f ${exampleFile}`, example)).toMatchObject({ code: 0, stderr: "" });
    expect(await run(`annotate ${of} team=blue`)).toMatchObject({ code: 0, stderr: "" });
    expect(await run("replace -f changed.yaml", withRecord(memory))).toMatchObject({ code: 0, stderr: "" });
    expect(recordOf(await rig.read())).toBe(memory);
    await expect(text()).toMatchFileSnapshot("golden/record.txt");
  });

  describeReal("whoever asks and however", () => {
    beforeEach(() => rig.recorded());

    it.each([
      { name: "the administrator's annotate", user: "admin", args: ["annotate", ...target, "weir.dev/record-"] },
      {
        name: "a merge patch",
        user: "jane",
        args: ["patch", ...target, "--type=merge", "-p", JSON.stringify(annotated("x"))],
      },
      {
        name: "a JSON patch",
        user: "jane",
        args: ["patch", ...target, "--type=json", "-p", '[{"op":"remove","path":"/metadata/annotations"}]'],
      },
      {
        name: "a forced server-side apply",
        user: "jane",
        args: ["apply", "--server-side", "--force-conflicts", "-f", "-"],
      },
    ] as const)("$name is denied", async ({ user, args }) => {
      expect(await rig.kubectl(user, args, withRecord("forged"))).toMatchObject(denied);
      expect(recordOf(await rig.read())).toBe(memory);
    });

    it.each([
      {
        name: "a merge patch of the spec, as kubectl edit sends it",
        args: ["patch", ...target, "--type=merge", "-p", '{"spec":{"deployment":{"spec":{"state":"RUNNING"}}}}'],
      },
      { name: "a label", args: ["label", ...target, "team=blue"] },
      {
        name: "the removal of what apply remembers",
        args: ["annotate", ...target, "kubectl.kubernetes.io/last-applied-configuration-"],
      },
    ])("$name goes through and leaves it", async ({ args }) => {
      expect(await rig.kubectl("jane", args)).toMatchObject({ code: 0, stderr: "" });
      expect(recordOf(await rig.read())).toBe(memory);
    });

    it.each(["weir-reconcile", "weir-refresh"])("%s changes and drops it, with its own token", async (account) => {
      expect(await rig.patchAs(account, annotated("newer"))).toMatchObject({ status: 200 });
      expect(recordOf(await rig.read())).toBe("newer");
      expect(await rig.patchAs(account, annotated(null))).toMatchObject({ status: 200 });
      expect(recordOf(await rig.read())).toBe(undefined);
    });

    it.each(["weir-admission", "weir-source"])("%s does not, whatever RBAC lets it do", async (account) => {
      expect(await rig.patchAs(account, { metadata: { labels: { team: "blue" } } })).toMatchObject({ status: 200 });
      expect(await rig.patchAs(account, annotated("forged"))).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("only Weir may set") },
      });
    });

    it("does not change through the status, which takes nothing but a status", async () => {
      const forged = { ...annotated("forged"), status: { actualState: "RUNNING" } };
      expect(await rig.patchAs(null, forged, "/status")).toMatchObject({ status: 200 });
      expect(recordOf(await rig.read())).toBe(memory);
    });

    it("stands in no way of letting a deleted resource go", async () => {
      await rig.kubectl("jane", ["delete", ...target, "--wait=false"]);
      const released = ["patch", ...target, "--type=merge", "-p", '{"metadata":{"finalizers":null}}'];
      expect(await rig.kubectl("jane", released)).toMatchObject({ code: 0 });
      expect(await rig.read()).toMatchObject({ code: 404 });
    });
  });

  it("may be forged at creation, for nothing: it is not of the new resource, and Weir writes its own over it", async () => {
    await rig.remove();
    expect(await rig.kubectl("jane", ["create", "-f", "-"], withRecord(forgery))).toMatchObject({ code: 0 });
    expect(readRecord(await rig.read())).toEqual({ state: "foreign" });
    expect(await rig.patchAs("weir-reconcile", annotated(memory))).toMatchObject({ status: 200 });
    expect(recordOf(await rig.read())).toBe(memory);
  });
});
