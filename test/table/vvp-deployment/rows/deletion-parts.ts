import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf } from "./parts.ts";

const release = { "api patch": { finalizers: [] } };
/** The DELETE that succeeds. */
export const removes = "platform DELETE default/deployment-1 200";
const removed = { status: null, record: null };

/** What `kubectl delete` does. */
export const remove = (world: World) => world.cluster.remove("my-deployment");

/** The object is gone after this pass. */
export function gone(
  when: string,
  act: ((world: World) => void) | undefined,
  rule: string,
  calls: Step["calls"],
): Step {
  return { when, ...(act && { act }), rule, end: "gone", calls: [...calls, release], ...removed };
}

/** Somebody sets the platform's desired state, and time passes. */
export function setState(state: string, ms: number) {
  return (world: World) => {
    world.admin.editSpec("default", "my-deployment", { state });
    world.clock.skip(ms);
  };
}

/** Lets the resource run: asked for, projected and reached. */
export const runs: Step[] = [
  {
    when: "RUNNING is asked for",
    act: (world) => world.cluster.edit("my-deployment", wanted("RUNNING")),
    rule: "project-spec",
    end: "moving",
    calls: [
      ...looks,
      { "platform PATCH default/deployment-1 200": deploymentOf(vvpDeployment("PATCH", wanted("RUNNING"))) },
      { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
      "api patch status",
    ],
    status: status({
      fields: { observedSpecState: "RUNNING", actualState: "TRANSITIONING", observedGeneration: 2 },
      conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
    }),
    record: record({ generation: 2, applied: "content-2" }),
  },
  {
    when: "it runs",
    after: 5_000,
    rule: "rest",
    end: "settled",
    calls: [...looks, "api patch status"],
    status: status({ fields: { observedSpecState: "RUNNING", actualState: "RUNNING", observedGeneration: 2 } }),
    record: "same",
  },
];

/** What the user is told to do. */
export const advice = "Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.";

/** The status of a deletion that is held up. */
export function blocked(state: string, fields: JsonObject, since = 5, message = `The deployment is ${state}.`) {
  return status({
    fields: { observedSpecState: "RUNNING", actualState: state, observedGeneration: 3, ...fields },
    conditions: { DeletionBlocked: `True/DeploymentStillActive ${since} ${message} ${advice}` },
    healthySince: since,
  });
}

/** The record of the running resource at a generation. */
export const remembers = (generation: number) => record({ generation, applied: "content-2" });

/** The running resource is deleted. */
export const isBlocked: Step = {
  when: "it is deleted",
  act: remove,
  rule: "block-deletion",
  end: "settled",
  calls: [...looks, { "api patch": { record: remembers(3) } }, "api patch status"],
  status: blocked("RUNNING", {}),
  record: remembers(3),
};
