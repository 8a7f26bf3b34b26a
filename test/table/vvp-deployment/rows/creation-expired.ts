import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { definition, record, status, unlinked, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { claimed } from "./doubt-parts.ts";
import { deploymentOf, firstLook, laterLook } from "./parts.ts";

const resource = vvpDeployment("PATCH");
const body = definition(deploymentOf(resource));
const aligned = "The platform says nothing of Autopilot, which counts as not active.";
const message =
  "AppManager answered 401 to create deployment default/my-deployment: The platform failed. " +
  "(the token is that of the Secret my-deploy-namespace/my-vvp-apikey)";

/** The token expires between the look and the creation. */
const expires: Step = {
  when: "the creation is answered by 401",
  act: (world) => {
    world.admin.configure({ next: [{ kind: "error", status: 401, method: "POST" }] });
    world.cluster.create(resource);
  },
  rule: "create",
  end: "waiting",
  calls: [
    ...firstLook,
    { "api patch": { finalizers: ["weir.dev/finalizer"], record: claimed(0) } },
    { "platform POST default 401": body },
    "api secret my-vvp-apikey",
    "api patch status",
  ],
  status: unlinked({
    fields: { observedGeneration: null },
    conditions: {
      Consistent: `Unknown/AuthenticationFailed 0 ${message}`,
      NonceAligned: well.NonceAligned,
      ParallelismAligned: `True/Aligned 0 ${aligned}`,
    },
  }),
  record: claimed(0),
};

const again: JsonObject = { "api patch": { record: claimed(60, 2) } };

/** A creation whose token was refused (401). */
export const expiredCreationRows: readonly Row[] = [
  {
    name: "a token that expires between the look and the creation",
    why: "F14: nothing was created, and the Secret may hold another token by now; WEIR_REJECTED_RETRY is for what the platform refuses",
    steps: [
      expires,
      {
        when: "the event of what was written before it",
        after: 1_000,
        rule: "await-quarantine",
        end: "waiting",
        calls: laterLook,
        status: "same",
        record: "same",
      },
      {
        when: "the quarantine is over",
        after: 59_000,
        rule: "create",
        end: "settled",
        calls: [
          ...firstLook,
          again,
          { "platform POST default 201": body },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          conditions: {
            Consistent: well.Consistent.replace(" 0 ", " 60 "),
            SpecAligned: "True/ConfigUpdated 60 Deployment my-deployment is created in platform namespace default.",
          },
          healthySince: 60,
        }),
        record: record(),
      },
    ],
  },
];
