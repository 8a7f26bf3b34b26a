import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { unheld } from "../../core/deletion-rules.ts";
import { awaitRetry, followSavepoint, takeSavepoint } from "../../flink/decide-savepoint.ts";
import { askCheckpoint, recordSavepoint, tidySnapshots } from "../../flink/decide-snapshots.ts";
import { pause, reportInvalid } from "../../flink/held-rules.ts";
import { unlessOvertaken } from "../../flink/not-overtaken.ts";
import { deletionChain } from "./decide-deletion.ts";
import { checkJar } from "./decide-jar.ts";
import { restartFailed } from "./decide-restart.ts";
import { scale } from "./decide-scale.ts";
import { resubmit, startAgain, startFirst, submit } from "./decide-start.ts";
import { beginStop, endJob, followStop } from "./decide-stop.ts";
import { refuseTakeOver } from "./decide-take-over.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

const staySuspended: Rule = {
  name: "stay-suspended",
  why: "What is not to run needs no cluster.",
  decide: ({ memory, wanted }) =>
    wanted?.running === false && (memory === undefined || memory.phase === "stopped")
      ? nothing("spec.job.state is suspended, and nothing runs.")
      : undefined,
};

const awaitCluster: Rule = {
  name: "await-cluster",
  why: "A job is only ended or started where its cluster answers and stays (2.8); until then nothing is known of it.",
  decide: ({ cluster, object }) => {
    const name = (object.spec as { readonly deploymentName?: string } | undefined)?.deploymentName ?? "";
    if (cluster.found === "missing") {
      return { ...nothing(`There is no FlinkDeployment ${name}.`), until: "The job goes on when there is one." };
    }
    if (cluster.found !== "session" || cluster.ready) return undefined;
    if (cluster.leaving || cluster.held) return nothing(`FlinkDeployment ${name} is being deleted.`);
    const why = `The cluster of FlinkDeployment ${name} is not ready: JobManager ${cluster.status}.`;
    return { ...nothing(why), until: "The job goes on when it is READY and deployed.", revisit: "waiting" };
  },
};

const rest: Rule = {
  name: "rest",
  why: "What is wanted is done.",
  decide: () => nothing("Nothing is to be done."),
};

/** How a pass over a FlinkSessionJob decides; the first rule that has something to say wins, so the order is behaviour. */
export const chain: readonly Rule[] = unlessOvertaken<View, Act>([
  unheld,
  recordSavepoint,
  ...deletionChain,
  reportInvalid,
  pause,
  followStop,
  endJob,
  staySuspended,
  refuseTakeOver,
  awaitCluster,
  startFirst,
  submit,
  startAgain,
  followSavepoint,
  scale,
  checkJar,
  beginStop,
  restartFailed,
  resubmit,
  takeSavepoint,
  askCheckpoint,
  tidySnapshots,
  awaitRetry,
  rest,
]);
