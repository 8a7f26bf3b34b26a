import type { KubeObject } from "../../../shared/core/object.ts";
import { expectSame } from "../expect.ts";
import type { Stage } from "../stage.ts";
import { expectFieldForField } from "./fields.ts";
import { created } from "./gate.ts";
import { showEvents } from "./kube-events.ts";
import { deleted, gone, name, setState } from "./state.ts";

/** The example in PUT mode: a lost event healed by a tick, and a deletion that waits for the job to stop. */
export async function showSecondLife(stage: Stage, example: KubeObject): Promise<void> {
  const { kubectl, changes } = stage.world;
  stage.step(
    "Apply the example in PUT mode",
    "The same name is free again. PUT replaces the whole definition, so all of it must be there.",
  );
  const file = "examples/vvp-minimal-put.yaml";
  await stage.command(`kubectl apply -f ${file}`, kubectl.apply(example, file), created());
  await stage.reach(name, "CANCELLED");
  await expectFieldForField(stage, example);
  stage.tally({ passes: 2, reads: 2, writes: 4, appManagerReads: 2, appManagerWrites: 1, announcements: 1 });

  stage.step("An event is lost", "The ApiServerSource is down while the user edits, and never sends what it missed.");
  await changes.stop();
  await setState(stage, "RUNNING");
  await changes.start();
  await stage.quiet(800);
  expectSame("state after a lost event", await stage.stateOf(name), "CANCELLED, Healthy True");
  stage.screen.check("the source is back, the event is not: the deployment is still CANCELLED");
  stage.tally({ events: 0, passes: 0, appManagerWrites: 0 });

  stage.step(
    "A tick heals it",
    "In a cluster the PingSource sends one every 2 minutes; here it is sent now, by hand.",
    "It also shows what happened on the platform as Kubernetes Events.",
  );
  const { outcome, status } = await stage.world.tick.tick();
  expectSame("the tick", { outcome, status }, { outcome: "delivered", status: 204 });
  await stage.reach(name, "RUNNING");
  await showEvents(stage, [
    "AwaitingAJobToStart",
    "CreatingANewJob",
    "SpinningUpAClusterForAJob",
    "StateTransitionIsNeeded",
  ]);
  // A full definition goes on record before it is sent (S8), and the event of that may be looked at beside the tick.
  stage.tally({ leaseCalls: 4 });

  stage.step("Deletion waits for a running job", "A deployment is never deleted under its job.");
  await stage.command(`kubectl delete vvpd ${name} --wait=false`, kubectl.delete(name), deleted);
  const blocked = async () => (await stage.stateOf(name)) === "RUNNING, Healthy False";
  await stage.until("the deletion is blocked", 10_000, blocked, () => stage.stateOf(name));
  await stage.quiet();
  await stage.show(name);
  await stage.condition(name, "DeletionBlocked", "True", "DeploymentStillActive");
  stage.tally({ events: 3, writes: 2, appManagerWrites: 0 });

  stage.step("The user cancels, and the deletion completes by itself");
  await setState(stage, "CANCELLED");
  await gone(stage);
  stage.tally({ appManagerWrites: 2 });
}
