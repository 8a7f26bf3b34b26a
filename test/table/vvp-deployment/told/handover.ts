import type { Told } from "./told.ts";
import { lost, paused, projected } from "./words.ts";

const taken = [
  "its label and its annotation name this instance now",
  "deployment-1: took over deployment from operator instance other-operator",
] as const;
const takenLater = [
  ["ten minutes later", taken[1]],
  ["the next look", projected("PATCH", "CANCELLED → RUNNING")],
] as const;
const refused = lost(
  "Deployment my-deployment is managed by operator instance other-operator. Let that instance hand it over, or contact your platform administrator.",
);

/** What is told of resources that go from one operator to another (F16); nothing where the answer was lost. */
export const handoverNews: Told = {
  "handed over": {
    "a resource that is handed over goes on with the same deployment": [taken],
    "what is edited with the handover goes out after it": [
      taken,
      ["the next look", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "a resource that is handed over and deleted takes its deployment with it": [taken],
    "nothing is taken over while projection is off": [["it is handed over and paused", paused]],
    "a handover to a third instance is none to this one": [["its mark names another instance", refused]],
    "a handover to nobody is none": [["its mark names another instance", refused]],
  },
  "a handover that is refused": {
    "a handover that the platform refuses with 400 is told and tried again later": takenLater,
    "a handover that the platform refuses with 409 is told and tried again later": takenLater,
  },
  "a handover and a deletion": {
    "a deletion that waits for a refused handover ends with Orphan": [
      [
        "it is handed over and deleted",
        "deployment-1: does not delete my-deployment yet: The deployment is CANCELLED. The platform refuses to hand it over; the condition Consistent says why. To let the resource go without it, set the annotation weir.dev/deletion-policy to Orphan.",
      ],
    ],
  },
};
