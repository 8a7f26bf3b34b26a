import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../simulators/app-manager/admin-commands.ts";
import { makeSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS, start } from "./app-manager-start.ts";

type Rig = Awaited<ReturnType<typeof furnished>>;

/** A command with a body, and what changes by it; without `after` it changes nothing and its reply is looked at. */
type Sample = {
  readonly body?: unknown;
  readonly look?: (rig: Rig) => unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reply?: unknown;
};

/** A simulator with deployment `a`, RUNNING under an ACTIVE Autopilot, made by operator `op-1`. */
async function furnished() {
  const rig = await start();
  const annotations = { "ververica.platform/managed-by-operator": "op-1", "ververica.platform/cr-uid": "uid-1" };
  const body = { metadata: { name: "a", annotations }, spec: makeSpec("RUNNING", { maxJobCreationAttempts: 1 }) };
  const reply = await rig.send("POST", DEPLOYMENTS, body, { "x-vvp-operator-instance": "op-1" });
  expect(reply.status).toBe(201);
  rig.admin.setMode("default", "a", "ACTIVE");
  rig.wait(1_500);
  const { status } = (await (await rig.send("GET", `${DEPLOYMENTS}/a`)).json()) as Shown;
  return { ...rig, jobId: status.running?.jobId ?? "" };
}

type Shown = { readonly status: { readonly state: string; readonly running?: { readonly jobId: string } } };

const rowOf = ({ admin }: Rig) => [...admin.state().rows.values()][0];
const desired = (rig: Rig) => rowOf(rig)?.deployment.spec.state;
const SAMPLES: Readonly<Record<string, Sample>> = {
  "GET /admin": { reply: { items: COMMANDS.map(({ run: _, ...shown }) => shown) } },
  "GET /config": { reply: expect.objectContaining({ rate429: 0, pageSize: 0 }) },
  "PUT /config": {
    body: { rate5xx: 0.5 },
    look: ({ admin }) => admin.config().rate5xx,
    before: 0,
    after: 0.5,
  },
  "POST /admin/deployments": {
    body: { name: "ui", spec: {} },
    look: ({ admin }) => admin.state().rows.size,
    before: 1,
    after: 2,
  },
  "DELETE /admin/deployments/{namespace}/{nameOrId}": {
    look: ({ admin }) => admin.state().rows.size,
    before: 1,
    after: 0,
  },
  "PATCH /admin/deployments/{namespace}/{nameOrId}/spec": {
    body: { state: "SUSPENDED" },
    look: desired,
    before: "RUNNING",
    after: "SUSPENDED",
  },
  "DELETE /admin/deployments/{namespace}/{nameOrId}/lock": {
    look: (rig) => JSON.stringify(rowOf(rig)).includes("managed-by-operator"),
    before: true,
    after: false,
  },
  "PUT /admin/deployments/{namespace}/{nameOrId}/autopilot": {
    body: { mode: "DISABLED" },
    look: (rig) => rowOf(rig)?.autopilot?.mode,
    before: "ACTIVE",
    after: "DISABLED",
  },
  "POST /admin/deployments/{namespace}/{nameOrId}/scaling": {
    body: { target: 3 },
    look: desired,
    before: "RUNNING",
    after: "CANCELLED",
  },
  "POST /admin/deployments/{namespace}/{nameOrId}/events": {
    body: { name: "MULTIPLE_NON_TERMINAL_JOBS" },
    look: (rig) => {
      const { metadata, spec } = rig.admin.state().events.at(-1) ?? {};
      return [metadata?.name, metadata?.jobId === rig.jobId, spec?.message];
    },
    before: ["STATE_TRANSITION_IS_COMPLETED", true, expect.any(String)],
    after: ["MULTIPLE_NON_TERMINAL_JOBS", true, "Told by the backdoor."],
  },
  "PUT /admin/artifacts": {
    body: { artifact: "s3://jobs/a.jar", behaviour: { broken: true } },
    look: ({ admin }) => [...admin.state().artifacts],
    before: [],
    after: [["s3://jobs/a.jar", { broken: true }]],
  },
  "POST /admin/jobs/{id}/finish": { look: ({ stateOf }) => stateOf(), before: "RUNNING", after: "FINISHED" },
  "POST /admin/jobs/{id}/fail": { look: ({ stateOf }) => stateOf(), before: "RUNNING", after: "FAILED" },
  "POST /admin/tokens": {
    look: ({ admin }) => admin.state().tokens.size,
    before: 1,
    after: 2,
  },
  "DELETE /admin/tokens/{secret}": { look: ({ admin }) => admin.state().tokens.size, before: 1, after: 0 },
  "POST /admin/clock": {
    body: { ms: 3_600_000 },
    look: async ({ send }) => (await send("GET", "/api/v1/status")).headers.get("date"),
    before: "Tue, 14 Nov 2023 22:13:21 GMT",
    after: "Tue, 14 Nov 2023 23:13:21 GMT",
  },
  "GET /admin/calls": {
    reply: {
      items: [expect.objectContaining({ method: "POST", status: 201 }), expect.objectContaining({ method: "GET" })],
    },
  },
  "GET /admin/audit": {
    reply: {
      items: ["createDeployment", "createDeployment", "getDeployment", "getDeployment"].map((actionName) =>
        expect.objectContaining({ actionName }),
      ),
    },
  },
  "GET /admin/violations": { reply: { items: [] } },
  "POST /admin/reset": { look: ({ admin }) => admin.state().rows.size, before: 1, after: 0 },
};

describe("each command of the backdoor", () => {
  it.each(COMMANDS)("$call: $does", async ({ call }) => {
    const sample = SAMPLES[call];
    if (sample === undefined) throw new Error(`${call} has no sample`);
    const rig = await furnished();
    const [method = "", template = ""] = call.split(" ");
    const keys: Readonly<Record<string, string>> = {
      namespace: "default",
      nameOrId: "a",
      id: rig.jobId,
      secret: "secret",
    };
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) => keys[key] ?? "");
    if (sample.look !== undefined) expect(await sample.look(rig)).toEqual(sample.before);
    const reply = await rig.send(method, path, sample.body, { authorization: "" });
    expect([200, 201]).toContain(reply.status);
    if (sample.look === undefined) expect(await reply.json()).toEqual(sample.reply);
    else expect(await sample.look(rig)).toEqual(sample.after);
  });

  it("of an unknown deployment is 404, of a wrong body 400 with the field", async () => {
    const { send } = await furnished();
    const events = "/admin/deployments/default";
    expect((await send("POST", `${events}/none/events`, { name: "GENERAL_FAILURE" })).status).toBe(404);
    const wrong = await send("POST", `${events}/a/events`, { name: "not one" });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ field: "name" }] }]);
  });

  it("that is unknown says where the known ones are listed (sim:errors)", async () => {
    const { send } = await furnished();
    const reply = await send("GET", "/admin/nothing");
    expect([reply.status, await reply.json()]).toMatchObject([404, { message: expect.stringContaining("GET /admin") }]);
    expect((await send("PATCH", "/admin/reset")).headers.get("allow")).toBe("POST");
  });
});
