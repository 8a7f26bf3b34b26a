import { example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, definition as marking, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { applied, definition, exists, found, later, madeInUi, notTaken, takes } from "./adoption-parts.ts";
import { ahead, deploymentOf, nothingMore } from "./parts.ts";
import { annotate } from "./policy-parts.ts";

/** `weir.dev/adoption-policy: Adopt`: what nobody manages is taken over, and only that. */
export const adoptionRows: readonly Row[] = [
  {
    name: "a running deployment of the UI is marked, then brought to the spec by what the resource gives",
    why: "R17 by the user's own leave; the mark alone restarts nothing, and initFields are for creations (R29)",
    steps: [
      takes,
      {
        when: "the next look",
        after: 1_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": definition },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          fields: { actualState: "TRANSITIONING" },
          conditions: {
            Consistent: "True/RecordIntact 2 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 3 The changed spec is projected (mode=PATCH).",
            NonceAligned: "True/NoncesProcessed 3 No savepoint or restart is requested.",
            ParallelismAligned: "True/Aligned 3 The platform says nothing of Autopilot, which counts as not active.",
          },
          healthySince: 2,
        }),
        record: record(),
      },
    ],
  },
  {
    name: "in PUT mode the whole definition follows, with the mark in it",
    why: "R25: the mode says how the first projection goes, as it does for any other",
    steps: [
      { ...takes, act: applied("PUT") },
      {
        when: "the next look",
        after: 1_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          ahead(record({ generation: 0, input: "", applied: null }), 3),
          { "platform PUT default/deployment-1 200": marking(deploymentOf(example("PUT"))) },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          fields: { actualState: "TRANSITIONING" },
          conditions: {
            Consistent: "True/RecordIntact 2 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 3 The changed spec is projected (mode=PUT).",
            NonceAligned: "True/NoncesProcessed 3 No savepoint or restart is requested.",
            ParallelismAligned: "True/Aligned 3 The platform says nothing of Autopilot, which counts as not active.",
          },
          healthySince: 2,
        }),
        record: record(),
      },
    ],
  },
  {
    name: "without the annotation nothing is taken over; with it, it is at once",
    why: "R17 is the default; the message names the way",
    steps: [
      {
        when: "the resource is applied",
        act: (world) => {
          madeInUi(world);
          world.clock.skip(2_000);
          world.cluster.create(example("PATCH"));
        },
        rule: "refuse-claim",
        end: "settled",
        calls: [...found, "api patch status"],
        status: notTaken(
          `${exists} Choose another name, remove the other one, or take it over with the annotation weir.dev/adoption-policy: Adopt.`,
        ),
        record: null,
      },
      {
        ...takes,
        when: "the annotation is set",
        act: annotate({ "weir.dev/adoption-policy": "Adopt" }),
        calls: [...later, ...takes.calls.slice(3)],
        status: { ...(takes.status as object), observedGeneration: 1 },
      },
    ],
  },
  {
    name: "what another operator instance manages is not taken over, whatever the annotation",
    why: "R16: the lock is there; adoption is for what nobody manages",
    steps: [
      {
        when: "the resource is applied, and the deployment is another resource's",
        act: (world) => {
          applied()(world);
          const marker = { "ververica.platform/managed-by-operator": "other", "ververica.platform/cr-uid": "uid-9" };
          const [[id, row] = []] = [...world.platform.state.rows];
          if (id === undefined || row === undefined) throw new Error("no deployment");
          const metadata = { ...row.deployment.metadata, annotations: marker };
          world.platform.state.rows.set(id, { ...row, deployment: { ...row.deployment, metadata } });
        },
        rule: "refuse-claim",
        end: "settled",
        calls: [...found, "api patch status"],
        status: notTaken(`${exists} Weir does not take over deployments; choose another name or remove the other one.`),
        record: null,
      },
    ],
  },
  {
    name: "a deployment on another target is not taken over",
    why: "R48: the target is immutable, and the first projection would move the job",
    steps: [
      {
        when: "the resource is applied",
        act: applied("PATCH", { deploymentTargetName: "elsewhere" }),
        rule: "refuse-claim",
        end: "settled",
        calls: [...found, "api patch status"],
        status: notTaken(
          `${exists} It is not taken over, because it runs on deployment target elsewhere and ` +
            "spec.deployment.spec.deploymentTargetName is default.",
        ),
        record: null,
      },
      { ...nothingMore("a tick"), rule: "refuse-claim", calls: later },
    ],
  },
  {
    name: "nothing is taken over while projection is switched off",
    why: "R94: a mark is a write",
    steps: [
      {
        when: "the resource is applied, paused",
        act: (world) => {
          madeInUi(world);
          world.clock.skip(2_000);
          world.cluster.create(
            vvpDeployment("PATCH", {
              metadata: {
                annotations: {
                  "weir.dev/adoption-policy": "Adopt",
                  "weir.dev/paused": "true",
                },
              },
            }),
          );
        },
        rule: "refuse-claim",
        end: "settled",
        calls: [...found, "api patch status"],
        status: {
          ...notTaken(
            `${exists} It is not taken over while projection is switched off. The annotation weir.dev/paused is set.`,
          ),
          syncEnabled: false,
        },
        record: null,
      },
    ],
  },
];
