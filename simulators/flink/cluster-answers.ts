import type { JsonObject } from "../../shared/core/json.ts";
import { type Context, ok, type RestAnswer, type Route, refreshMs, withJob } from "./exchange.ts";
import { hasEnded } from "./jobs.ts";
import type { Job, Process } from "./state.ts";

/** What a JobManager tells of itself and of the cluster as a whole. */
export const clusterRoutes: readonly Route[] = [
  ["GET", /^\/config$/, ({ process }) => ok(configOf(process))],
  ["GET", /^\/overview$/, ({ process }) => ok(overviewOf(process))],
  ["GET", /^\/jobs$/, ({ process }) => ok({ jobs: [...process.jobs.values()].map(statusOf) })],
  ["GET", /^\/jobmanager\/config$/, optionsOf],
  ["GET", /^\/jobs\/([^/]+)\/jobmanager\/config$/, (context) => withJob(context, () => optionsOf(context))],
];

const revision = { commit: "0980485", date: "2026-06-08T09:21:06+02:00" };

/** Slots that there are, and those in use; without end where TaskManagers come as they are needed. */
export function slotsIn(process: Process): { readonly total: number; readonly used: number } {
  const used = [...process.jobs.values()]
    .filter(({ state }) => state === "RUNNING")
    .reduce((sum, { vertices }) => sum + Math.max(...vertices.map(({ parallelism }) => parallelism)), 0);
  const slots = process.slots();
  return { total: Number.isFinite(slots) ? slots : used, used };
}

/** True for a session cluster; that of an application has no call about jars. */
export function takesJars({ configuration }: Process): boolean {
  const application = configuration.get("$internal.pipeline.job-id") ?? "";
  return application === "" && configuration.get("web.submit.enable") !== "false";
}

function configOf(process: Process): JsonObject {
  const submit = takesJars(process);
  const features = { "web-submit": submit, "web-cancel": false, "web-rescale": true, "web-history": false };
  const zone = { "refresh-interval": refreshMs, "timezone-name": "Coordinated Universal Time", "timezone-offset": 0 };
  const flink = { "flink-version": process.version, "flink-revision": `${revision.commit} @ ${revision.date}` };
  return { ...zone, ...flink, features };
}

function overviewOf(process: Process): JsonObject {
  const jobs = [...process.jobs.values()];
  const inState = (state: string) => jobs.filter((one) => one.state === state).length;
  const { total, used } = slotsIn(process);
  const each = Number(process.configuration.get("taskmanager.numberOfTaskSlots") ?? 1);
  return {
    taskmanagers: Math.ceil(total / each),
    "slots-total": total,
    "slots-available": Math.max(0, total - used),
    "jobs-running": jobs.filter((one) => !hasEnded(one)).length,
    "jobs-finished": inState("FINISHED"),
    "jobs-cancelled": inState("CANCELED"),
    "jobs-failed": inState("FAILED"),
    "flink-version": process.version,
    "flink-commit": revision.commit,
  };
}

function statusOf({ id, state }: Job): JsonObject {
  return { id, status: state };
}

function optionsOf({ process }: Context): RestAnswer {
  return ok([...process.configuration].map(([key, value]) => ({ key, value })));
}
