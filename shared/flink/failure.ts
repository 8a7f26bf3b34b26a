import type { Settings } from "../core/settings.ts";
import type { FailureCause } from "../ports/flink-answers.ts";
import type { EndedJob } from "./memory.ts";
import { readOptions } from "./options/read-options.ts";

/** How much `status.error` holds (5.1). */
export interface ErrorLimits {
  /** Causes of a failure at most. */
  readonly causes: number;
  /** Characters of each text at most. */
  readonly length: number;
}

/** Options of the operator alone, whatever a resource says. */
export function errorLimitsOf({ flinkConfiguration = {}, flinkDefaults: defaults = "guide" }: Settings): ErrorLimits {
  const { values } = readOptions(flinkConfiguration, { defaults, scope: "operator" });
  return { causes: values.exceptionCauses, length: values.exceptionFieldLength };
}

/** The root of a failure on one line. */
export function rootOf(cause: FailureCause): string {
  const { exception = "", message = "" } = cause.at(-1) ?? {};
  return [exception, message].filter((one) => one !== "").join(": ");
}

/** In the form of the Apache operator (1.4); the causes outermost first. */
function toStatusError(message: string, causes: FailureCause, { causes: most, length }: ErrorLimits): string {
  const cut = (text: string) => text.slice(0, length);
  const list = causes.slice(0, most).map((one) => ({ type: cut(one.exception), message: cut(one.message) }));
  return JSON.stringify({ type: "weir", message: cut(message), ...(list.length > 0 && { throwableList: list }) });
}

/** What is known of the failure of a job. */
export interface Failed {
  readonly settings: Settings;
  readonly memory: { readonly ended?: EndedJob } | undefined;
  /** As Flink has just told; undefined where the record has it. */
  readonly failure: FailureCause | undefined;
}

/** What people read of a job that Flink has given up, with the root of it where Flink tells. */
export function describeFailure({ memory, failure }: Pick<Failed, "memory" | "failure">): string {
  const why = failure === undefined ? memory?.ended?.why : rootOf(failure);
  return why === undefined ? "The job has failed." : `The job has failed: ${why}`;
}

/** `status.error`; the causes of a failure are shown with the sentence that tells of it, `after` the pass. */
export function toError(view: Failed, after: Failed["memory"], error: string): string {
  const causes = error === describeFailure(view) ? after?.ended?.causes : undefined;
  return toStatusError(error, causes ?? [], errorLimitsOf(view.settings));
}
