import { stateMapOf } from "../../shared/adapters/autoscaler/config-map-store.ts";
import { type HeldState, readStateMap } from "../../shared/adapters/autoscaler/read-state-map.ts";
import type { AutoscalerState } from "../../shared/autoscaler/state/state.ts";
import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { sessionJobNames } from "../../shared/flink/api.ts";
import { isAutoscaled } from "../../shared/flink/autoscaler-options.ts";
import type { FlinkConfiguration } from "../../shared/flink/configuration.ts";
import { isPaused } from "../../shared/flink/held-rules.ts";
import { configurationOf } from "../../shared/flink/rules/review-configuration.ts";
import { resetNonceOf, sizeBasis } from "../../shared/flink/scaling-wish.ts";
import { jobConfigurationOf } from "../../shared/kinds/flink-session-job/read-spec.ts";
import type { JobFacts } from "./gather-job.ts";

/** How the autoscaler stands to a job; sentences are for people. */
export interface Standing {
  readonly standing: "no-job" | "deleting" | "refused" | "foreign" | "unreadable" | "off" | "not-yet" | "judged";
  readonly says: string;
  /** What a user can do about it; absent where there is nothing to be done. */
  readonly action?: string;
  /** What has to be known besides. */
  readonly remarks: readonly string[];
  /** What is remembered of the job; absent unless it was `judged`. */
  readonly state?: AutoscalerState;
  /** All that holds for the job, as far as it is known here. */
  readonly configuration: FlinkConfiguration;
}

type Said = Omit<Standing, "remarks" | "configuration"> & { readonly remarks?: readonly string[] };

/** How the autoscaler stands to the job of a resource; total. */
export function judgeStanding(facts: JobFacts, settings: Settings): Standing {
  const { object } = facts;
  const configuration = allOf(facts, settings);
  const isOn = isAutoscaled(configuration);
  const said = judgeResource(facts) ?? judgeMap(facts, isOn);
  const paused = isPaused(object) ? ['The annotation weir.dev/paused is "true": nothing is measured or scaled.'] : [];
  return { ...said, configuration, remarks: [...paused, ...(said.remarks ?? [])] };
}

function allOf({ object, session, key }: JobFacts, settings: Settings): FlinkConfiguration {
  if (key.kind === sessionJobNames.kind) return jobConfigurationOf(object, session, settings);
  return configurationOf({ object, settings });
}

/** What the resource itself says. */
function judgeResource({ object, key, map }: JobFacts): Said | undefined {
  const job = at(object.spec, "job");
  if (key.kind !== sessionJobNames.kind && (job === undefined || job === null)) {
    const says = "It is a session cluster and has no job of its own.";
    return { standing: "no-job", says, action: "Ask for one of its session jobs: flinksessionjob/NAME." };
  }
  if (object.metadata.deletionTimestamp !== undefined) {
    return { standing: "deleting", says: "The resource is being deleted; its job is not scaled any more." };
  }
  if (map === undefined || !("refused" in map)) return undefined;
  const action = `Ask for the right to get configmaps in namespace ${key.namespace}.`;
  return { standing: "refused", says: `What the autoscaler keeps of the job cannot be read: ${map.refused}.`, action };
}

/** What is kept of the job. */
function judgeMap(facts: JobFacts, isOn: boolean): Said {
  const { object, key, map } = facts;
  const name = `ConfigMap ${stateMapOf(key).name}`;
  const held = map === undefined || "refused" in map ? undefined : readStateMap(map as KubeObject, ownerOf(object));
  if (held?.kind === "foreign") {
    const action = "Rename it, or delete it if nobody needs it.";
    return {
      standing: "foreign",
      says: `${name} was not made by Weir, so that nothing can be kept of the job.`,
      action,
    };
  }
  if (held?.kind === "state") return judgeState(held, isOn);
  if (!isOn && !isAlone(facts)) return off;
  if (held?.kind === "unreadable") {
    const says = `${name} holds no state that this version can read; the next cycle begins anew.`;
    return { standing: "unreadable", says };
  }
  return notYet(facts, held?.kind);
}

const off: Said = {
  standing: "off",
  says: "The autoscaler is off: job.autoscaler.enabled is not true, as far as is known here.",
  action:
    'Set job.autoscaler.enabled: "true" in its flinkConfiguration. If the operator\'s own configuration sets it, name that file in WEIR_FLINK_CONFIGURATION.',
};

/** What holds for a session job without its cluster nobody knows. */
function isAlone({ key, session }: JobFacts): boolean {
  return key.kind === sessionJobNames.kind && session === undefined;
}

function notYet(facts: JobFacts, held: HeldState["kind"] | undefined): Said {
  const why: Partial<Record<HeldState["kind"], string>> = {
    former: " What is kept is of a former resource of that name.",
    reset: " All that was known is forgotten, since job.autoscalerResetNonce is another one.",
  };
  const says = `The autoscaler has not looked at the job yet.${why[held ?? "state"] ?? ""}`;
  const action = isAlone(facts)
    ? "Create the session cluster that spec.deploymentName names."
    : "It looks once a minute. If that does not help, see whether the function autoscale gets its ticks and serves this kind and namespace.";
  return { standing: "not-yet", says, action };
}

function judgeState({ state, hasNewSize }: Extract<HeldState, { kind: "state" }>, isOn: boolean): Said {
  const { desired, ...rest } = state;
  const isDropped = hasNewSize && desired !== undefined;
  return {
    standing: "judged",
    says: state.latest?.message ?? "The autoscaler has measured the job and said nothing of it yet.",
    state: isDropped ? rest : state,
    remarks: [
      ...(isDropped
        ? ["You have said another size since the last decision: yours holds, and that is not desired any more."]
        : []),
      ...(isOn ? [] : [`${off.says} What follows is of before, unless the operator's own configuration sets it.`]),
    ],
  };
}

function ownerOf(object: KubeObject) {
  const nonce = resetNonceOf(object);
  const owner = { uid: object.metadata.uid ?? "" };
  return { owner, basis: sizeBasis(object), ...(nonce !== undefined && { nonce }) };
}
