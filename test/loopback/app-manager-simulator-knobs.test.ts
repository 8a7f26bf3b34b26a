import { describe, expect, it } from "vitest";
import type { Settings, Shot } from "../../simulators/app-manager/knobs.ts";
import type { Behaviour } from "../../simulators/app-manager/state.ts";
import { makeSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS, start } from "./app-manager-start.ts";

type Rig = Awaited<ReturnType<typeof start>>;

/** A setting, and what a client sees of the same requests without it and with it. */
type Effect<Value> = {
  readonly value: Value;
  readonly look: (rig: Rig) => Promise<unknown>;
  readonly without: unknown;
  readonly seen: unknown;
};

const EVENTS = "/api/v1/namespaces/default/events";

/** How a create ends for a client that waits for a while: status and media type, or that it was cut or gave up. */
async function outcome({ url }: Rig, name = "a"): Promise<string> {
  const body = JSON.stringify({ metadata: { name }, spec: makeSpec("CANCELLED") });
  const headers = { authorization: "Bearer secret", "content-type": "application/json" };
  try {
    const signal = AbortSignal.timeout(1_500);
    const reply = await fetch(`${url}${DEPLOYMENTS}`, { method: "POST", headers, body, signal });
    await reply.text();
    return `${reply.status} ${reply.headers.get("content-type")}`;
  } catch (error) {
    return error instanceof DOMException ? "gave up" : "cut";
  }
}

const tried = async (rig: Rig) => `${await outcome(rig)}, ${rig.admin.state().rows.size} there`;
const statusOf = async (reply: Promise<Response>) => (await reply).status;
const jsonOf = async <Body>(reply: Promise<Response>) => (await (await reply).json()) as Body;
const WELL = "201 application/json, 1 there";

const KNOBS: { readonly [K in keyof Required<Settings>]: Effect<Settings[K]> } = {
  latencyMs: { value: [60_000, 60_000], look: tried, without: WELL, seen: "gave up, 0 there" },
  rate429: { value: 1, look: tried, without: WELL, seen: "429 application/json, 0 there" },
  requestsPerSecond: {
    value: 1,
    look: async (rig) => {
      const sent = [await outcome(rig), await outcome(rig, "b")];
      rig.wait(1_000);
      return [...sent, await outcome(rig, "c")].map((text) => text.slice(0, 3));
    },
    without: ["201", "201", "201"],
    seen: ["201", "429", "201"],
  },
  retryAfterSeconds: {
    value: 9,
    look: async ({ admin, create }) => {
      admin.configure({ rate429: 1 });
      return (await create()).headers.get("retry-after");
    },
    without: "1",
    seen: "9",
  },
  rate5xx: { value: 1, look: tried, without: WELL, seen: "503 application/json, 0 there" },
  resetAfterCommit: { value: 1, look: tried, without: WELL, seen: "cut, 1 there" },
  duplicate: { value: 1, look: tried, without: WELL, seen: "409 application/json, 1 there" },
  htmlNotFound: { value: 1, look: tried, without: WELL, seen: "404 text/html, 0 there" },
  garbage: { value: 1, look: tried, without: WELL, seen: "200 text/html, 0 there" },
  hang: { value: 1, look: tried, without: WELL, seen: "gave up, 0 there" },
  eventFailure: {
    value: 1,
    look: ({ send }) => statusOf(send("POST", EVENTS, { spec: { message: "x" } })),
    without: 201,
    seen: 500,
  },
  staleReadMs: {
    value: 1_000,
    look: async ({ create, send, wait }) => {
      await create();
      const early = await statusOf(send("GET", `${DEPLOYMENTS}/a`));
      wait(1_000);
      return [early, await statusOf(send("GET", `${DEPLOYMENTS}/a`))];
    },
    without: [200, 200],
    seen: [404, 200],
  },
  next: {
    value: [{ kind: "error", method: "POST", path: "/deploy" }],
    look: async (rig) => [await tried(rig), await outcome(rig, "b")],
    without: [WELL, "201 application/json"],
    seen: ["503 application/json, 0 there", "201 application/json"],
  },
  delays: {
    value: { startMs: 5 },
    look: async ({ create, wait, stateOf }) => {
      await create("a", "RUNNING");
      wait(5);
      return stateOf();
    },
    without: "TRANSITIONING",
    seen: "RUNNING",
  },
  autopilot: {
    value: "garbage",
    look: async ({ create, admin, send }) => {
      await create();
      admin.setMode("default", "a", "MONITORING");
      const { status } = await jsonOf<{ status: { autopilot: unknown } }>(send("GET", `${DEPLOYMENTS}/a`));
      return status.autopilot;
    },
    without: { mode: "MONITORING", scaling: false },
    seen: "<html><body>Bad Gateway</body></html>",
  },
  pageSize: {
    value: 1,
    look: async ({ create, send }) => {
      await create("a");
      await create("b");
      const { items, metadata } = await jsonOf<{ items: unknown[]; metadata: object }>(send("GET", DEPLOYMENTS));
      return [items.length, metadata];
    },
    without: [2, {}],
    seen: [1, { pageSize: 1, pageIndex: 1, totalSize: 2, totalPage: 2, resultSize: 1 }],
  },
  refusedDeleteStatus: {
    value: 409,
    look: async ({ create, send }) => {
      await create("a", "RUNNING");
      return statusOf(send("DELETE", `${DEPLOYMENTS}/a`));
    },
    without: 400,
    seen: 409,
  },
  deleteStatus: {
    value: 204,
    look: async ({ create, send }) => {
      await create();
      const reply = await send("DELETE", `${DEPLOYMENTS}/a`);
      return [reply.status, (await reply.text()) === "", await statusOf(send("GET", `${DEPLOYMENTS}/a`))];
    },
    without: [200, false, 404],
    seen: [204, true, 404],
  },
  nullInPatch: {
    value: "ignored",
    look: async ({ create, send }) => {
      await create();
      const body = { metadata: { labels: null }, spec: { maxJobCreationAttempts: null } };
      const { spec } = await jsonOf<{ spec: object }>(send("PATCH", `${DEPLOYMENTS}/a`, body));
      return "maxJobCreationAttempts" in spec;
    },
    without: false,
    seen: true,
  },
  creationOnlyPaths: {
    value: ["spec.restoreStrategy"],
    look: async ({ create, send }) => {
      await create();
      await send("PATCH", `${DEPLOYMENTS}/a`, { spec: { restoreStrategy: { kind: "NONE" } } });
      const { items } = await jsonOf<{ items: { rule: string }[] }>(send("GET", "/admin/violations"));
      return items.map(({ rule }) => rule);
    },
    without: [],
    seen: ["no-creation-only-path"],
  },
  namespaces: { value: ["other"], look: ({ send }) => statusOf(send("GET", DEPLOYMENTS)), without: 200, seen: 404 },
  targets: { value: ["other"], look: tried, without: WELL, seen: "400 application/json, 0 there" },
  engineVersions: { value: ["other"], look: tried, without: WELL, seen: "400 application/json, 0 there" },
};

