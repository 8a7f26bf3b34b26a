import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { onlyWhileDeleting } from "../../core/deletion-rules.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { owesLastSavepoint, takeLastSavepoint } from "../../flink/last-savepoint.ts";
import { isTerminal } from "../../flink/looks.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

const release = (why: string): Plan<Act> => ({ why, actions: [], release: true });

const releaseWithNothingBehind: Rule = {
  name: "release-with-nothing-behind",
  why: "What was never started, or is stopped, leaves nothing behind, whatever its spec says.",
  decide: ({ memory }) =>
    memory === undefined || memory.phase === "stopped"
      ? release("Nothing of the job is there; the resource is let go.")
      : undefined,
};

/** What a JobManager's Deployment says that runs nothing (2.2). */
const down: ReadonlySet<string> = new Set(["MISSING", "DEPLOYING", "ERROR"]);

const releaseWithCluster: Rule = {
  name: "release-with-cluster",
  why: "A job is gone with its cluster, or goes with it; only one that high availability keeps may come back (2.8).",
  decide: ({ cluster, job }) => {
    if (cluster.found !== "session" || cluster.leaving) return release("The job goes with its cluster.");
    const isDown = down.has(cluster.status) && (job.found === "unasked" || job.found === "unreachable");
    return isDown && !cluster.ha ? release("The job went with its JobManager.") : undefined;
  },
};

const awaitAnswer: Rule = {
  name: "await-answer",
  why: "Letting go of a job that may run would leave it without an owner.",
  decide: (view) => {
    const { job } = view;
    if (job.found === "unreachable") {
      return { ...nothing(`The cluster does not answer: ${job.fault.message}`), revisit: "waiting" };
    }
    if (job.found === "unasked") return { ...nothing("The cluster does not answer."), revisit: "waiting" };
    return job.found === "missing" && doubtLeft(view) > 0
      ? { ...nothing("A start that was not confirmed may still come through."), revisit: "waiting" }
      : undefined;
  },
};

const saveLast: Rule = {
  name: "save-last",
  why: "Where the user wants a savepoint before the end, nothing is ended without it, and he may say otherwise at any time.",
  decide: (view) => {
    const { memory, job } = view;
    if (memory === undefined || !mayComeBack(view)) return undefined;
    const wishes = view.lastWishes();
    return owesLastSavepoint(wishes, memory, job) ? takeLastSavepoint(view, memory, wishes) : undefined;
  },
};

/** True for a job that is there, and for one that high availability may bring back; any other is lost for good. */
function mayComeBack({ job, cluster, memory }: View): boolean {
  const isTaken = memory?.phase !== "starting" || memory.accepted === true;
  return job.found === "job" || (isTaken && cluster.found === "session" && cluster.ha);
}

const cancelJob: Rule = {
  name: "cancel-job",
  why: "The resource is let go once its job is gone, not before.",
  decide: ({ job, endpoint, memory }) => {
    if (job.found !== "job" || isTerminal(job.job.state)) return undefined;
    if (job.job.state === "CANCELLING") return { ...nothing("The job is being cancelled."), revisit: "moving" };
    const jobId = memory?.jobId ?? "";
    return { why: "The job is cancelled.", actions: [{ type: "flink/cancel", endpoint, jobId }], revisit: "moving" };
  },
};

const letGo: Rule = {
  name: "let-go",
  why: "Its jars are the last that is left of a job.",
  decide: ({ jars, endpoint }) => ({
    ...release("The job is gone; the resource is let go."),
    actions:
      jars.found === "listed" ? jars.jars.map(({ id }) => ({ type: "flink/delete-jar", endpoint, jarId: id })) : [],
  }),
};

/** What happens to a resource with a deletionTimestamp, in this order (2.8). */
export const deletionChain: readonly Rule[] = onlyWhileDeleting([
  releaseWithNothingBehind,
  releaseWithCluster,
  awaitAnswer,
  saveLast,
  cancelJob,
  letGo,
]);
