import { at, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import { tellChange } from "../../flink/announce.ts";
import type { Word } from "../../flink/word.ts";
import type { FlinkFinding } from "./view.ts";

/** What is told of a state that nobody knows, by the rule that found it out (7.2). */
const unknownStates: Readonly<Record<string, string>> = {
  "start-again": "RestoreFailed",
  recover: "RestoreFailed",
  "begin-stop": "UpgradeFailed",
  "follow-stop": "UpgradeFailed",
};

/** A change that is held, and a state that nobody knows: told once, when the condition `Waiting` begins to say so. */
export function tellWait({ view, rule, plan }: FlinkFinding, status: JsonObject): Word[] {
  const { object, memory, wanted } = view;
  const [before, after] = [object.status, status].map(reasonOf);
  if (after === undefined || after === before) return [];
  const held =
    (rule === "begin-stop" || rule === "protect-jobs") && wanted !== undefined && wanted.change !== "none"
      ? [tellChange(object)]
      : [];
  const reason = unknownStates[rule];
  if (after !== "StateUnknown" || reason === undefined) return held;
  const id = `state-unknown/${memory?.attempt}/${object.metadata.generation}`;
  return [...held, { id, type: "Warning", reason, message: plan.why }];
}

/** The reason of the condition `Waiting`; undefined where nothing is waited for. */
function reasonOf(status: JsonValue | undefined): JsonValue | undefined {
  const conditions = at(status, "conditions");
  const waits = (one: JsonValue) => member(one, "type") === "Waiting" && member(one, "status") === "True";
  return Array.isArray(conditions) ? member(conditions.find(waits), "reason") : undefined;
}
