import type { Outcome, Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { type FlinkMemory, toMemory } from "../../flink/memory.ts";
import { ingresses } from "../../flink/object-kinds.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** True where the Ingress is not, or may not be, as the spec wants it; what nobody may manage is owed to nobody. */
export function owesIngress({ ingress }: FlinkMemory, wanted: Wanted): boolean {
  return wanted.managesIngress && ingress?.hash !== wanted.ingress;
}

/** True where an Ingress of ours may stand, or be on its way down, that the spec wants otherwise. */
export function needsIngress(memory: FlinkMemory | undefined, wanted: Wanted | undefined): boolean {
  const isDeployed = memory?.phase === "deployed" && memory.ingress !== undefined;
  return isDeployed && wanted !== undefined && owesIngress(memory, wanted);
}

/** Applies the Ingress beside a cluster, or takes it away, without touching what runs (2.5, 3.7). */
export const applyIngress: Rule = {
  name: "apply-ingress",
  why: "After the cluster, so that what is wrong with an Ingress holds up no job and no rescue of one.",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory?.phase !== "deployed" || wanted?.change !== "none" || !owesIngress(memory, wanted)) return undefined;
    const held = whyHeld(view, memory, wanted);
    if (held !== undefined) return { why: held, actions: [], revisit: "waiting" };
    return wanted.ingress === undefined ? takeIngress(view, memory) : makeIngress(memory, wanted, wanted.ingress);
  },
};

/** One that is sent late would come after the one that is wanted now; one that is on its way down takes what is applied along. */
function whyHeld(view: View, { ingress }: FlinkMemory, wanted: Wanted): string | undefined {
  const isUnsure = wanted.ingress === undefined || ingress?.hash === "";
  if (isUnsure && doubtLeft(view) > 0) return "An Ingress that was not confirmed may still be applied.";
  const isLeaving = view.ingress.found === "present" && view.ingress.deleting;
  return isLeaving ? "An Ingress is on its way down." : undefined;
}

function makeIngress(memory: FlinkMemory, wanted: Wanted, hash: string): Plan<Act> | undefined {
  const { attempt, jobId, origin } = memory;
  const { objects = [] } = wanted.objects({ attempt, jobId, restore: origin });
  const ingress = objects.find(({ kind }) => kind === ingresses);
  if (ingress === undefined) return undefined;
  return {
    why: "The Ingress is applied.",
    actions: [{ type: "kubernetes/apply", ...ingress }],
    memory: {
      before: toMemory({ ...memory, ingress: { hash: "" } }),
      done: toMemory({ ...memory, ingress: { hash } }),
    },
    revisit: "moving",
  };
}

function takeIngress(view: View, memory: FlinkMemory): Plan<Act> {
  const { name, namespace = "" } = view.object.metadata;
  const { ingress: _gone, ...rest } = memory;
  const found = view.ingress;
  if (found.found !== "present") {
    return { why: "No Ingress is left.", actions: [], memory: { done: toMemory(rest) }, revisit: "moving" };
  }
  const key = { namespace, name };
  return {
    why: "The Ingress is taken away.",
    actions: [{ type: "kubernetes/delete", kind: ingresses, key, seen: { uid: found.uid } }],
    memory: { before: toMemory({ ...memory, ingress: { hash: "" } }) },
    revisit: "moving",
  };
}

/** Says what is wrong with an Ingress that was refused, and tries it again after a while. */
export const retryIngress: Rule = {
  name: "retry-ingress",
  why: "Last of all: a refusal does not pass by itself, and everything else goes on meanwhile.",
  decide: ({ memory, wanted, settings, now }) => {
    const { hash, refused } = memory?.ingress ?? {};
    if (memory?.phase !== "deployed" || wanted === undefined || refused === undefined || hash === undefined) {
      return undefined;
    }
    const againAt = refused.at + settings.rejectedRetryMs;
    if (againAt <= now && wanted.ingress === hash) return makeIngress(memory, wanted, hash);
    const until = `It is tried again at ${new Date(againAt).toISOString()}, or when spec.ingress changes.`;
    return { why: `The Ingress is refused: ${refused.message}`, actions: [], until };
  },
};

/** What is remembered of an Ingress that the API server has refused; undefined where it has not. */
export function refusedIngress(
  { wanted, now }: View,
  memory: FlinkMemory | undefined,
  outcomes: readonly Outcome<Act>[],
): FlinkMemory | undefined {
  const [failed] = outcomes.flatMap((one) => (one.result === "failed" ? [one] : []));
  if (failed?.action.type !== "kubernetes/apply" || failed.action.kind !== ingresses) return undefined;
  const { code, message } = failed.fault;
  if (memory === undefined || wanted?.ingress === undefined || (code !== "Rejected" && code !== "Denied")) {
    return undefined;
  }
  return { ...memory, ingress: { hash: wanted.ingress, refused: { message, at: now } } };
}
