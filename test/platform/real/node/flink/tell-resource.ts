import { isPass, type LogLine } from "../../../../../cli/demo/log-lines.ts";
import type { Place } from "./place.ts";

/** Which resource, and the cluster that its job runs in. */
export interface Told {
  readonly kind: string;
  readonly name: string;
  readonly cluster: string;
}

const podColumns = [
  "NAME:.metadata.name",
  "MADE:.metadata.creationTimestamp",
  "LEAVES:.metadata.deletionTimestamp",
  "PHASE:.status.phase",
  "RESTARTS:.status.containerStatuses[*].restartCount",
  "STARTED:.status.containerStatuses[*].state.running.startedAt",
  "ENDED:.status.containerStatuses[*].lastState.terminated.finishedAt",
  "CODE:.status.containerStatuses[*].lastState.terminated.exitCode",
].join(",");

const eventColumns = [
  "FIRST:.firstTimestamp",
  "LAST:.lastTimestamp",
  "AT:.eventTime",
  "ABOUT:.involvedObject.name",
  "REASON:.reason",
  "MESSAGE:.message",
].join(",");

/** A resource as it is stored, its pods and Events with their times, what Weir did about it, and what its pods say. */
export async function tellResource(place: Place, { kind, name, cluster }: Told): Promise<string[]> {
  const asks = [
    ["get", kind, name, "--output=yaml"],
    ["get", "flinkstatesnapshots", `--selector=job-reference.name=${name}`, "--output=yaml"],
    ["get", "pods", `--output=custom-columns=${podColumns}`],
    ["get", "events", "--sort-by=.metadata.creationTimestamp", `--output=custom-columns=${eventColumns}`],
    ["get", "configmaps", `--selector=app=${cluster}`, "--output=name"],
    ["logs", `--selector=app=${cluster}`, "--tail=60", "--prefix"],
  ];
  const say = (ask: readonly string[]) => place.kubectl(ask).catch((error: Error) => error.message);
  const said = await Promise.all(
    asks.map(async (ask) => `--- kubectl ${ask.slice(0, 3).join(" ")}\n${await say(ask)}`),
  );
  return [...said, "--- Weir", ...tellPasses(place.logs.all, name)];
}

/** The passes over a resource in which something was done, and whatever else was said of it, in the order of their time. */
export function tellPasses(lines: readonly LogLine[], name: string): string[] {
  return lines.filter((line) => isAbout(line, name)).map(({ from, pid, text }) => `${from} ${pid}: ${text}`);
}

function isAbout(line: LogLine, name: string): boolean {
  const { entry } = line;
  if (entry === undefined) return true;
  if (entry.name !== name && !isSnapshotOf(entry.name, name)) return false;
  return !isPass(line) || (Array.isArray(entry.actions) && entry.actions.length > 0) || entry.outcome !== "done";
}

/** A FlinkStateSnapshot that Weir makes bears the name of its job in front. */
function isSnapshotOf(one: unknown, job: string): boolean {
  return typeof one === "string" && one.startsWith(`${job}-`) && /-(savepoint|checkpoint)-[a-z]+-\d+$/.test(one);
}
