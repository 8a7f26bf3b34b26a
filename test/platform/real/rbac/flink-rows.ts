import type { KubeObject } from "../../../../shared/core/object.ts";
import { deliver } from "../../scenario-rig.ts";
import { callApi } from "../control-plane/access.ts";
import {
  collections,
  deployed,
  fresh,
  gone,
  headersOf,
  held,
  jobOfNone,
  leaving,
  leavingJob,
  leavingSession,
  reopen,
  type Stage,
  snapshotOfNone,
  toBeClosed,
  toBeOpened,
  toGrow,
  type Writer,
  withOldOnes,
  withSavepoint,
} from "./flink-stages.ts";
import type { Rig } from "./rig.ts";
import { type Row, refusedCalls, type Trial } from "./row.ts";

/** What the API server refused of one event or tick, and its answer. */
async function see(rig: Rig, writer: Writer, { kind = "FlinkDeployment" }: Need, name: string) {
  const process = rig[writer];
  const before = process.text.out.length;
  const answer = await deliver(process.url, headersOf(writer, kind, name));
  const { body } = await callApi(rig.address, "GET", `${collections}/${kind.toLowerCase()}s/${name}`);
  const { status = {} } = body as KubeObject;
  const texts = [answer.text, process.text.out.slice(before), JSON.stringify(status)];
  return { status: answer.status, refused: refusedCalls(...texts) };
}

interface Need {
  readonly call: string;
  /** Whose event it is; FlinkDeployment where nothing is said. */
  readonly kind?: string;
  readonly why: string;
  readonly stage: Stage;
  /** What ends the wait for a call that was refused, where it is not tried again at once. */
  readonly again?: (rig: Rig, name: string) => Promise<unknown>;
  /** What the API server is said to have refused, where that is not the call. */
  readonly said?: string;
  /** Answer to the event of one resource, and to a tick, which one resource never fails. */
  readonly answers?: Readonly<Record<Writer, number>>;
}

const ours = { reconcile: 503, refresh: 204 };

/** What a kind needs for its own resources, as the first one does: for something to do, and for something to tell. */
function ownNeeds(kind: string, doing: Stage, telling: Stage): Need[] {
  const plural = `${kind.toLowerCase()}s`;
  const own = { kind, why: "as for a FlinkDeployment", answers: ours };
  return [
    { ...own, call: `get ${plural}`, stage: doing },
    ...(kind === "FlinkStateSnapshot" ? [] : [{ ...own, call: `patch ${plural}`, stage: doing }]),
    { ...own, call: `patch ${plural}/status`, stage: telling },
  ];
}

function applied(plural: string, stage: Stage): Need[] {
  const why = "server-side apply asks for both where there is nothing yet (FD-1)";
  return ["create", "patch"].map((verb) => ({ call: `${verb} ${plural}`, why, stage }));
}

const needs: readonly Need[] = [
  { call: "get flinkdeployments", why: "an event is only a hint (D1)", stage: fresh, answers: ours },
  { call: "patch flinkdeployments", why: "what is not on record is not done (D6)", stage: fresh, answers: ours },
  { call: "patch flinkdeployments/status", why: "what was done is told", stage: fresh, answers: ours },
  ...ownNeeds("FlinkSessionJob", leavingJob, jobOfNone),
  ...ownNeeds("FlinkStateSnapshot", snapshotOfNone, snapshotOfNone),
  ...["create flinkstatesnapshots", "patch flinkstatesnapshots"].map((call) => ({
    call,
    why: "a savepoint that Weir took has a resource; without it the upgrade goes on",
    stage: withSavepoint,
    said: "apply flinkstatesnapshots",
  })),
  { call: "delete flinkstatesnapshots", why: "those beyond number and age are removed", stage: withOldOnes },
  { call: "get deployments", why: "nothing is decided without a look at the JobManager", stage: fresh, answers: ours },
  { call: "list pods", why: "why a JobManager does not come up", stage: deployed, answers: ours },
  { call: "list events", why: "why a pod does not get its volumes", stage: held, answers: ours },
  { call: "delete deployments", why: "the cluster is taken down", stage: leaving },
  { call: "list configmaps", why: "Flink's metadata is found by labels", stage: gone, answers: ours },
  {
    call: "get configmaps",
    why: "that of a job also by its name, whatever became of its labels",
    stage: gone,
    answers: ours,
  },
  { call: "delete configmaps", why: "what is left of it would be taken up by the next cluster", stage: gone },
  { call: "create deployments", why: "a Deployment is made, and never applied over another", stage: fresh },
  { call: "patch deployments", why: "TaskManagers are scaled in place (2.10)", stage: toGrow },
  { call: "get services", why: "one that belongs to somebody else is not written over", stage: fresh },
  ...["configmaps", "services"].flatMap((plural) => applied(plural, fresh)),
  ...applied("ingresses", toBeOpened).map((need) => ({
    ...need,
    again: reopen,
  })),
  { call: "get ingresses", why: "only one of its own is taken away", stage: toBeClosed, answers: ours },
  { call: "delete ingresses", why: "a spec without an Ingress has none", stage: toBeClosed },
];

const toRow =
  (writer: Writer) =>
  (need: Need): Row => ({
    grant: `weir-${writer}: ${need.call}`,
    why: need.why,
    start: async (rig: Rig, name: string): Promise<Trial> => {
      await need.stage(rig, writer, name);
      const act = () => see(rig, writer, need, name);
      return {
        refused: act,
        granted: async () => {
          await need.again?.(rig, name);
          return act();
        },
      };
    },
    refused: {
      status: need.answers?.[writer] ?? 204,
      refused: [need.said ?? need.call.replace(/^(create|patch) (?!flink|events|deployments)/, "apply ")],
    },
    granted: { status: 204, refused: [] },
  });

/** A sweep that sees nothing of a kind says so. */
const listRow = (kind: string, stage: Stage): Row =>
  toRow("refresh")({
    call: `list ${kind.toLowerCase()}s`,
    kind,
    why: "a sweep that sees nothing says so",
    stage,
    answers: { reconcile: 503, refresh: 503 },
  });

/** What the functions need each grant for that is for Flink's clusters. */
export const flinkRows: readonly Row[] = [
  ...needs.map(toRow("reconcile")),
  toRow("reconcile")({ call: "create events", why: "best effort: nothing else fails with it (X8)", stage: fresh }),
  toRow("reconcile")({
    call: "list flinksessionjobs",
    why: "a session cluster does not go before its jobs",
    stage: leavingSession,
    answers: ours,
  }),
  ...needs.map(toRow("refresh")),
  listRow("FlinkDeployment", fresh),
  listRow("FlinkSessionJob", jobOfNone),
  listRow("FlinkStateSnapshot", snapshotOfNone),
];
