import { expect } from "vitest";
import { deliver, readExamples, sourceHeaders } from "../../scenario-rig.ts";
import { onBothPlatforms } from "./on-both-platforms.ts";

onBothPlatforms("the API token appears in no log line, no object but its Secret and no answer", async (play) => {
  const { world, stage, searchSecrets } = await play.world({ env: { WEIR_LOG_LEVEL: "debug" } });
  const { token, admin } = world.appManager;
  const { patch } = await readExamples();
  const faults = ["rate5xx", "garbage", "htmlNotFound"] as const;
  await world.kubectl.apply(patch, "patch.yaml");
  await stage.reach("my-deployment", "CANCELLED");
  // What a fault does to the status comes back as an event: whether its pass still met the fault would be a matter of speed.
  await world.changes.stop();
  for (const fault of faults) {
    admin.configure({ [fault]: 1 });
    await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"));
    admin.configure({ [fault]: 0 });
  }
  await world.changes.start();
  await stage.reach("my-deployment", "CANCELLED");
  await world.kubectl.patch("my-deployment", { spec: { deployment: { spec: { state: "RUNNING" } } } });
  await stage.reach("my-deployment", "RUNNING");
  admin.revokeToken(token);
  await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"));
  await stage.quiet();
  expect(world.logs.all.length).toBeGreaterThan(5);
  expect(JSON.stringify(await world.resource("my-deployment"))).toContain("AuthenticationFailed");
  expect(await searchSecrets()).toContain("log of reconcile");
});
