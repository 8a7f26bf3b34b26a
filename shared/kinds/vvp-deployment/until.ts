import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { quarantineEnd } from "./creation.ts";
import { passesWhenReading } from "./fault.ts";
import { toTime } from "./instant.ts";
import { deletionPolicyAnnotation, managementPolicyAnnotation, pausedAnnotation } from "./names.ts";
import { deletionPolicies, managementPolicies } from "./policies.ts";
import { createsUntil, definitionUnderWay } from "./projection.ts";
import { dueRestart, nextStart } from "./restart.ts";
import { savepointPatienceMs } from "./savepoint.ts";
import { isMoving, ours, type View } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

/** The same rule; a plan of it that sends nothing tells what ends the wait, where anything is waited for. */
export function tellUntil(rule: Rule): Rule {
  return {
    ...rule,
    decide: (view) => {
      const plan = rule.decide(view);
      if (plan === undefined || plan.actions.length > 0 || plan.release === true) return plan;
      const until = waits[rule.name]?.(view);
      return until === undefined ? plan : { ...plan, until };
    },
  };
}

const arrives = "The platform reaches the state that it was asked for.";

const untilCorrected = (annotation: string, words: readonly string[]) =>
  `The annotation ${annotation} is ${words.join(" or ")}.`;

/** What ends the wait, for each rule that has nothing to send; with the time where there is one. */
const waits: Readonly<Record<string, (view: View) => string | undefined>> = {
  unheld: () => "Those whose finalizers the resource still has let it go.",
  "await-backend": untilAnswered,
  "await-doubtful-creation": untilQuarantineEnds,
  "keep-for-its-instance": () =>
    `The deployment is removed on the platform, or ${deletionPolicyAnnotation} is set to Orphan.`,
  "await-management-policy": () => untilCorrected(managementPolicyAnnotation, managementPolicies),
  "block-deletion": (view) => {
    const deployment = ours(view);
    const moves = deployment !== undefined && isMoving(deployment);
    return moves ? arrives : "spec.deployment.spec.state is set to CANCELLED or SUSPENDED.";
  },
  "await-doubtful-update": (view) => `${toTime(createsUntil(view))}, when it can no longer be applied.`,
  "await-policy": () => untilCorrected(deletionPolicyAnnotation, deletionPolicies),
  "report-invalid": () => "The spec is corrected.",
  "await-quarantine": untilQuarantineEnds,
  adopt: untilSentAgain,
  "refuse-claim": () => "The resource names another deployment, or somebody removes that one on the platform.",
  "report-lost": () => "The resource is deleted and created anew.",
  pause: () => `The annotation ${pausedAnnotation} is gone, and ${managementPolicyAnnotation} is not set or Full.`,
  create: untilSentAgain,
  "hold-for-savepoint": untilSavepointEnds,
  "take-over": untilSentAgain,
  "finish-restart": () => "The job has stopped; after ten minutes it is started in any case.",
  "await-definition": (view) => `${toTime(definitionUnderWay(view))}; unless it has arrived, it is sent again.`,
  "project-spec": untilSentAgain,
  "await-scaling": () => "Autopilot has scaled the job.",
  "await-start": (view) => {
    const due = dueRestart(view);
    return due === undefined ? undefined : `${toTime(nextStart(due))}, or the spec changes.`;
  },
  rest: (view) => (ours(view)?.state === "TRANSITIONING" ? arrives : undefined),
};

function untilAnswered({ backend, now }: View): string | undefined {
  if (backend.found !== "unknown") return undefined;
  const { fault } = backend;
  if (!passesWhenReading(fault))
    return "The platform gives access; it is asked again at each tick, with the token that the Secret then holds.";
  const time = fault.retryAfterMs === undefined ? "" : `, after ${toTime(now + fault.retryAfterMs)}`;
  return `The platform answers; it is asked again by itself${time}, and at each tick.`;
}

function untilQuarantineEnds({ record, settings }: View): string {
  return `The deployment shows up, or ${quarantineEnd(record, settings)}.`;
}

function untilSentAgain({ record, settings }: View): string | undefined {
  const rejected = record?.rejected;
  return rejected && `The spec or the Secret's name changes, or ${toTime(rejected.at + settings.rejectedRetryMs)}.`;
}

function untilSavepointEnds({ record, settings, now }: View): string {
  const taking = record?.nonces?.taking;
  const sent = record?.intents.find(({ attempt }) => attempt > 0);
  if (taking !== undefined) return `The savepoint has ended${orAt(taking.since + savepointPatienceMs, now)}.`;
  return `The savepoint shows up${sent === undefined ? "" : orAt(sent.at + settings.quarantineMs, now)}.`;
}

function orAt(ms: number, now: number): string {
  return ms > now ? `, or ${toTime(ms)}` : "";
}
