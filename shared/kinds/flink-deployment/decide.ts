import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { unheld } from "../../core/deletion-rules.ts";
import { awaitRetry, followSavepoint, takeSavepoint } from "../../flink/decide-savepoint.ts";
import { askCheckpoint, recordSavepoint, tidySnapshots } from "../../flink/decide-snapshots.ts";
import { pause, reportInvalid } from "../../flink/held-rules.ts";
import { unlessOvertaken } from "../../flink/not-overtaken.ts";
import { deletionChain } from "./decide-deletion.ts";
import { stayEnded } from "./decide-ended.ts";
import { applyIngress, retryIngress } from "./decide-ingress.ts";
import { protectJobs } from "./decide-protection.ts";
import { adopt, recover, refuseName, removeStale } from "./decide-recovery.ts";
import { restartFailed, restartUnhealthy, tellUnhealthy } from "./decide-restart.ts";
import { rollBack, rolledBack } from "./decide-rollback.ts";
import { scale } from "./decide-scale.ts";
import { finishStart, startAgain, startFirst } from "./decide-start.ts";
import { beginStop, followStop, takeAway } from "./decide-stop.ts";
import { refuseTakeOver } from "./decide-take-over.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

const rest: Rule = {
  name: "rest",
  why: "What is wanted is deployed.",
  decide: () => nothing("Nothing is to be done."),
};

/** How a pass over a FlinkDeployment decides; the first rule that has something to say wins, so the order is behaviour. */
export const chain: readonly Rule[] = unlessOvertaken<View, Act>([
  unheld,
  recordSavepoint,
  ...deletionChain,
  refuseName,
  reportInvalid,
  pause,
  adopt,
  refuseTakeOver,
  removeStale,
  startFirst,
  finishStart,
  followStop,
  takeAway,
  startAgain,
  followSavepoint,
  scale,
  protectJobs,
  beginStop,
  rollBack,
  restartFailed,
  restartUnhealthy,
  stayEnded,
  recover,
  applyIngress,
  takeSavepoint,
  askCheckpoint,
  tidySnapshots,
  rolledBack,
  retryIngress,
  tellUnhealthy,
  awaitRetry,
  rest,
]);
