import type { JsonValue } from "../../shared/core/json.ts";
import { type Command, describeCommand, makeCommander, type Order } from "../shell/commands.ts";
import { inOneLine, readSetting } from "../shell/setting.ts";
import { error, ok, type RestAnswer } from "./exchange.ts";
import { ADMIN_BODIES, type Settings } from "./knobs.ts";
import type { FlinkSite } from "./site.ts";

/** Every request to the simulator itself; `GET /admin` lists them. */
export const COMMANDS: readonly Command<{ readonly site: FlinkSite }, RestAnswer>[] = [
  { call: "GET /admin", does: "this list", run: () => ok({ items: COMMANDS.map(describeCommand) }) },
  { call: "GET /admin/config", does: "all knobs as they are", run: ({ site }) => shown(site.settings()) },
  {
    call: "PUT /admin/config",
    takes: "any knobs",
    does: "changes the given knobs",
    run: ({ site, body }) =>
      withBody(ADMIN_BODIES.config, body, () => {
        site.configure(body as Settings);
        return shown(site.settings());
      }),
  },
  {
    call: "POST /admin/jobs",
    takes: "name, id?, parallelism?, load?, finishesAfterMs?, failsAfterMs?, stallsAfterMs?",
    does: "a job starts, as main() of a jar would start it",
    run: ({ site, body }) =>
      withBody(ADMIN_BODIES.job, body, (order) => {
        const job = site.start(order);
        return job === undefined ? error(409, "That id is taken, or the JobManager starts.") : ok({ jobid: job.id });
      }),
  },
  {
    call: "PUT /admin/jobs/{id}/load",
    takes: "arrivals?, source?, work?, swing?",
    does: "other records come in, or a subtask can do more or less",
    run: ({ site, body }, id = "") =>
      withBody(ADMIN_BODIES.load, body, (order) => {
        const load = site.load(id, order);
        return load === undefined ? noSuch(id) : shown(load);
      }),
  },
  {
    call: "POST /admin/jobs/{id}/fail",
    does: "the job fails for good",
    run: ({ site }, id = "") => (site.fail(id, "job") === undefined ? noSuch(id) : ok({})),
  },
  {
    call: "POST /admin/jobs/{id}/fail-tasks",
    does: "its tasks fail, and start again from the newest checkpoint",
    run: ({ site }, id = "") => (site.fail(id, "tasks") === undefined ? noSuch(id) : ok({})),
  },
  {
    call: "POST /admin/restart",
    does: "the JobManager is killed and comes back; without high availability it has forgotten its jobs",
    run: ({ site }) => {
      site.cluster.restart(site.now());
      return ok({});
    },
  },
  {
    call: "POST /admin/clock",
    takes: "ms",
    does: "the clock goes forward",
    run: ({ site, body }) =>
      withBody(ADMIN_BODIES.clock, body, ({ ms }) => ok({ now: new Date(site.skip(ms)).toISOString() })),
  },
  {
    call: "GET /admin/storage",
    does: "checkpoints and savepoints in the storage, with the count of each",
    run: ({ site }) => shown({ items: site.cluster.storage }),
  },
  {
    call: "GET /admin/starts",
    does: "every job that was started, what it went on from, and how many records it lost by that",
    run: ({ site }) => shown({ items: site.cluster.started }),
  },
  {
    call: "GET /admin/calls",
    does: "the newest 10,000 calls",
    run: ({ site }) => shown({ items: site.calls }),
  },
  {
    call: "POST /admin/reset",
    does: "back to the beginning",
    run: ({ site }) => {
      site.reset();
      return ok({});
    },
  },
];

const command = makeCommander(COMMANDS, (status, message): RestAnswer => error(status, message));

/** True for paths of the simulator itself; they take no fault and are not recorded. */
export function isAdminPath(path: string): boolean {
  return /^\/admin([/?]|$)/.test(path);
}

/** Answers a request to `/admin/…`; errors have the shape of Flink's. */
export function answerAdmin(site: FlinkSite, order: Order): RestAnswer {
  return command({ site }, order);
}

function withBody<S extends Parameters<typeof readSetting>[0]>(
  schema: S,
  body: JsonValue | undefined,
  use: (value: Extract<ReturnType<typeof readSetting<S>>, { value: unknown }>["value"]) => RestAnswer,
): RestAnswer {
  const read = readSetting(schema, body ?? {});
  return "value" in read ? use(read.value) : error(400, inOneLine(read.complaints));
}

/** What is told as it is; members that are not there are left out. */
function shown(value: unknown): RestAnswer {
  return ok(JSON.parse(JSON.stringify(value)) as JsonValue);
}

function noSuch(id: string): RestAnswer {
  return error(404, `There is no job '${id}' that has not ended.`);
}
