import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, job, tick } from "./examples.ts";
import type { Flow } from "./flow.ts";
import { type FlowRow, type FlowStep, playing } from "./playing.ts";

function orphaned(reason: string, state = "CANCELLED"): string {
  return `${state}: Healthy False/${reason}, Consistent False/${reason}`;
}

function losesRecord(flow: Flow): Promise<void> {
  return flow.patchAs("weir-reconcile", { metadata: { annotations: { "weir.dev/record": null } } });
}

function losesDeployment(flow: Flow): void {
  flow.admin.deleteDeployment("default", flow.name);
}

/** Nothing is made anew or linked anew, whatever the user does. */
const stays: readonly FlowStep[] = [
  {
    when: "its parallelism changes",
    act: async (flow) => {
      await flow.edit(job({ parallelism: 2 }));
    },
    shows: [],
  },
  tick,
];

const goes: FlowStep = { when: "it is deleted", act: (flow) => flow.delete(), shows: ["gone"] };

const rows: readonly FlowRow[] = [
  {
    name: "record and deployment are there",
    why: "F13, R85",
    subject: "whole",
    steps: [applied("whole"), tick],
  },
  {
    name: "the deployment is gone",
    why: "F13, R86, R90, AMB-23: the resource goes by itself when it is deleted",
    subject: "bereft",
    steps: [
      applied("bereft"),
      {
        when: "somebody removes the deployment",
        act: async (flow) => {
          losesDeployment(flow);
        },
        shows: [orphaned("AppManagerRecordNotFound", "no state")],
      },
      ...stays,
      goes,
    ],
  },
  {
    name: "the record is gone",
    why: "F13, R87, R90, AMB-23: the deployment carries this resource's mark, so it goes with it",
    subject: "forgotten",
    steps: [
      applied("forgotten"),
      { when: "the record is lost", act: losesRecord, shows: [orphaned("DBRecordMissing")] },
      ...stays,
      { ...goes, calls: ["DELETE deployment 200"] },
    ],
  },
  {
    name: "both are gone",
    why: "F13, R88, R90, AMB-12, AMB-23: the status remembers that there was a deployment",
    subject: "erased",
    steps: [
      applied("erased"),
      {
        when: "both are lost",
        act: async (flow) => {
          losesDeployment(flow);
          await losesRecord(flow);
        },
        shows: [orphaned("ResourceDeleted", "no state")],
      },
      ...stays,
      goes,
    ],
  },
  {
    name: "the platform cannot be asked",
    why: "F13, AMB-9: nothing is concluded from that, and all is as before when it is over",
    subject: "unknown",
    steps: [
      applied("unknown"),
      {
        when: "a proxy answers 404 in its place",
        act: (flow) => {
          flow.admin.configure({ htmlNotFound: 1 });
        },
        shows: ["CANCELLED: Healthy False/AppManagerUnreachable, Consistent Unknown/AppManagerUnreachable"],
      },
      {
        when: "it is over",
        act: (flow) => {
          flow.admin.configure({ htmlNotFound: 0 });
        },
        shows: ["CANCELLED: well"],
      },
    ],
  },
];

onBothPlatforms("record and deployment, there or gone (F13)", playing(rows));
