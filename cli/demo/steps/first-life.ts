import type { KubeObject } from "../../../shared/core/object.ts";
import { expectThat } from "../expect.ts";
import type { Stage } from "../stage.ts";
import { expectFieldForField } from "./fields.ts";
import { created } from "./gate.ts";
import { deleted, gone, name, setState } from "./state.ts";

/** The example in PATCH mode from apply to deletion, by events alone. */
export async function showFirstLife(stage: Stage, example: KubeObject): Promise<void> {
  const { kubectl, functions } = stage.world;
  stage.step(
    "Apply the example in PATCH mode",
    "The event wakes reconcile, which creates the deployment and remembers its id.",
  );
  const file = "examples/vvp-minimal-patch.yaml";
  await stage.command(`kubectl apply -f ${file}`, kubectl.apply(example, file), created());
  await stage.reach(name, "CANCELLED");
  await expectFieldForField(stage, example);
  await stage.condition(name, "Consistent", "True", "RecordIntact");
  stage.tally({
    passes: 2,
    reads: 2,
    writes: 4,
    secretReads: 1,
    appManagerReads: 2,
    appManagerWrites: 1,
    announcements: 1,
  });

  stage.step(
    "CANCELLED → RUNNING, followed to its end without a tick",
    "The pass that saw the movement sends itself one request and looks again inside it, after 1 s, then 2 s.",
  );
  await setState(stage, "RUNNING");
  await showFollow(stage);
  await stage.reach(name, "RUNNING");
  stage.tally({ events: 5, passes: 3, reads: 3, writes: 4, appManagerReads: 3, appManagerWrites: 1 });

  stage.step("Nothing moves, so nothing runs");
  const before = stage.pidOf("reconcile");
  await stage.zero();

  stage.step("RUNNING → SUSPENDED: the event wakes a new process", "The platform takes a savepoint first.");
  await setState(stage, "SUSPENDED");
  await stage.reach(name, "SUSPENDED");
  const after = stage.pidOf("reconcile");
  expectThat("another process than before", after !== before, after);
  stage.screen.check(`reconcile woke as pid ${after}; before the sleep it was ${before}`);
  stage.tally({ passes: 2, reads: 2, writes: 3, appManagerReads: 2, appManagerWrites: 1, started: 2 });

  stage.step("SUSPENDED → RUNNING: from the savepoint");
  await setState(stage, "RUNNING");
  await stage.reach(name, "RUNNING");
  const renamed = { spec: { deployment: { metadata: { name: "another-name" } } } };
  const text = `kubectl patch vvpd ${name} --type merge -p '${JSON.stringify(renamed)}'`;
  await stage.refused(text, kubectl.patch(name, renamed), "is immutable after creation");
  stage.tally({ passes: 3, reads: 3, writes: 4, appManagerReads: 3, appManagerWrites: 1 });

  stage.step("RUNNING → CANCELLED → deleted", "The finalizer goes when the deployment is gone from the platform.");
  await setState(stage, "CANCELLED");
  await stage.reach(name, "CANCELLED");
  await stage.command(`kubectl delete vvpd ${name}`, kubectl.delete(name), deleted);
  await gone(stage);
  stage.tally({ appManagerWrites: 2 });
  const ticks = functions.refresh.history().length;
  expectThat("no process of refresh so far, since no tick was sent", ticks === 0, functions.refresh.history());
  stage.screen.check("all of this without one tick: refresh was never started");
}

/** The held request is what the autoscaler counts; without it the process would end before the job runs. */
async function showFollow(stage: Stage): Promise<void> {
  const { reconcile } = stage.world.functions;
  const held = async () =>
    (await stage.stateOf(name)).startsWith("TRANSITIONING") && reconcile.pods().some((pod) => pod.inFlight > 0);
  await stage.until("reconcile follows the movement", 5_000, held, () => stage.stateOf(name));
  await stage.show(name);
  stage.screen.check(`reconcile (pid ${stage.pidOf("reconcile")}) holds 1 request to itself while the job starts`);
}
