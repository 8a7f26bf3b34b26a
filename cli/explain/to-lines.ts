import { isObject, type JsonObject, type JsonValue, member } from "../../shared/core/json.ts";
import type { Key } from "../../shared/core/object.ts";
import type { Explanation } from "../../shared/engine/explain.ts";
import { align } from "../table.ts";
import { plain } from "./plain.ts";

/** An explanation as text. */
export function toLines(key: Key, explanation: Explanation): string[] {
  const title = `${key.kind} ${key.namespace}/${key.name}`;
  if (!explanation.found) return [`${title} does not exist.`];
  if (!explanation.inScope) {
    return [title, "Weir leaves it alone: its owner label or its namespace is not this instance's."];
  }
  const { rule = "", why = "", until, asked = [], actions = [], release, status, statusChange } = explanation;
  const sent = actions.length === 0 ? ["nothing"] : actions.map(toCall);
  return [
    title,
    "",
    ...align([
      ["Rule", `${rule}, after ${asked.length - 1} others that had nothing to say`],
      ["Because", plain(asked.at(-1)?.why ?? "")],
      ["Now", why],
      ...(until === undefined ? [] : [["Until", until]]),
    ]),
    "",
    `Would send to ${key.kind === "VvpDeployment" ? "the platform" : "the cluster"}:`,
    ...sent.map((line) => `  ${line}`),
    ...(release === true ? ["  and then let the resource go (its finalizer is taken off)"] : []),
    "",
    "Conditions, if nothing had to be sent:",
    ...conditionLines(status).map((line) => `  ${line}`),
    "",
    ...(statusChange === undefined
      ? ["The status would stay as it is."]
      : ["Would change in the status:", ...indented(statusChange)]),
    "",
    "Nothing was written.",
  ];
}

/** An action as a line: what is done, to what, with which body. */
function toCall(action: JsonObject): string {
  const { type, body } = action;
  const content = body === undefined ? "" : `  ${JSON.stringify(body)}`;
  return `${String(type)} ${placeOf(action)}${content}`;
}

/** What an action is about: an object of Kubernetes, a job of Flink, or a deployment of the platform. */
function placeOf({ ref, namespace, kind, key, object, endpoint, jobId }: JsonObject): string {
  if (isObject(kind)) {
    const { namespace: where, name } = isObject(key) ? key : ((member(object, "metadata") ?? {}) as JsonObject);
    return `${String(kind.kind)} ${String(where)}/${String(name)}`;
  }
  if (isObject(endpoint)) return `${jobId === undefined ? "" : `job ${String(jobId)} `}at ${String(endpoint.url)}`;
  return isObject(ref) ? `${String(ref.namespace)}/${String(ref.idOrName)}` : `in ${String(namespace)}`;
}

function conditionLines(status: JsonObject | undefined): string[] {
  const conditions = (Array.isArray(status?.conditions) ? status.conditions : []).filter(isObject);
  const rows = conditions.map(({ type, status: value, reason, message }) => [type, value, reason, message].map(String));
  return align([["TYPE", "STATUS", "REASON", "MESSAGE"], ...rows]);
}

function indented(value: JsonValue): string[] {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => `  ${line}`);
}
