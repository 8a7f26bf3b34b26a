import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import { type Command, describeCommand } from "../shell/commands.ts";
import { type Complaint, inOneLine, readSetting } from "../shell/setting.ts";
import type { Admin } from "./admin.ts";
import { ADMIN_BODIES } from "./knobs.ts";
import type { Platform } from "./platform.ts";
import { type Reply, refuse } from "./reply.ts";

/** One administrative request. */
export type AdminCommand = Command<{ readonly admin: Admin; readonly platform: Platform }, Reply>;

const DEPLOYMENT = "/admin/deployments/{namespace}/{nameOrId}";

/** Every administrative request; `GET /admin` lists them. */
export const COMMANDS: readonly AdminCommand[] = [
  { call: "GET /admin", does: "this list", run: () => ok({ items: COMMANDS.map(describeCommand) }) },
  { call: "GET /config", does: "all knobs as they are", run: ({ admin }) => ok(admin.config()) },
  {
    call: "PUT /config",
    takes: "any knobs",
    does: "changes the given knobs",
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.config, body, () => {
        admin.configure((body ?? {}) as JsonObject);
        return ok(admin.config());
      }),
  },
  {
    call: "POST /admin/deployments",
    takes: "namespace?, name, spec",
    does: "a deployment as made in the UI: unmarked, unchecked",
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.deployment, body, ({ namespace, name, spec }) => {
        const made = admin.createDeployment(namespace, name, spec as JsonObject);
        return made === undefined ? refuse(409, "ALREADY_EXISTS", `'${name}' is taken or no name.`) : ok(made, 201);
      }),
  },
  {
    call: `DELETE ${DEPLOYMENT}`,
    does: "the row is gone, whatever its state or lock",
    run: ({ admin }, namespace = "", key = "") => found(admin.deleteDeployment(namespace, key), key),
  },
  {
    call: `PATCH ${DEPLOYMENT}/spec`,
    takes: "a merge patch",
    does: "an edit of the spec past lock and checks",
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.spec, body, (patch) => found(admin.editSpec(namespace, key, patch as JsonObject), key)),
  },
  {
    call: `DELETE ${DEPLOYMENT}/lock`,
    does: "the ownership marker is gone",
    run: ({ admin }, namespace = "", key = "") => found(admin.wipeLock(namespace, key), key),
  },
  {
    call: `PUT ${DEPLOYMENT}/autopilot`,
    takes: "mode",
    does: "Autopilot is DISABLED, MONITORING or ACTIVE",
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.mode, body, ({ mode }) => found(admin.setMode(namespace, key, mode), key)),
  },
  {
    call: `POST ${DEPLOYMENT}/scaling`,
    takes: "target",
    does: "Autopilot scales the job to that parallelism; 409 unless ACTIVE and RUNNING",
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.scaling, body, ({ target }) => {
        const scaling = admin.startScaling(namespace, key, target);
        return scaling === undefined ? refuse(409, "NOT_SCALABLE", `'${key}' is not ACTIVE and RUNNING.`) : ok(scaling);
      }),
  },
  {
    call: `POST ${DEPLOYMENT}/events`,
    takes: "name, message?",
    does: "the platform tells an event of any name about the deployment and its job",
    run: ({ admin, body }, namespace = "", key = "") =>
      withBody(ADMIN_BODIES.event, body, ({ name, message }) =>
        found(admin.tellEvent(namespace, key, name, message), key),
      ),
  },
  {
    call: "PUT /admin/artifacts",
    takes: "artifact, behaviour",
    does: "jobs of this jarUri, sqlScript or pythonArtifactUri behave so",
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.artifact, body, ({ artifact, behaviour }) => {
        admin.markArtifact(artifact, behaviour);
        return ok({ artifact, behaviour });
      }),
  },
  {
    call: "POST /admin/jobs/{id}/finish",
    does: "a STARTED job ends well now",
    run: ({ admin }, jobId = "") => ended(admin.endJob(jobId, "finish"), jobId),
  },
  {
    call: "POST /admin/jobs/{id}/fail",
    does: "a STARTED job fails for good now",
    run: ({ admin }, jobId = "") => ended(admin.endJob(jobId, "fail"), jobId),
  },
  {
    call: "POST /admin/tokens",
    takes: "namespace?, role?, secret?, expiresInMs?",
    does: "a token comes, of an editor in `default` if nothing is said",
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
    call: "DELETE /admin/tokens/{secret}",
    does: "a token dies at once",
    run: ({ admin }, secret = "") => (admin.revokeToken(secret) ? ok({}) : refuse(404, "NOT_FOUND", "No such token.")),
  },
  {
    call: "POST /admin/clock",
    takes: "ms",
    does: "the clock goes forward; what becomes due happens at its own time",
    run: ({ admin, body }) =>
      withBody(ADMIN_BODIES.clock, body, ({ ms }) => ok({ now: new Date(admin.advance(ms)).toISOString() })),
  },
  {
    call: "GET /admin/calls",
    does: "the newest 10,000 calls, without tokens",
    run: ({ platform }) => ok({ items: platform.calls }),
  },
  {
    call: "GET /admin/audit",
    does: "the newest entries of the audit log, 2,000 at least",
    run: ({ admin }) => ok({ items: admin.audit() }),
  },
  {
    call: "GET /admin/violations",
    does: "broken invariants: rule, by whom, what happened",
    run: ({ admin }) => ok({ items: admin.broken() }),
  },
  {
    call: "POST /admin/reset",
    does: "back to the beginning",
    run: ({ admin }) => {
      admin.reset();
      return ok({});
    },
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
  return refuse(400, "BAD_REQUEST", inOneLine(complaints), { errors: complaints });
}

function ended(ended: boolean, jobId: string): Reply {
  return ended ? ok({}) : refuse(409, "NOT_STARTED", `Job '${jobId}' is not STARTED.`);
}

function found(value: JsonValue | undefined, key: string): Reply {
  return value === undefined ? refuse(404, "NOT_FOUND", `Deployment '${key}' does not exist.`) : ok(value);
}

function ok(body: unknown, status = 200): Reply {
  return { status, body: body as JsonValue };
}
