import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { deploymentOf } from "./parts.ts";
import { annotate } from "./policy-parts.ts";

const request = (value: string | null) => annotate({ "weir.dev/reconcile-requested-at": value });
const projected = deploymentOf(vvpDeployment("PATCH", wanted("SUSPENDED")));
const said = "AppManager answered 400 to patch deployment default/deployment-1: The platform failed.";
const refused = record({ generation: 2, rejected: { hash: "request-2", at: 0, message: said } });
const noted = (input: string) => record({ input });

/** Asking for a pass now (`weir.dev/reconcile-requested-at`). */
export const requestedRows: readonly Row[] = [
  {
    name: "a request is handled once, and the status says so",
    why: "a pipeline can wait for the value that it wrote; what nobody changed makes no write",
    given: "PATCH",
    steps: [
      {
        when: "a pass is asked for",
        act: request("2026-01-01T12:00:00Z"),
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: noted("input-2") } }, "api patch status"],
        status: status({ fields: { lastHandledReconcileAt: "2026-01-01T12:00:00Z" } }),
        record: noted("input-2"),
      },
      { when: "a tick", rule: "rest", end: "settled", calls: looks, status: "same", record: "same" },
      {
        when: "the annotation is taken off",
        act: request(null),
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: noted("input-1") } }],
        status: "same",
        record: noted("input-1"),
      },
      {
        when: "a value that is longer than a status should be",
        act: request("x".repeat(1_000)),
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: noted("input-3") } }, "api patch status"],
        status: status({ fields: { lastHandledReconcileAt: "x".repeat(256) } }),
        record: noted("input-3"),
      },
    ],
  },
  {
    name: "a request is not handled while the platform cannot be asked",
    why: "AMB-10: an outage is no verdict, so whoever waits goes on waiting",
    given: "PATCH",
    steps: [
      {
        when: "a pass is asked for during an outage",
        act: (world) => {
          world.way.down = true;
          request("now")(world);
        },
        rule: "await-backend",
        end: "waiting",
        calls: ["api get", "platform GET default/deployment-1 0", "api patch status"],
        status: status({
          conditions: {
            Consistent:
              "Unknown/AppManagerUnreachable 0 AppManager did not answer get deployment default/deployment-1: ECONNREFUSED",
          },
        }),
        record: "same",
      },
      {
        when: "the platform is back",
        act: (world) => {
          world.way.down = false;
        },
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: noted("input-2") } }, "api patch status"],
        status: status({ fields: { lastHandledReconcileAt: "now" } }),
        record: noted("input-2"),
      },
    ],
  },
  {
    name: "a request sends once more what the platform refused",
    why: "the administrator has mended the platform; nobody need wait for WEIR_REJECTED_RETRY or edit the spec",
    given: "PATCH",
    steps: [
      {
        when: "an edit is refused",
        act: (world) => {
          world.admin.configure({ next: [{ kind: "error", method: "PATCH", status: 400 }] });
          world.cluster.edit("my-deployment", wanted("SUSPENDED"));
        },
        rule: "project-spec",
        end: "settled",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 400": projected },
          { "api patch": { record: refused } },
          "api patch status",
        ],
        status: status({
          fields: { observedSpecState: "SUSPENDED", observedGeneration: 2 },
          conditions: {
            SpecAligned: `False/ProjectionFailed 0 ${said} Correct the spec; it is sent again when it changes, and slowly while it does not.`,
          },
        }),
        record: refused,
      },
      {
        when: "a pass is asked for",
        act: request("now"),
        after: 5_000,
        rule: "project-spec",
        end: "settled",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": projected },
          { "api patch": { record: record({ generation: 2, applied: "content-2", input: "input-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: {
            observedSpecState: "SUSPENDED",
            actualState: "SUSPENDED",
            observedGeneration: 2,
            lastHandledReconcileAt: "now",
          },
          conditions: { SpecAligned: "True/ConfigUpdated 5 The changed spec is projected (mode=PATCH)." },
          healthySince: 5,
        }),
        record: record({ generation: 2, applied: "content-2", input: "input-2" }),
      },
    ],
  },
];
