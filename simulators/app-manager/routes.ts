import { getDefaults, getGlobalDefaults, patchDefaults } from "./deployment-defaults.ts";
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
import { createNamespace, deleteNamespace, getNamespace, listNamespaces } from "./namespaces.ts";
import type { Reply } from "./reply.ts";
import { createSavepoint, deleteSavepoint, getSavepoint, listSavepoints } from "./savepoint-requests.ts";
import type { Role } from "./state.ts";
import { getStatus, getSystemInfo, listEngineVersions } from "./system-info.ts";
import { createTarget, deleteTarget, getTarget, listTargets, putTarget } from "./targets.ts";
import { createToken, deleteToken, getToken, listTokens, regenerateToken } from "./tokens.ts";
import type { Visit } from "./visit.ts";

/** One endpoint; `call` is its method and path, `action` its name in the audit log, `needs` the least role of a token. */
export type Route = {
  readonly call: string;
  readonly action: string;
  readonly needs: Role | "nothing";
  readonly handle: (visit: Visit) => Reply;
};

const AT = "/api/v1/namespaces/{namespace}";
const TOKENS = "/apitokens/v1/namespaces/{namespace}/apitokens";
const SPACES = "/namespaces/v1/namespaces";

/** All endpoints of the platform that are simulated (2.2); anything else is 404 with a JSON body. */
export const ROUTES: readonly Route[] = [
  { call: "GET /api/v1/status", action: "getStatus", needs: "nothing", handle: getStatus },
  { call: "GET /api/v1/status/system-info", action: "getSystemInfo", needs: "nothing", handle: getSystemInfo },
  { call: `GET ${AT}/deployments`, action: "listDeployments", needs: "viewer", handle: listDeployments },
  { call: `POST ${AT}/deployments`, action: "createDeployment", needs: "editor", handle: createDeployment },
  { call: `GET ${AT}/deployments/{nameOrId}`, action: "getDeployment", needs: "viewer", handle: getDeployment },
  { call: `PATCH ${AT}/deployments/{nameOrId}`, action: "updateDeployment", needs: "editor", handle: patchDeployment },
  { call: `PUT ${AT}/deployments/{nameOrId}`, action: "upsertDeployment", needs: "editor", handle: putDeployment },
  {
    call: `DELETE ${AT}/deployments/{nameOrId}`,
    action: "deleteDeployment",
    needs: "editor",
    handle: deleteDeployment,
  },
  { call: `GET ${AT}/jobs`, action: "listJobs", needs: "viewer", handle: listJobs },
  { call: `GET ${AT}/jobs/{id}`, action: "getJob", needs: "viewer", handle: getJob },
  { call: `GET ${AT}/savepoints`, action: "listSavepoints", needs: "viewer", handle: listSavepoints },
  { call: `POST ${AT}/savepoints`, action: "createSavepoint", needs: "editor", handle: createSavepoint },
  { call: `GET ${AT}/savepoints/{id}`, action: "getSavepoint", needs: "viewer", handle: getSavepoint },
  { call: `DELETE ${AT}/savepoints/{id}`, action: "deleteSavepoint", needs: "editor", handle: deleteSavepoint },
  { call: `GET ${AT}/events`, action: "listEvents", needs: "viewer", handle: listEvents },
  { call: `POST ${AT}/events`, action: "createEvent", needs: "editor", handle: createEvent },
  { call: `GET ${AT}/deployment-targets`, action: "listDeploymentTargets", needs: "viewer", handle: listTargets },
  { call: `POST ${AT}/deployment-targets`, action: "createDeploymentTarget", needs: "editor", handle: createTarget },
  { call: `GET ${AT}/deployment-targets/{name}`, action: "getDeploymentTarget", needs: "viewer", handle: getTarget },
  { call: `PUT ${AT}/deployment-targets/{name}`, action: "upsertDeploymentTarget", needs: "editor", handle: putTarget },
  {
    call: `DELETE ${AT}/deployment-targets/{name}`,
    action: "deleteDeploymentTarget",
    needs: "editor",
    handle: deleteTarget,
  },
  { call: `GET ${AT}/deployment-defaults`, action: "getDeploymentDefaults", needs: "viewer", handle: getDefaults },
  {
    call: `PATCH ${AT}/deployment-defaults`,
    action: "updateDeploymentDefaults",
    needs: "editor",
    handle: patchDefaults,
  },
  {
    call: "GET /api/v1/global-deployment-defaults",
    action: "getGlobalDeploymentDefaults",
    needs: "viewer",
    handle: getGlobalDefaults,
  },
  {
    call: "GET /api/v1/flink-version-meta.json",
    action: "listEngineVersions",
    needs: "viewer",
    handle: listEngineVersions,
  },
  { call: `GET ${TOKENS}`, action: "listApiTokens", needs: "owner", handle: listTokens },
  { call: `POST ${TOKENS}`, action: "createApiToken", needs: "owner", handle: createToken },
  { call: `GET ${TOKENS}/{name}`, action: "getApiToken", needs: "owner", handle: getToken },
  { call: `DELETE ${TOKENS}/{name}`, action: "deleteApiToken", needs: "owner", handle: deleteToken },
  { call: `POST ${TOKENS}/{name}:regenerate`, action: "regenerateApiToken", needs: "owner", handle: regenerateToken },
  { call: `GET ${SPACES}`, action: "listNamespaces", needs: "viewer", handle: listNamespaces },
  { call: `POST ${SPACES}`, action: "createNamespace", needs: "owner", handle: createNamespace },
  { call: `GET ${SPACES}/{namespace}`, action: "getNamespace", needs: "viewer", handle: getNamespace },
  { call: `DELETE ${SPACES}/{namespace}`, action: "deleteNamespace", needs: "owner", handle: deleteNamespace },
];
