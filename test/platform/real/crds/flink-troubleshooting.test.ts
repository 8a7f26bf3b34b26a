import { afterAll, beforeAll, expect, it } from "vitest";
import { finalizer } from "../../../../shared/core/object.ts";
import { flinkApplication } from "../../../builders/flink-deployment.ts";
import { readCommands } from "../../../golden/flink-troubleshooting.ts";
import { runKubectl } from "../control-plane/access.ts";
import { installCrds, makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";

const namespace = "flink-prod";
const application = JSON.stringify({
  ...flinkApplication(),
  metadata: { name: "my-app", namespace, finalizers: [finalizer] },
});
const commands = readCommands().filter(({ words }) => words[0] === "kubectl");

describeReal("the commands of the guide's cases", () => {
  beforeAll(async () => {
    await installCrds(controlPlane());
    await mustRun(controlPlane(), ["apply", "-f", "knative/base/000-namespace.yaml"]);
    await mustRun(controlPlane(), ["apply", "-f", "knative/overlays/direct/620-webhook.yaml"]);
    await makeNamespace(controlPlane(), namespace);
    await mustRun(controlPlane(), ["create", "quota", "small", "-n", namespace, "--hard=pods=1"]);
    await mustRun(controlPlane(), ["apply", "-f", "-"], application);
  });
  afterAll(async () => {
    await mustRun(controlPlane(), ["delete", "--ignore-not-found", "-f", "knative/overlays/direct/620-webhook.yaml"]);
    await wipe(controlPlane(), [namespace]);
  });

  it.each(commands.filter(({ needsPods }) => !needsPods))("are taken: $line", async ({ words }) => {
    const args = words.slice(1).map((word) => (word === "my-app.yaml" ? "-" : word));
    const { code, stderr } = await runKubectl(controlPlane(), args, { input: application });
    expect([code, stderr.replaceAll(/^(No resources found|Warning:|No events found).*\n/gm, "")]).toEqual([0, ""]);
  });

  it.each(commands.filter(({ needsPods }) => needsPods))("are understood, without a node: $line", async ({ words }) => {
    const { code, stderr } = await runKubectl(controlPlane(), words.slice(1));
    expect(code).toBe(1);
    expect(stderr).toMatch(/"my-app(-rest)?" not found/);
  });

  it("leave no resource behind", async () => {
    const { stdout } = await runKubectl(controlPlane(), ["get", "flinkdeployments", "-n", namespace, "-o", "name"]);
    expect(stdout).toBe("");
  });
});
