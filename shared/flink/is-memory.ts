import { isObject, type JsonValue, member } from "../core/json.ts";
import { isOwed } from "./owed-savepoint.ts";
import { isRestore } from "./restore.ts";
import { isFormat } from "./savepoint-format.ts";
import { isSnapshots } from "./snapshot-memory.ts";

const phases: readonly string[] = ["starting", "deployed", "stopping", "stopped"];

/** True for a value that is a memory in every part of it. */
export function isMemory(value: JsonValue | undefined): boolean {
  if (!isObject(value)) return false;
  const { attempt, phase, spec, generation, at, origin, state, failure } = value;
  const numbers = [attempt, generation, at].every((one) => Number.isSafeInteger(one));
  const texts = [value.jobId, value.stable, value.rollback, value.endpoint, value.written, value.checked].every(
    (one) => one === undefined || typeof one === "string",
  );
  const flags = value.ran === undefined || value.ran === true;
  const known = typeof phase === "string" && phases.includes(phase) && typeof spec === "string";
  if (typeof value.version !== "string" || typeof value.ha !== "boolean") return false;
  const restores = isRestore(origin) && (state === undefined || isRestore(state));
  const ends = isFailure(failure) && isTaken(value.taken) && isSnapshots(value.snapshots) && isEnded(value.ended);
  const parts =
    isRestarted(value.restarted) &&
    isIngress(value.ingress) &&
    isScaling(value.scaling) &&
    isHealth(value.health) &&
    isTold(value.told) &&
    isOwed(value.owed);
  return numbers && texts && flags && known && restores && ends && parts && isBuild(value.build);
}

function isBuild(value: JsonValue | undefined): boolean {
  return value === undefined || ["version", "revision"].every((key) => typeof member(value, key) === "string");
}

function isFailure(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const [message, at, spec] = ["message", "at", "spec"].map((key) => member(value, key));
  const passing = member(value, "passing");
  const counts = passing === undefined || Number.isSafeInteger(passing);
  return typeof message === "string" && typeof spec === "string" && Number.isFinite(at) && counts;
}

function isEnded(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const [state, restore, why] = ["state", "restore", "why"].map((key) => member(value, key));
  const texts = typeof state === "string" && (why === undefined || typeof why === "string");
  const at = member(value, "at");
  return texts && isRestore(restore) && (at === undefined || Number.isFinite(at)) && isCauses(member(value, "causes"));
}

function isCauses(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const isOne = (one: JsonValue) =>
    typeof member(one, "exception") === "string" && typeof member(one, "message") === "string";
  return Array.isArray(value) && value.every(isOne);
}

function isTaken(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const formatType = member(value, "formatType");
  const isKnown = formatType === undefined || isFormat(formatType);
  return typeof member(value, "path") === "string" && Number.isFinite(member(value, "at")) && isKnown;
}

function isRestarted(value: JsonValue | undefined): boolean {
  return value === undefined || (Number.isFinite(member(value, "at")) && Number.isSafeInteger(member(value, "times")));
}

function isIngress(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const refused = member(value, "refused");
  const isWhole = typeof member(refused, "message") === "string" && Number.isFinite(member(refused, "at"));
  return typeof member(value, "hash") === "string" && (refused === undefined || isWhole);
}

function isScaling(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const [spec, at, refused] = ["spec", "at", "refused"].map((key) => member(value, key));
  return typeof spec === "string" && Number.isFinite(at) && (refused === undefined || typeof refused === "string");
}

function isHealth(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const isNumber = (key: string) => Number.isFinite(member(value, key));
  const base = member(value, "base");
  const bases = base === undefined || ["at", "restarts"].every((key) => Number.isFinite(member(base, key)));
  const others = ["polledAt", "tooMany"].every((key) => member(value, key) === undefined || isNumber(key));
  return ["since", "modified"].every(isNumber) && typeof member(value, "settled") === "boolean" && bases && others;
}

function isTold(value: JsonValue | undefined): boolean {
  return value === undefined || ["modified", "until"].every((key) => Number.isFinite(member(value, key)));
}
