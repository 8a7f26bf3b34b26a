import { listed, looks, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { ask, blocked, blockedText, remembered, writes } from "./nonce-parts.ts";

const why = "the job was CANCELLED";
const consumed = (generation: number) => remembered(generation, { savepoint: blocked([1], why), accepted: 0 });
const lost =
  "False/AppManagerRecordNotFound 2 Deployment my-deployment is gone from platform namespace default. " +
  "It was removed outside of Weir; delete the resource and create it anew.";
const looksForLost = ["api get", "platform GET default/deployment-1 404", listed] as const;

/** A deployment that is gone, of which something was asked. */
export const orphanNonceRows: readonly Row[] = [
  {
    name: "a blocked savepoint is asked for no more, once the deployment is gone",
    why: "R96: what is said of a request ends with the request; until then it stays as it was said",
    given: "PATCH",
    steps: [
      {
        when: "savepointNonce changes while the job is CANCELLED",
        act: ask({ savepointNonce: 1 }),
        rule: "rest",
        end: "settled",
        calls: [...looks, writes(consumed(2)), "api patch status"],
        status: status({
          fields: { observedGeneration: 2 },
          conditions: { NonceAligned: `False/SavepointBlocked 0 ${blockedText("savepoint", 1, why)}` },
          healthySince: 0,
        }),
        record: consumed(2),
      },
      {
        when: "the deployment is gone",
        act: (world) => world.admin.deleteDeployment("default", "my-deployment"),
        after: 2_000,
        rule: "report-lost",
        end: "settled",
        calls: [...looksForLost, "api patch status"],
        status: status({
          fields: { actualState: null, observedGeneration: 2 },
          conditions: {
            Consistent: lost,
            NonceAligned: `False/SavepointBlocked 0 ${blockedText("savepoint", 1, why)}`,
          },
          healthySince: 0,
        }),
        record: "same",
      },
      {
        when: "the request is taken back",
        act: ask({ savepointNonce: null }),
        after: 2_000,
        rule: "report-lost",
        end: "settled",
        calls: [...looksForLost, writes(consumed(3)), "api patch status"],
        status: status({
          fields: { actualState: null, observedGeneration: 3 },
          conditions: {
            Consistent: lost,
            NonceAligned: "True/NoncesProcessed 4 No savepoint or restart is requested.",
          },
          healthySince: 0,
        }),
        record: consumed(3),
      },
    ],
  },
];
