import { isObject, type JsonObject } from "./json.ts";
import type { Review } from "./rule.ts";
import type { Settings } from "./settings.ts";

/** An answer, and what else of its review it may depend on. */
interface Known<Answer> {
  /** Undefined where a review forgets it. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly settings: Settings;
  readonly answer: Answer;
}

/**
 * The same function, which computes its answer once for a spec and keeps it for as long as that spec lives: many rules ask for
 * it, and a pass reads one spec for several ends, while status and metadata change beside it.
 *
 * Assumptions: `compute` is pure and looks at nothing of a review but the spec, the name and the namespace of its object, and
 * the settings; nobody changes any of them.
 */
export function oncePerSpec<Answer>(compute: (review: Review) => Answer): (review: Review) => Answer {
  const answers = new WeakMap<JsonObject, Known<Answer>>();
  return (review) => {
    const { object, settings } = review;
    const { name, namespace } = object.metadata;
    const { spec } = object;
    if (!isObject(spec)) return compute(review);
    const known = answers.get(spec);
    const holds = known !== undefined && known.name === name && known.namespace === namespace;
    if (holds && known.settings === settings) return known.answer;
    const answer = compute(review);
    answers.set(spec, { name, namespace, settings, answer });
    return answer;
  };
}
