import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { deploymentSpec, example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { marker, record, status, unlinked } from "../../../world/expected.ts";
import type { Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf } from "./parts.ts";
import { annotated } from "./policy-parts.ts";

const finalizers = ["weir.dev/finalizer"];
const held = deploymentOf(
  vvpDeployment("PATCH", deploymentSpec({ template: { spec: { artifact: { jarUri: "s3://made-in-the-ui.jar" } } } })),
).spec as JsonObject;

/** The annotation that lets a deployment be taken over. */
export const policy = annotated({ "weir.dev/adoption-policy": "Adopt" });

/** A deployment that somebody made in the UI. */
export function madeInUi(world: World, spec: JsonObject = {}): void {
  world.admin.createDeployment("default", "my-deployment", { ...held, state: "RUNNING", ...spec });
}

/** The example in a mode, with leave to take over. */
export function applied(mode: "PATCH" | "PUT" = "PATCH", spec: JsonObject = {}) {
  return (world: World) => {
    madeInUi(world, spec);
    world.clock.skip(2_000);
    world.cluster.create(vvpDeployment(mode, policy));
  };
}

/** The mark and nothing else. */
export const claim = { metadata: { annotations: marker } };

/** The intent of an adoption, sent at a second. */
export function adoption(at: number, attempt = 1): JsonObject {
  return { key: "adopt", attempt, at, content: "content-1" };
}

/** The record before the mark is sent. */
export function claimed(at: number, attempt = 1, other: { readonly [field: string]: JsonValue } = {}): JsonObject {
  return record({ generation: 0, input: "", id: null, applied: null, intents: [adoption(at, attempt)], ...other });
}

/** How a pass begins over a resource whose name is taken on the platform. */
export const found = ["api get", "api secret my-vvp-apikey", "platform GET default/my-deployment 200"] as const;

/** The same while the token is known. */
export const later = [found[0], found[2]] as const;

/** How every refused claim begins. */
export const exists = "Deployment my-deployment exists and is not managed by this resource.";

/** The status once the mark is on the deployment, and nothing is projected yet. */
export const marked = status({
  fields: { actualState: "RUNNING", observedGeneration: null },
  conditions: {
    Consistent: "True/RecordIntact 2 The resource is linked to its deployment.",
    SpecAligned: null,
    NonceAligned: null,
    ParallelismAligned: null,
  },
  healthySince: 2,
});

/** The deployment is marked. */
export const takes: Step = {
  when: "the resource is applied",
  act: applied(),
  rule: "adopt",
  end: "moving",
  calls: [
    ...found,
    { "api patch": { finalizers, record: claimed(2) } },
    { "platform PATCH default/deployment-1 200": claim },
    { "api patch": { record: record({ generation: 0, input: "", applied: null }) } },
    "api patch status",
  ],
  status: marked,
  record: record({ generation: 0, input: "", applied: null }),
};

/** What a refused claim looks like. */
export function notTaken(message: string, at = 2): JsonObject {
  return unlinked({
    conditions: { Consistent: `False/AppManagerCreateFailed ${at} ${message}` },
    healthySince: at,
  });
}

/** The definition that PATCH mode sends. */
export const definition = deploymentOf(example("PATCH"));
