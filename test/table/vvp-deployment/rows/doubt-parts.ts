import type { JsonObject } from "../../../../shared/core/json.ts";
import type { Settings } from "../../../../simulators/app-manager/knobs.ts";
import { example } from "../../../builders/vvp-deployment.ts";
import { createdAgain, creation, definition, record, unlinked, well } from "../../../world/expected.ts";
import type { Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf, firstLook, laterLook } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];
/** The creation as it goes out. */
export const body = definition(deploymentOf(example("PATCH")));

type Shot = NonNullable<Settings["next"]>[number];

/** The record that goes out before a creation. */
export function claimed(at: number, attempt = 1): JsonObject {
  return record({ generation: 0, input: "", id: null, applied: null, intents: [creation(at, attempt)] });
}

/** Applies the example and lets the creation meet a fault. */
function applied(shot: Shot) {
  return (world: World) => {
    world.admin.configure({ next: [{ ...shot, method: "POST" }] });
    world.cluster.create(example("PATCH"));
  };
}

/** The status of a resource whose creation went wrong. */
export function inDoubt(reason: string, message: string, nonces: string = well.NonceAligned) {
  return unlinked({
    fields: { observedGeneration: null },
    conditions: {
      Consistent: `Unknown/${reason} 0 ${message.replace(/\.?$/, ".")} ${createdAgain}`,
      NonceAligned: nonces,
      ParallelismAligned: "True/Aligned 0 The platform says nothing of Autopilot, which counts as not active.",
    },
  });
}

/** The pass in which a creation meets a fault. */
export function sent(shot: Shot, answer: number, reason: string, message: string): Step {
  return {
    when: "it is applied",
    act: applied(shot),
    rule: "create",
    end: "waiting",
    calls: [
      ...firstLook,
      { "api patch": { finalizers, record: claimed(0) } },
      { [`platform POST default ${answer}`]: body },
      "api patch status",
    ],
    status: inDoubt(reason, message),
    record: claimed(0),
  };
}

/** What is said of a lost reply. */
export const lost = "AppManager did not answer create deployment default/my-deployment: ECONNRESET";

/** A look after a creation in doubt that finds nothing: what the try came to goes on standing. */
export const waiting: Step = {
  when: "the deployment does not show up",
  after: 1_000,
  rule: "await-quarantine",
  end: "waiting",
  calls: laterLook,
  status: "same",
  record: "same",
};

/** What follows it: nothing but looks. */
export const waitsOn: Step = { ...waiting, when: "later looks", after: 8_000 };