describe("each knob, over HTTP", () => {
  it.each(Object.entries(KNOBS))("%s does what it says", async (name, { value, look, without, seen }) => {
    expect(await look(await start())).toEqual(without);
    const rig = await start();
    expect((await rig.send("PUT", "/config", { [name]: value })).status).toBe(200);
    expect(await look(rig)).toEqual(seen);
  });
});

const SHOTS: { readonly [K in Shot["kind"]]: { readonly more?: object; readonly seen: string } } = {
  throttle: { more: { retryAfterSeconds: 3 }, seen: "429 application/json, 0 there" },
  error: { more: { status: 502 }, seen: "502 application/json, 0 there" },
  delay: { more: { ms: 60_000 }, seen: "gave up, 0 there" },
  hang: { seen: "gave up, 0 there" },
  resetBeforeCommit: { seen: "cut, 0 there" },
  resetAfterCommit: { seen: "cut, 1 there" },
  duplicate: { seen: "409 application/json, 1 there" },
  htmlNotFound: { seen: "404 text/html, 0 there" },
  garbage: { seen: "200 text/html, 0 there" },
};

describe("each kind of scripted fault, over HTTP", () => {
  it.each(Object.entries(SHOTS))("%s hits once", async (kind, { more = {}, seen }) => {
    const rig = await start();
    expect((await rig.send("PUT", "/config", { next: [{ kind, ...more }] })).status).toBe(200);
    expect(await tried(rig)).toBe(seen);
    expect(await outcome(rig, "b")).toBe("201 application/json");
  });
});

/** A run of one job with a savepoint: what becomes of the deployment, its jobs and the savepoint. */
async function run({ send, wait }: Rig): Promise<string> {
  const spec = makeSpec("RUNNING", { maxJobCreationAttempts: 2 });
  const made = await jsonOf<{ metadata: { id: string } }>(send("POST", DEPLOYMENTS, { metadata: { name: "a" }, spec }));
  wait(1_500);
  const saved = await statusOf(
    send("POST", "/api/v1/namespaces/default/savepoints", { deploymentId: made.metadata.id }),
  );
  wait(4_500);
  const { status } = await jsonOf<{ status: { state: string } }>(send("GET", `${DEPLOYMENTS}/a`));
  const jobs = await jsonOf<{ items: unknown[] }>(send("GET", "/api/v1/namespaces/default/jobs"));
  const savepoints = await jsonOf<{ items: { status: { state: string } }[] }>(
    send("GET", "/api/v1/namespaces/default/savepoints"),
  );
  const events = await jsonOf<{ items: { metadata: { name: string } }[] }>(send("GET", EVENTS));
  const unsupported = events.items.some(({ metadata }) => metadata.name.includes("SAVEPOINT_SUPPORT"));
  const savepoint = savepoints.items.map((item) => item.status.state).join() || saved;
  return `${status.state}, ${jobs.items.length} jobs, savepoint ${savepoint}${unsupported ? ", unsupported" : ""}`;
}

const BEHAVIOURS: { readonly [K in keyof Required<Behaviour>]: readonly [Behaviour[K], string] } = {
  broken: [true, "FAILED, 2 jobs, savepoint 400"],
  failedStarts: [1, "RUNNING, 2 jobs, savepoint 400"],
  finishesAfterMs: [1_000, "FINISHED, 1 jobs, savepoint COMPLETED"],
  failsAfterMs: [1_000, "FAILED, 2 jobs, savepoint COMPLETED"],
  failedSavepoints: [1, "RUNNING, 1 jobs, savepoint FAILED"],
  withoutSavepoints: [true, "RUNNING, 1 jobs, savepoint FAILED, unsupported"],
};

describe("each behaviour of an artifact, over HTTP", () => {
  it("none: starts, runs for ever, takes savepoints", async () => {
    expect(await run(await start())).toBe("RUNNING, 1 jobs, savepoint COMPLETED");
  });

  it.each(Object.entries(BEHAVIOURS))("%s does what it says", async (name, [value, seen]) => {
    const rig = await start();
    const mark = { artifact: "s3://jobs/a.jar", behaviour: { [name]: value } };
    expect((await rig.send("PUT", "/admin/artifacts", mark)).status).toBe(200);
    expect(await run(rig)).toBe(seen);
  });
});
