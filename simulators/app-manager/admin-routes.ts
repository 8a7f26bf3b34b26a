import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { Admin } from "./admin.ts";
import { ADMIN_BODIES, type Complaint, readSetting } from "./knobs.ts";
import type { Platform } from "./platform.ts";
import { type Reply, refuse } from "./reply.ts";

type Command = {
  readonly method: string;
  readonly path: RegExp;
  readonly run: (to: { admin: Admin; platform: Platform; body: JsonValue | undefined }, ...keys: string[]) => Reply;
};

/** True for paths of the simulator itself; they need no token, take no fault and are not recorded. */
export function isAdminPath(path: string): boolean {
  return /^\/(config|admin)([/?]|$)/.test(path);
}

/** Answers a request to `/config` or `/admin/…`. */
export function answerAdmin(
  admin: Admin,
  platform: Platform,
  request: { readonly method: string; readonly path: string; readonly body: JsonValue | undefined },
): Reply {
  const path = request.path.split("?", 1)[0] ?? "";
  const here = COMMANDS.map((command) => ({ command, match: command.path.exec(path) })).filter(({ match }) => match);
  const found = here.find(({ command }) => command.method === request.method);
  if (here.length === 0) return refuse(404, "NOT_FOUND", `There is no ${path} here.`);
  if (found === undefined) return refuse(405, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here.`);
  try {
    const keys = (found.match ?? []).slice(1).map(decodeURIComponent);
    return found.command.run({ admin, platform, body: request.body }, ...keys);
  } catch (error) {
    if (error instanceof URIError) return refuse(400, "BAD_REQUEST", "The path is not valid.");
    throw error;
  }
}

const ITEM = "([^/]+)/([^/]+)";

const COMMANDS: readonly Command[] = [
  { method: "GET", path: /^\/config$/, run: ({ admin }) => ok(admin.config()) },
  {
    method: "PUT",
    path: /^\/config$/,
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.config, body, () => {
        admin.configure((body ?? {}) as JsonObject);
        return ok(admin.config());
      }),
  },
  { method: "GET", path: /^\/admin\/calls$/, run: ({ platform }) => ok({ items: platform.calls }) },
  { method: "GET", path: /^\/admin\/violations$/, run: ({ admin }) => ok({ items: admin.violations() }) },
  {
    method: "POST",
    path: /^\/admin\/reset$/,
    run: ({ admin }) => {
      admin.reset();
      return ok({});
    },
  },
  {
    method: "POST",
    path: /^\/admin\/deployments$/,
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.deployment, body, ({ namespace, name, spec }) => {
        const made = admin.createDeployment(namespace, name, spec as JsonObject);
        return made === undefined ? refuse(409, "ALREADY_EXISTS", `'${name}' is taken or no name.`) : ok(made, 201);
      }),
  },
  {
    method: "DELETE",
    path: new RegExp(`^/admin/deployments/${ITEM}$`),
    run: ({ admin }, namespace = "", key = "") => found(admin.deleteDeployment(namespace, key), key),
  },
  {
    method: "PATCH",
    path: new RegExp(`^/admin/deployments/${ITEM}/spec$`),
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.spec, body, (patch) => found(admin.editSpec(namespace, key, patch as JsonObject), key)),
  },
  {
    method: "DELETE",
    path: new RegExp(`^/admin/deployments/${ITEM}/lock$`),
    run: ({ admin }, namespace = "", key = "") => found(admin.wipeLock(namespace, key), key),
  },
  {
    method: "PUT",
    path: new RegExp(`^/admin/deployments/${ITEM}/autopilot$`),
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.mode, body, ({ mode }) => found(admin.setMode(namespace, key, mode), key)),
  },
  {
    method: "POST",
    path: new RegExp(`^/admin/deployments/${ITEM}/scaling$`),
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.scaling, body, ({ target }) => {
        const scaling = admin.startScaling(namespace, key, target);
        return scaling === undefined ? refuse(409, "NOT_SCALABLE", `'${key}' is not ACTIVE and RUNNING.`) : ok(scaling);
      }),
  },
  {
    method: "PUT",
    path: /^\/admin\/artifacts$/,
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.artifact, body, ({ artifact, behaviour }) => {
        admin.markArtifact(artifact, behaviour);
        return ok({ artifact, behaviour });
      }),
  },
  {
    method: "POST",
    path: /^\/admin\/jobs\/([^/]+)\/(finish|fail)$/,
    run: ({ admin }, jobId = "", outcome = "") =>
      admin.endJob(jobId, outcome === "fail" ? "fail" : "finish")
        ? ok({})
        : refuse(409, "NOT_STARTED", `Job '${jobId}' is not STARTED.`),
  },
  {
    method: "POST",
    path: /^\/admin\/tokens$/,
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.token, body ?? {}, ({ namespace, role, secret, expiresInMs }) => {
        const given = {
          ...(secret === undefined ? {} : { secret }),
          ...(expiresInMs === undefined ? {} : { expiresInMs }),
        };
        return ok({ namespace, role, secret: admin.createToken({ namespace, role, ...given }) }, 201);
      }),
  },
  {
    method: "DELETE",
    path: /^\/admin\/tokens\/([^/]+)$/,
    run: ({ admin }, secret = "") => (admin.revokeToken(secret) ? ok({}) : refuse(404, "NOT_FOUND", "No such token.")),
  },
];

function withBody<S extends Parameters<typeof readSetting>[0]>(
  schema: S,
  body: JsonValue | undefined,
  use: (value: Extract<ReturnType<typeof readSetting<S>>, { value: unknown }>["value"]) => Reply,
): Reply {
  const read = readSetting(schema, body);
  return "complaints" in read ? refuseSetting(read.complaints) : use(read.value);
}

function refuseSetting(complaints: readonly Complaint[]): Reply {
  const message = complaints.map(({ field, why }) => `${field}: ${why}`).join("; ");
  return refuse(400, "BAD_REQUEST", message, { errors: complaints });
}

function found(value: JsonValue | undefined, key: string): Reply {
  return value === undefined ? refuse(404, "NOT_FOUND", `Deployment '${key}' does not exist.`) : ok(value);
}

function ok(body: unknown, status = 200): Reply {
  return { status, body: body as JsonValue };
}
