import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { onlyWhileDeleting } from "../../core/deletion-rules.ts";

import { openTrigger, type SnapshotMemory, toMemory } from "./memory.ts";
import { disposes } from "./read-spec.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

/** Its value `Orphan` lets a resource go, whatever becomes of its files. */
const policyAnnotation = "weir.dev/deletion-policy";

const wayOut = `Set the annotation ${policyAnnotation} to Orphan to let the resource go and keep the files.`;

/** How long a disposal that failed is left alone, in milliseconds. */
const disposalPauseMs = 60_000;

const orphan: Rule = {
  name: "orphan",
  why: "The user's way out of every wait: the files stay where they are.",
  decide: ({ object }) =>
    object.metadata.annotations?.[policyAnnotation] === "Orphan"
      ? { why: "The resource is let go; its files are kept.", actions: [], release: true }
      : undefined,
};

const finish: Rule = {
  name: "finish",
  why: "A snapshot that is being taken can only be disposed of once it is known where it is; it is never asked for again.",
  decide: ({ memory, record, trigger, now, settings }) => {
    if (memory?.phase !== "in-progress") return undefined;
    const { at = now } = openTrigger(record) ?? {};
    const isLost = trigger.found === "forgotten" && at + settings.quarantineMs <= now;
    if (isLost) return { why: "Flink never took the request; the resource is let go.", actions: [], release: true };
    const why = `The ${memory.snapshot} is still being taken, and the resource goes when that has ended.`;
    return { ...nothing(why), until: wayOut, revisit: trigger.found === "running" ? "moving" : "waiting" };
  },
};

const letGo: Rule = {
  name: "let-go",
  why: "Checkpoints belong to Flink; of what failed there is nothing; and what is not surely its own is not deleted.",
  decide: ({ memory, object, disposal }) => {
    const isIts = memory?.phase === "completed" && memory.snapshot === "savepoint" && memory.guessed !== true;
    if (isIts && memory.path !== undefined && disposes(object.spec) && disposal.found !== "gone") return undefined;
    const why = disposal.found === "gone" ? "The savepoint is disposed of." : "There is nothing to dispose of.";
    return { why: `${why} The resource is let go.`, actions: [], release: true };
  },
};

const keepNeeded: Rule = {
  name: "keep-needed",
  why: "A savepoint that its job is to be started from, or would go back to, is the job's only state.",
  decide: (view) =>
    isNeeded(view) ? { ...nothing("The job still needs the savepoint to start from."), until: wayOut } : undefined,
};

const dispose: Rule = {
  name: "dispose",
  why: "Only Flink can delete a savepoint, and it takes a request of any job's cluster; its own is the one that is known (2.12).",
  decide: (view) => {
    const { memory, readiness, disposal, now } = view;
    if (memory?.path === undefined) return undefined;
    if (disposal.found === "running") return { ...nothing("The savepoint is being disposed of."), revisit: "moving" };
    if (readiness.is !== "running") {
      const wait = { ...nothing(`The savepoint cannot be disposed of: ${readiness.why}`), until: wayOut };
      return readiness.is === "never" ? wait : { ...wait, revisit: "waiting" };
    }
    const why = disposal.found === "failed" ? disposal.why : memory.disposal?.error;
    if (why !== undefined && now < (memory.disposal?.at ?? 0) + disposalPauseMs) {
      return { ...nothing(`The disposal of the savepoint failed: ${why}`), until: wayOut, revisit: "waiting" };
    }
    const { endpoint } = readiness;
    const action = { type: "flink/dispose" as const, endpoint, savepointPath: memory.path };
    return { why: "The savepoint is disposed of.", actions: [action], revisit: "moving" };
  },
};

/** By the target's own record, so that a status that somebody wrote takes nothing away. */
function isNeeded({ target, memory, job }: View): boolean {
  if (target.found !== "present" || target.memory === undefined || memory?.path === undefined) return false;
  const { state, origin, phase, ha } = target.memory;
  const isPath = (restore: typeof state) => restore !== undefined && "path" in restore && restore.path === memory.path;
  if (phase !== "deployed" && isPath(state)) return true;
  // Without high availability a JobManager that dies goes back to it, whatever its job has completed since.
  const hasOwn = ha && job.found === "job" && job.checkpoints?.completed !== undefined;
  return isPath(origin) && !hasOwn;
}

/** What a disposal that was sent is remembered by; a repeat of it does no harm, so that it needs no intent. */
export function afterDisposal(memory: SnapshotMemory, at: number, triggerId: unknown, error?: string) {
  const known = typeof triggerId === "string" ? { triggerId } : {};
  return toMemory({ ...memory, disposal: { at, ...known, ...(error !== undefined && { error }) } });
}

/** What happens to a resource with a deletionTimestamp, in this order; the last rule always has a word. */
export const deletionChain: readonly Rule[] = onlyWhileDeleting([orphan, finish, letGo, keepNeeded, dispose]);
