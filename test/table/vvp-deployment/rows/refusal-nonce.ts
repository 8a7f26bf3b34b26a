import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { creation, definition, record, unlinked, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { deploymentOf, firstLook, laterLook } from "./parts.ts";

const wrong = vvpDeployment("PATCH", {
  spec: { savepointNonce: 0, ...(deploymentSpec({ deploymentTargetName: "nowhere" }).spec as object) },
});
const message =
  'AppManager answered 400 to create deployment default/my-deployment: spec.deploymentTargetName: "nowhere" does not exist';
const target = { namespace: "default", name: "my-deployment", deploymentTargetName: "nowhere" };
const claimed = record({ generation: 0, input: "", id: null, applied: null, target, intents: [creation(0)] });
const left = record({ id: null, applied: null, target, rejected: { hash: "request-1", at: 0, message } });

const refused: Step = {
  when: "it asks for a savepoint and for a target that the platform does not have",
  act: (world) => void world.cluster.create(wrong),
  rule: "create",
  end: "settled",
  calls: [
    ...firstLook,
    { "api patch": { finalizers: ["weir.dev/finalizer"], record: claimed } },
    { "platform POST default 400": definition(deploymentOf(wrong)) },
    { "api patch": { record: left } },
    "api patch status",
  ],
  status: unlinked({
    conditions: {
      Consistent: `False/AppManagerCreateFailed 0 ${message}`,
      NonceAligned:
        "Unknown/NoncesPending 0 The savepoint for savepointNonce 0 waits, because there is no deployment yet.",
      ParallelismAligned: well.ParallelismAligned,
    },
  }),
  record: left,
};

/** A nonce that waits for a deployment which the platform refuses to create. */
export const refusedNonceRows: readonly Row[] = [
  {
    name: "a nonce waits for a creation that was refused",
    why: "L4: nothing moves until the spec changes or WEIR_REJECTED_RETRY is over, so that nothing is followed (D9)",
    steps: [refused, { ...refused, when: "a tick", act: () => {}, calls: laterLook, status: "same", record: "same" }],
  },
];
