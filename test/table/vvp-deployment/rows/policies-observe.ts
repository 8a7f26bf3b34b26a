import type { JsonValue } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status, unlinked } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { gone, remove } from "./deletion-parts.ts";
import { firstLook, laterLook } from "./parts.ts";
import { annotate, annotated, managementPolicy } from "./policy-parts.ts";

const observing = annotated({ [managementPolicy]: "ObserveOnly" });
const seen = "platform GET default/my-deployment 200";
const disabled = (since: number) => `False/SyncDisabled ${since} The annotation ${managementPolicy} is ObserveOnly.`;
const observed = (change: { readonly [field: string]: JsonValue }) => record({ input: "input-2", ...change });

/** A resource that only looks (`weir.dev/management-policy: ObserveOnly`). */
export const observeRows: readonly Row[] = [
  {
    name: "ObserveOnly: edits, nonces and drift of the state are told about, and nothing is sent",
    why: "SyncDisabled is the documented reason for a spec that is not projected, and syncEnabled agrees with it",
    given: "PATCH",
    steps: [
      {
        when: "it is told to look only",
        act: annotate({ [managementPolicy]: "ObserveOnly" }),
        after: 10_000,
        rule: "pause",
        end: "settled",
        calls: [...looks, { "api patch": { record: observed({}) } }, "api patch status"],
        status: status({ fields: { syncEnabled: false }, conditions: { SpecAligned: disabled(10) }, healthySince: 10 }),
        record: observed({}),
      },
      {
        when: "the user asks for RUNNING and a savepoint, and somebody changes the state on the platform",
        act: (world) => {
          world.cluster.edit("my-deployment", { spec: { ...(wanted("RUNNING").spec as object), savepointNonce: 1 } });
          world.admin.editSpec("default", "my-deployment", { state: "SUSPENDED" });
        },
        after: 10_000,
        rule: "pause",
        end: "settled",
        calls: [...looks, { "api patch": { record: observed({ generation: 2 }) } }, "api patch status"],
        status: status({
          fields: {
            syncEnabled: false,
            observedSpecState: "RUNNING",
            observedGeneration: 2,
            actualState: "SUSPENDED",
          },
          conditions: {
            SpecAligned: disabled(10),
            NonceAligned:
              "Unknown/NoncesPending 20 The savepoint for savepointNonce 1 waits, because projection is switched off.",
          },
          healthySince: 10,
        }),
        record: observed({ generation: 2 }),
      },
      gone("it is deleted", remove, "leave-deployment", looks),
    ],
  },
  {
    name: "ObserveOnly creates nothing",
    why: "there is nothing to look at yet; no finalizer, no record",
    steps: [
      {
        when: "it is applied",
        act: (world) => world.cluster.create(vvpDeployment("PATCH", observing)),
        rule: "pause",
        end: "settled",
        calls: [...firstLook, "api patch status"],
        status: unlinked({ fields: { syncEnabled: false }, conditions: { SpecAligned: disabled(0) } }),
        record: null,
      },
      {
        when: "the word is misspelt",
        act: annotate({ [managementPolicy]: "ObserveOnlyy" }),
        rule: "pause",
        end: "settled",
        calls: [...laterLook, "api patch status"],
        status: unlinked({
          fields: { syncEnabled: false },
          conditions: {
            SpecAligned: `False/SyncDisabled 0 The annotation ${managementPolicy} is neither Full nor ObserveOnly.`,
          },
        }),
        record: null,
      },
    ],
  },
  {
    name: "ObserveOnly looks at a deployment that was made in the UI",
    why: "what cannot be claimed (R17) can still be seen; it has no id in the status, since it is not this resource's",
    steps: [
      {
        when: "it is applied",
        act: (world) => {
          world.admin.createDeployment("default", "my-deployment", { state: "CANCELLED" });
          world.cluster.create(vvpDeployment("PATCH", observing));
        },
        rule: "observe",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey", seen, "api patch status"],
        status: unlinked({
          fields: { syncEnabled: false, actualState: "CANCELLED" },
          conditions: {
            Consistent:
              "True/DeploymentObserved 0 Deployment my-deployment is looked at and not managed by this resource.",
            SpecAligned: disabled(0),
          },
        }),
        record: null,
      },
      { when: "a tick", rule: "observe", end: "settled", calls: ["api get", seen], status: "same", record: null },
      {
        when: "it is removed on the platform",
        act: (world) => world.admin.deleteDeployment("default", "my-deployment"),
        rule: "pause",
        end: "settled",
        calls: [...laterLook, "api patch status"],
        status: unlinked({
          fields: { syncEnabled: false },
          conditions: {
            Consistent:
              "True/DeploymentObserved 0 Deployment my-deployment is looked at and not managed by this resource.",
            SpecAligned: disabled(0),
          },
        }),
        record: null,
      },
    ],
  },
];
