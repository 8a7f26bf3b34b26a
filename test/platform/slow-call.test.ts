import { expect, it } from "vitest";
import { namespace } from "../../cli/demo/platform.ts";
import { closedAfterEach } from "../closed-after-each.ts";
import { untilDefined } from "../patience.ts";
import { readExamples, startScenario } from "./scenario-rig.ts";

const opened = closedAfterEach();

it("a creation that takes longer than an event usually has is carried out by it, where a call may take as long", async () => {
  const { world } = opened(await startScenario({ env: { WEIR_APPMANAGER_TIMEOUT: "20s" } }));
  const { admin } = world.appManager;
  admin.configure({ next: [{ method: "POST", path: "/deployments", kind: "delay", ms: 7_000 }] });
  const { patch } = await readExamples();
  const path = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/${patch.metadata.name}`;
  expect(await world.kubectl.apply(patch, "slow.yaml")).toMatchObject({ ok: true });
  const status = await untilDefined(
    async () => (await world.platform.read(path))?.status as { deploymentId?: string } | undefined,
    200,
    () => "it has no status",
  );
  expect(status.deploymentId).toBeDefined();
  expect([...admin.state().rows.values()]).toHaveLength(1);
});
