import { at, type JsonValue } from "../../shared/core/json.ts";
import { ownerOf } from "./lock.ts";
import type { Row, State } from "./state.ts";
import { objectAt, textAt } from "./tree.ts";
import { judgeReplacement } from "./validate.ts";
import { type Violation, violate } from "./violation.ts";

/** A write of a deployment with the status of its reply. */
export type Write = {
  readonly method: string;
  readonly path: string;
  readonly operator?: string | undefined;
  readonly status: number;
  readonly body?: JsonValue | undefined;
};

/** Notes what a write of a deployment broke; `before` is the row that it met. */
export function recordWrite(state: State, before: Row | undefined, write: Write): void {
  const found = [
    judgeStranger(before, write),
    judgeCrossing(before, write),
    judgeCompleteness(write),
    ...judgePaths(state, write),
  ];
  state.violations.push(...found.filter((one) => one !== undefined));
}

function judgeStranger(before: Row | undefined, { method, path, operator, status }: Write): Violation | undefined {
  const owner = before === undefined ? undefined : ownerOf(before.deployment);
  if (owner === undefined || owner === operator || status >= 300) return undefined;
  return violate("foreign-write", `${method} ${path} by ${operator ?? "a user"} changed what belongs to ${owner}`);
}

/** A change of the desired state would end the job that is being scaled. */
function judgeCrossing(before: Row | undefined, { method, path, status, body }: Write): Violation | undefined {
  const wanted = textAt(body, "spec", "state");
  if (before?.autopilot?.scaling === undefined || wanted === undefined || status >= 300) return undefined;
  if (wanted === textAt(before.deployment.spec, "state")) return undefined;
  return violate("no-state-while-scaling", `${method} ${path} wanted ${wanted} while Autopilot was scaling`);
}

/** The platform refuses such a PUT; an operator should not even have sent it. */
function judgeCompleteness({ method, path, operator, body }: Write): Violation | undefined {
  if (method !== "PUT" || operator === undefined) return undefined;
  const problems = judgeReplacement(objectAt(body, "spec"));
  if (problems.length === 0) return undefined;
  return violate("complete-replacement", `PUT ${path} lacks ${problems.map(({ attribute }) => attribute).join(", ")}`);
}

function judgePaths({ creationOnlyPaths }: State, { method, path, body }: Write): readonly Violation[] {
  if (method !== "PATCH") return [];
  return creationOnlyPaths
    .filter((one) => at(body, ...one.split(".")) !== undefined)
    .map((one) => violate("no-creation-only-path", `PATCH ${path} names ${one}`));
}
