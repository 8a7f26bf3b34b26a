import {
  createDeployment,
  deleteDeployment,
  getDeployment,
  listDeployments,
  patchDeployment,
  putDeployment,
} from "./deployments.ts";
import { createEvent, listEvents } from "./events.ts";
import { getJob, listJobs } from "./jobs.ts";
import type { Reply } from "./reply.ts";
import { createSavepoint, getSavepoint, listSavepoints } from "./savepoint-requests.ts";
import type { Visit } from "./visit.ts";

/** One endpoint below `/api/v1/namespaces/{ns}`; an item endpoint has one more path segment, its key. */
export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly collection: string;
  readonly item: boolean;
  readonly handle: (visit: Visit) => Reply;
};

/** All endpoints of the platform that are simulated (2.2); anything else is 404 with a JSON body. */
export const ROUTES: readonly Route[] = [
  { method: "GET", collection: "deployments", item: false, handle: listDeployments },
  { method: "POST", collection: "deployments", item: false, handle: createDeployment },
  { method: "GET", collection: "deployments", item: true, handle: getDeployment },
  { method: "PATCH", collection: "deployments", item: true, handle: patchDeployment },
  { method: "PUT", collection: "deployments", item: true, handle: putDeployment },
  { method: "DELETE", collection: "deployments", item: true, handle: deleteDeployment },
  { method: "GET", collection: "jobs", item: false, handle: listJobs },
  { method: "GET", collection: "jobs", item: true, handle: getJob },
  { method: "GET", collection: "savepoints", item: false, handle: listSavepoints },
  { method: "POST", collection: "savepoints", item: false, handle: createSavepoint },
  { method: "GET", collection: "savepoints", item: true, handle: getSavepoint },
  { method: "GET", collection: "events", item: false, handle: listEvents },
  { method: "POST", collection: "events", item: false, handle: createEvent },
];
