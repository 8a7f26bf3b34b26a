import { at } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { noncePolicyAnnotation } from "./names.ts";
import { nonceFields } from "./nonce.ts";
import { type NonceName, nonceNames } from "./nonce-memory.ts";
import type { Change } from "./preview-change.ts";

/** What an edit asks for by a nonce; `words` names the field with its value before and now. */
export interface Asked {
  readonly words: string;
  /** `yes`: the job runs, as the status shows; `used`: that value was decided on before (AMB-1). */
  readonly fires: "yes" | "later" | "doubtful" | "used";
}

/** What an edit asks for; undefined where it does not change the nonce to a number. */
export function askedFor({ before, after, seen, record }: Change, name: NonceName): Asked | undefined {
  const value = nonceIn(after, name);
  const earlier = nonceIn(before, name);
  if (value === undefined || value === earlier) return undefined;
  const words = `${nonceFields[name]} ${earlier === undefined ? "" : `${earlier} → `}${value}`;
  const memory = record?.nonces?.[name];
  if (value === memory?.observed || memory?.burnt.includes(value)) return { words, fires: "used" };
  if (seen === "RUNNING") return { words, fires: "yes" };
  const waits = after.metadata.annotations?.[noncePolicyAnnotation] === "Wait";
  return { words, fires: waits ? "later" : "doubtful" };
}

/** What becomes of the savepointNonce of an edit. */
export function previewSavepoint(change: Change): string[] {
  const asked = askedFor(change, "savepoint");
  return asked === undefined ? [] : [toSentence(asked, ["takes a savepoint", "takes no savepoint"], change.seen)];
}

/** What becomes of the nonces of a new resource: they wait for the job where it is started right away (AMB-4). */
export function previewFirstNonces(object: KubeObject): string[] {
  if (at(object.spec, "deployment", "spec", "state") !== "RUNNING") return [];
  const verbs = { savepoint: "takes a savepoint", restart: "restarts the job" } as const;
  return nonceNames.flatMap((name) => {
    const value = nonceIn(object, name);
    return value === undefined ? [] : [`${verbs[name]} once the job runs (${nonceFields[name]} ${value})`];
  });
}

/** The sentence for a request by itself; `verbs` are what is done, and what it is called when nothing is done. */
export function toSentence({ words, fires }: Asked, verbs: readonly [string, string], seen?: string): string {
  const [does, doesNot] = verbs;
  if (fires === "yes") return `${does} (${words})`;
  if (fires === "later") return `${does} once the job runs (${words})`;
  if (fires === "used") return `${doesNot}, because that value was used before (${words})`;
  const state = seen === undefined ? "its state is not known yet" : `it was ${seen}`;
  return `${does} only if the job runs by then (${words}); ${state}`;
}

/** The number that a resource has in a nonce's field. */
export function nonceIn({ spec }: KubeObject, name: NonceName): number | undefined {
  const value = at(spec, nonceFields[name]);
  return typeof value === "number" ? value : undefined;
}
