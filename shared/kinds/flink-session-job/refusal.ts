import type { Outcome } from "../../core/action.ts";
import type { Fault } from "../../core/error.ts";
import { sentence } from "../../core/sentence.ts";
import type { Act } from "./view.ts";

/** A refusal that a condition tells. */
export interface Refusal {
  readonly why: string;
  /** When the same is sent again. */
  readonly until: string;
}

const refusals: ReadonlySet<string> = new Set(["Rejected", "Missing", "Denied"]);
const starts: ReadonlySet<string> = new Set(["flink/look-at-jar", "flink/upload", "flink/run"]);

/** What was refused in a pass, and is not sent again at every look; a size becomes an upgrade instead. */
export function refusedIn(outcomes: readonly Outcome<Act>[]): Fault | undefined {
  const [failed] = outcomes.flatMap((one) =>
    one.result === "done" || one.action.type === "flink/rescale" ? [] : [one.fault],
  );
  return failed !== undefined && refusals.has(failed.code) ? failed : undefined;
}

/** As `refusedIn`, where it was the jar or the job. */
export function refusedStart(outcomes: readonly Outcome<Act>[]): Fault | undefined {
  return refusedIn(outcomes.filter(({ action }) => starts.has(action.type)));
}

/** What Flink, or the origin of the jar, has against a start. */
export function describeRefusal({ message }: Pick<Fault, "message">): Refusal {
  return {
    why: sentence(`The job was refused: ${message}`),
    until: "It is tried again after a while, or at once when the spec changes.",
  };
}
