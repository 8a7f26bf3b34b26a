import { afterAll, beforeAll, expect, it } from "vitest";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { exampleIn, shownNamespace } from "../crds/example.ts";
import { openPolicyRig, type PolicyRig } from "./rig.ts";

const namespace = "user-roles";
const example = exampleIn(namespace);
const target = ["vvpdeployment", "my-deployment", "-n", namespace];
const status = [
  "patch",
  ...target,
  "--subresource=status",
  "--type=merge",
  "-p",
  '{"status":{"actualState":"RUNNING"}}',
];

describeReal("the cluster's own roles", () => {
  let rig: PolicyRig;
  beforeAll(async () => {
    rig = await openPolicyRig(controlPlane(), namespace);
  });
  afterAll(() => rig?.close());

  it("edit: applies, looks, changes, compares and deletes, and does not write the status (R78)", async () => {
    const { run } = rig.as("jane");
    expect(await rig.kubectl("jane", ["apply", "-f", "-"], example)).toMatchObject({ code: 0 });
    for (const line of ["get", "describe"]) {
      expect(await run(`${line} vvpdeployments -n ${shownNamespace}`)).toMatchObject({ code: 0 });
    }
    const changed = example.replace("state: CANCELLED", "state: RUNNING");
    expect(await rig.kubectl("jane", ["diff", "-f", "-"], changed)).toMatchObject({ code: 1, stderr: "" });
    expect(await rig.kubectl("jane", ["apply", "-f", "-"], changed)).toMatchObject({ code: 0 });
    expect(await rig.kubectl("jane", ["replace", "-f", "-"], example)).toMatchObject({ code: 0 });
    expect(await rig.kubectl("jane", status)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("vvpdeployments/status"),
    });
    expect(await rig.kubectl("jane", ["delete", ...target])).toMatchObject({ code: 0 });
    expect(await run(`delete vvpdeployments --all -n ${shownNamespace}`)).toMatchObject({ code: 0 });
  });

  it("view: looks and waits, and changes nothing", async () => {
    await rig.recorded();
    const { run } = rig.as("joe");
    for (const line of [`get vvpdeployments -n ${namespace} -o wide`, `describe vvpdeployments -n ${shownNamespace}`]) {
      expect(await run(line)).toMatchObject({ code: 0 });
    }
    const waiting = ["wait", "--for=create", ...target.slice(2), "vvpdeployment/my-deployment", "--timeout=5s"];
    expect(await rig.kubectl("joe", waiting)).toMatchObject({ code: 0 });
    for (const args of [["apply", "-f", "-"], ["label", ...target, "team=blue"], ["delete", ...target], status]) {
      const changed = example.replace("state: CANCELLED", "state: RUNNING");
      expect(await rig.kubectl("joe", args, changed)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("forbidden"),
      });
    }
  });

  it("reach no further than their namespace", async () => {
    const elsewhere = example.replace(`namespace: ${namespace}`, "namespace: default");
    const rows = [
      { user: "jane", args: ["create", "-f", "-"], says: 'User "jane" cannot create' },
      { user: "joe", args: ["get", "vvpdeployments", "-n", "default"], says: 'User "joe" cannot list' },
    ] as const;
    for (const { user, args, says } of rows) {
      const { code, stderr } = await rig.kubectl(user, args, elsewhere);
      expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
    }
  });
});
