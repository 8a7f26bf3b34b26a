import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runKubectl } from "../control-plane/access.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { admitInstances } from "../crds/admit-instances.ts";
import { exampleIn } from "../crds/example.ts";
import { openCourt } from "../crds/verdict.ts";
import { annotated, memory, openPolicyRig, type PolicyRig, recordOf } from "./rig.ts";

const namespace = "owner-label";
const example = exampleIn(namespace);
const target = ["vvpdeployment", "my-deployment", "-n", namespace];
const owner = "ververica.platform/owner";

describeReal("the owner label", () => {
  let rig: PolicyRig;
  beforeAll(async () => {
    rig = await openPolicyRig(controlPlane(), namespace);
  });
  afterAll(() => rig?.close());
  beforeEach(() => rig.recorded());

  it.each([
    { name: "dropped", args: ["label", ...target, `${owner}-`], says: "is required and must name" },
    {
      name: "set to nobody's",
      args: ["label", ...target, `${owner}=nobody`, "--overwrite"],
      says: "(known here: my-operator)",
    },
    { name: "applied as nobody's", args: ["apply", "-f", "-"], says: "(known here: my-operator)" },
    { name: "created as nobody's", args: ["create", "-f", "-"], says: "(known here: my-operator)" },
  ])("is not $name", async ({ args, says }) => {
    const nobodys = example.replace("my-operator", "nobody");
    const text = args[0] === "create" ? nobodys.replace("my-deployment", "new") : nobodys;
    const { code, stderr } = await rig.kubectl("jane", args, text);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  it("does not hold up Weir, nor deletion, when its instance is no longer known; others may then not edit", async () => {
    const { url, ca, tokens } = controlPlane();
    const court = openCourt({ url, ca, token: tokens.admin });
    try {
      await admitInstances(court, ["another"]);
      const edit = ["patch", ...target, "--type=merge", "-p", '{"spec":{"savepointNonce":1}}'];
      expect(await rig.kubectl("jane", edit)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("(known here: another)"),
      });
      expect(await rig.patchAs("weir-reconcile", annotated("newer"))).toMatchObject({ status: 200 });
      await rig.kubectl("jane", ["delete", ...target, "--wait=false"]);
      const released = ["patch", ...target, "--type=merge", "-p", '{"metadata":{"finalizers":null}}'];
      expect(await rig.kubectl("jane", released)).toMatchObject({ code: 0 });
    } finally {
      await admitInstances(court, ["my-operator"]);
      await court.close();
    }
  });

  it("is handed to another instance that is known only where that is said (AMB-27, F16)", async () => {
    const { url, ca, tokens } = controlPlane();
    const court = openCourt({ url, ca, token: tokens.admin });
    try {
      await admitInstances(court, ["my-operator", "another"]);
      const handed = await rig.kubectl("jane", ["label", ...target, `${owner}=another`, "--overwrite"]);
      expect(handed).toMatchObject({ code: 1, stderr: expect.stringContaining("changes only together with") });
      const allowed = { labels: { [owner]: "another" }, annotations: { "weir.dev/allow-handover": "another" } };
      const patch = ["patch", ...target, "--type=merge", "-p", JSON.stringify({ metadata: allowed })];
      expect(await rig.kubectl("jane", patch)).toMatchObject({ code: 0 });
      expect(recordOf(await rig.read())).toBe(memory);
    } finally {
      await admitInstances(court, ["my-operator"]);
      await court.close();
    }
  });

  it("may name an instance as long as the policy knows it, and not a moment longer (R11, AMB-14)", async () => {
    const { url, ca, tokens } = controlPlane();
    const court = openCourt({ url, ca, token: tokens.admin });
    const create = ["create", "--dry-run=server", "-f", "-"];
    const others = example.replace("my-operator", "another").replace("my-deployment", "new");
    const denied = { code: 1, stderr: expect.stringContaining("(known here: my-operator)") };
    try {
      await admitInstances(court, ["my-operator", "another"]);
      expect(await rig.kubectl("jane", create, others)).toMatchObject({ code: 0 });
      await admitInstances(court, ["my-operator"]);
      expect(await rig.kubectl("jane", create, others)).toMatchObject(denied);
    } finally {
      await admitInstances(court, ["my-operator"]);
      await court.close();
    }
    const { stdout } = await runKubectl(controlPlane(), ["apply", "-k", join(import.meta.dirname, "../../../../crds")]);
    expect(stdout.match(/ \w+$/gm)).toEqual(Array(10).fill(" unchanged"));
  });
});
