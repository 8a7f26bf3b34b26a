import type { JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { deploymentSpec, example, vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { World } from "../../world/world.ts";
import type { Life } from "./life.ts";

/** Longer than a token is remembered, and than a job takes to start or to stop. */
const aWhileMs = 70_000;

/** A running deployment's life, after what happened to it was looked at twice. */
async function liveOf(act: (world: World) => unknown = () => undefined): Promise<KubeObject> {
  const world = await settledWorld("PATCH", { with: wanted("RUNNING") });
  await act(world);
  return seenTwice(world);
}

async function seenTwice(world: World): Promise<KubeObject> {
  for (const afterMs of [aWhileMs, aWhileMs]) {
    world.clock.skip(afterMs);
    await world.pass(subject);
  }
  const object = world.cluster.find(subject);
  if (object === undefined) throw new Error(`${subject} is gone`);
  return object;
}

const edited = (patch: JsonObject) => (world: World) => world.cluster.edit(subject, patch);
const annotated = (name: string, value: string) => edited({ metadata: { annotations: { [name]: value } } });

async function scaled(world: World): Promise<void> {
  edited(deploymentSpec({ template: { spec: { parallelism: 2 } } }))(world);
  await world.pass(subject);
  world.clock.skip(aWhileMs);
  world.admin.setMode("default", subject, "ACTIVE");
  world.admin.startScaling("default", subject, 4);
}

/** The job ends by itself and may not be started again. */
function failForGood({ admin, platform }: World): void {
  admin.editSpec("default", subject, { maxJobCreationAttempts: 1 });
  for (const { jobId } of platform.state.rows.values()) if (jobId !== undefined) admin.endJob(jobId, "fail");
}

async function ofAnother(): Promise<KubeObject> {
  const world = new World({ instanceId: "another-operator" });
  world.cluster.create(example("PATCH"));
  return seenTwice(world);
}

async function refusedFromTheStart(): Promise<KubeObject> {
  const world = new World();
  world.cluster.create(vvpDeployment("PATCH", deploymentSpec({ deploymentTargetName: "nowhere" })));
  return seenTwice(world);
}

/** Lives of VvpDeployments: one for each way to be healthy that is easily mistaken, and some in which people are needed. */
export const vvpLives: readonly Life[] = [
  { name: "vvp-running", why: "all is well", live: () => liveOf(), alarms: [] },
  {
    name: "vvp-suspended",
    why: "somebody wants it so",
    live: () => liveOf(edited(wanted("SUSPENDED"))),
    alarms: [],
  },
  {
    name: "vvp-paused",
    why: "somebody switched off its projection",
    live: () => liveOf(annotated("weir.dev/paused", "true")),
    alarms: [],
  },
  {
    name: "vvp-observed",
    why: "somebody wants it looked at, and no more",
    live: () => liveOf(annotated("weir.dev/management-policy", "ObserveOnly")),
    alarms: [],
  },
  {
    name: "vvp-scaled",
    why: "Autopilot runs another parallelism than the spec's, which is expected",
    live: () => liveOf(scaled),
    alarms: [],
  },
  {
    name: "vvp-foreign",
    why: "another operator answers for it, and tells of it",
    live: ofAnother,
    alarms: [],
  },
  {
    name: "vvp-mended",
    why: "the platform was away, and is back",
    live: () =>
      liveOf(async (world) => {
        world.cut(true);
        world.clock.skip(aWhileMs);
        await world.pass(subject);
        world.cut(false);
      }),
    alarms: [],
  },
  {
    name: "vvp-failed",
    why: "its job failed for good, though the resource is as its spec says",
    live: () => liveOf(failForGood),
    alarms: ["VvpDeploymentFailed"],
  },
  {
    name: "vvp-refused",
    why: "the platform does not take its spec",
    live: refusedFromTheStart,
    alarms: ["VvpDeploymentUnhealthy"],
  },
  {
    name: "vvp-invalid",
    why: "its spec breaks a rule that only the pass sees",
    live: () => liveOf(edited(deploymentSpec({ deploymentTargetName: "nowhere" }))),
    alarms: ["VvpDeploymentUnhealthy"],
  },
  {
    name: "vvp-lost",
    why: "somebody removed its deployment on the platform",
    live: () => liveOf(({ admin }) => void admin.deleteDeployment("default", subject)),
    alarms: ["VvpDeploymentUnhealthy"],
  },
  {
    name: "vvp-unknown",
    why: "the platform does not answer, so nobody knows how it is",
    live: () => liveOf((world) => world.cut(true)),
    alarms: ["VvpDeploymentUnhealthy"],
  },
  {
    name: "vvp-locked-out",
    why: "its token is gone, which shows when the one that is remembered is a minute old",
    live: () => liveOf(({ cluster }) => cluster.secrets.clear()),
    alarms: ["VvpDeploymentUnhealthy"],
  },
  {
    name: "vvp-paused-lost",
    why: "somebody paused it, and its deployment is gone, which nobody chose",
    live: () =>
      liveOf(async (world) => {
        annotated("weir.dev/paused", "true")(world);
        await world.pass(subject);
        world.admin.deleteDeployment("default", subject);
      }),
    alarms: ["VvpDeploymentUnhealthy"],
  },
  {
    name: "vvp-leaving",
    why: "its job runs, and nothing may stop it, so that its deletion hangs",
    live: () => liveOf(({ cluster }) => cluster.remove(subject)),
    alarms: ["VvpDeploymentUnhealthy"],
  },
];
