import { describe, expect, it } from "vitest";
import { wipeLock } from "../../../../simulators/app-manager/backdoor.ts";
import { findViolations } from "../../../../simulators/app-manager/invariants.ts";
import { DEPLOYMENTS, MARKER, makeFullSpec, makeSpec, makeWorld, problemsOf, reasonOf } from "./world.ts";

const OWNER = "metadata.annotations[ververica.platform/managed-by-operator]";
const UID = "metadata.annotations[ververica.platform/cr-uid]";
const PATH = `${DEPLOYMENTS}/a`;
const FULL = { metadata: { annotations: MARKER }, spec: makeFullSpec("CANCELLED") };

describe("the ownership lock", () => {
  it.each([
    { name: "PATCH by a user", why: "R16", method: "PATCH", body: {}, caller: undefined, status: 403 },
    { name: "PUT by a user", why: "R16", method: "PUT", body: FULL, caller: undefined, status: 403 },
    { name: "DELETE by a user", why: "R16", method: "DELETE", body: undefined, caller: undefined, status: 403 },
    {
      name: "PATCH by another operator",
      why: "each owns its own",
      method: "PATCH",
      body: {},
      caller: "op-2",
      status: 403,
    },
    {
      name: "DELETE by another operator",
      why: "each owns its own",
      method: "DELETE",
      body: undefined,
      caller: "op-2",
      status: 403,
    },
    { name: "PATCH by its operator", why: "the owner may", method: "PATCH", body: {}, caller: "op-1", status: 200 },
    { name: "PUT by its operator", why: "the owner may", method: "PUT", body: FULL, caller: "op-1", status: 200 },
    {
      name: "DELETE by its operator",
      why: "the owner may",
      method: "DELETE",
      body: undefined,
      caller: "op-1",
      status: 200,
    },
  ])(
    "answers $status for $name of a managed deployment (sim:lock, sim:owner-marker)",
    ({ method, body, caller, status }) => {
      const { create, send, read, state } = makeWorld();
      expect(create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1").status).toBe(201);
      const before = read("a");
      const reply = send(method, PATH, body, caller);
      expect(reply.status).toBe(status);
      if (status === 403) {
        expect(reasonOf(reply)).toBe("OPERATOR_MANAGED");
        expect(read("a")).toBe(before);
      }
      expect(findViolations(state)).toEqual([]);
    },
  );

  it.each([
    { name: "PATCH", why: "R17", body: {} },
    { name: "PUT", why: "R17", body: FULL },
    { name: "DELETE", why: "R17", body: undefined },
  ])("refuses an operator's $name of a deployment made in the UI (sim:lock, sim:owner-marker)", ({ name, body }) => {
    const { create, send, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const before = read("a");
    const reply = send(name, PATH, body, "op-1");
    expect([reply.status, reasonOf(reply)]).toEqual([409, "NOT_OPERATOR_MANAGED"]);
    expect(read("a")).toBe(before);
  });

  it.each([
    {
      name: "an operator, unmarked",
      why: "claim refusal",
      marked: false,
      caller: "op-1",
      reason: "NOT_OPERATOR_MANAGED",
    },
    {
      name: "an operator, marked",
      why: "lost reply: read back",
      marked: true,
      caller: "op-1",
      reason: "ALREADY_EXISTS",
    },
    { name: "another operator, marked", why: "taken", marked: true, caller: "op-2", reason: "ALREADY_EXISTS" },
    { name: "a user, marked", why: "taken", marked: true, caller: undefined, reason: "ALREADY_EXISTS" },
    { name: "a user, unmarked", why: "taken", marked: false, caller: undefined, reason: "ALREADY_EXISTS" },
  ])("refuses to create an existing name: $name (sim:owner-marker)", ({ marked, caller, reason }) => {
    const { create } = makeWorld();
    if (marked) create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
    else create("a", makeSpec("CANCELLED"));
    const reply = create("a", makeSpec("CANCELLED"), { annotations: MARKER }, caller);
    expect([reply.status, reasonOf(reply)]).toEqual([409, reason]);
  });

  it.each([
    {
      name: "an operator without marker",
      why: "it could never change it again",
      annotations: {},
      caller: "op-1",
      problem: `${OWNER} isInvalid`,
    },
    {
      name: "an operator with a foreign marker",
      why: "no gifts",
      annotations: MARKER,
      caller: "op-2",
      problem: `${OWNER} isInvalid`,
    },
    {
      name: "an operator without uid",
      why: "the lost reply needs it",
      annotations: { "ververica.platform/managed-by-operator": "op-1" },
      caller: "op-1",
      problem: `${UID} isMissing`,
    },
    {
      name: "a user with a marker",
      why: "nobody forges a lock",
      annotations: { "ververica.platform/cr-uid": "u" },
      caller: undefined,
      problem: `${UID} isInvalid`,
    },
  ])("refuses to create by $name (sim:marker-stays)", ({ annotations, caller, problem }) => {
    const { create, send } = makeWorld();
    expect(problemsOf(create("a", makeSpec("CANCELLED"), { annotations }, caller))).toEqual([problem]);
    const put = send("PUT", PATH, { metadata: { annotations }, spec: makeFullSpec("CANCELLED") }, caller);
    expect(problemsOf(put)).toEqual([problem]);
  });

  it.each([
    { name: "both annotations", why: "its own claim", annotations: MARKER, caller: "op-1", status: 200 },
    { name: "another's name", why: "no gifts", annotations: MARKER, caller: "op-2", status: 409 },
    {
      name: "no uid",
      why: "half a mark is none",
      annotations: { "ververica.platform/managed-by-operator": "op-1" },
      caller: "op-1",
      status: 409,
    },
  ])("answers $status to a PATCH that marks what nobody has marked, with $name ($why) (sim:operator-claim)", (row) => {
    const { create, patch, read, state } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const before = read("a");
    expect(patch("a", { metadata: { annotations: row.annotations } }, row.caller).status).toBe(row.status);
    if (row.status === 200) expect(read("a").metadata.annotations).toMatchObject(MARKER);
    else expect(read("a")).toBe(before);
    expect([read("a").spec, read("a").status]).toEqual([before.spec, before.status]);
    const second = { ...MARKER, "ververica.platform/cr-uid": "uid-2" };
    patch("a", { metadata: { annotations: second } }, "op-1");
    if (row.status === 200) expect(read("a").metadata.annotations).toMatchObject(MARKER);
    expect(findViolations(state)).toEqual([]);
  });

  it("changes hands by a PATCH of the operator that the marker names, and of no other (F16, sim:marker-stays)", () => {
    const { create, patch, read } = makeWorld();
    create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
    const heir = { metadata: { annotations: { "ververica.platform/managed-by-operator": "op-2" } } };
    expect(patch("a", heir, "op-2").status).toBe(403);
    expect(patch("a", heir, undefined).status).toBe(403);
    expect(patch("a", heir, "op-1").status).toBe(200);
    expect(read("a").metadata.annotations).toMatchObject({
      ...MARKER,
      "ververica.platform/managed-by-operator": "op-2",
    });
    expect(patch("a", { spec: { state: "CANCELLED" } }, "op-1").status).toBe(403);
    expect(patch("a", { spec: { state: "CANCELLED" } }, "op-2").status).toBe(200);
  });

  it("keeps the rest of the marker through any PATCH (sim:marker-stays)", () => {
    const { create, patch, read } = makeWorld();
    create("a", makeSpec("CANCELLED"), { annotations: { ...MARKER, mine: "1" } }, "op-1");
    const changed = { "ververica.platform/managed-by-operator": "", "ververica.platform/cr-uid": null, mine: "2" };
    expect(patch("a", { metadata: { annotations: changed } }, "op-1").status).toBe(200);
    expect(patch("a", { metadata: { annotations: null } }, "op-1").status).toBe(200);
    expect(read("a").metadata.annotations).toMatchObject(MARKER);
    expect(read("a").metadata.annotations).not.toHaveProperty("mine");
  });

  it.each([
    {
      name: "misses it",
      why: "a PUT must carry it",
      annotations: {},
      problems: [`${OWNER} isMissing`, `${UID} isMissing`],
    },
    {
      name: "gives it away",
      why: "a PUT must repeat it",
      annotations: { ...MARKER, "ververica.platform/managed-by-operator": "op-2" },
      problems: [`${OWNER} isInvalid`],
    },
    {
      name: "names another resource",
      why: "a PUT must repeat it",
      annotations: { ...MARKER, "ververica.platform/cr-uid": "uid-2" },
      problems: [`${UID} isInvalid`],
    },
  ])("refuses a PUT whose marker $name (sim:marker-stays)", ({ annotations, problems }) => {
    const { create, send } = makeWorld();
    create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
    const reply = send("PUT", PATH, { ...FULL, metadata: { annotations } }, "op-1");
    expect([reply.status, problemsOf(reply)]).toEqual([400, problems]);
  });

  it.each([
    { name: "PATCH", why: "no claim through the API", body: { metadata: { annotations: { ...MARKER, other: null } } } },
    { name: "PUT", why: "no claim through the API", body: FULL },
  ])("refuses a user's $name that would mark a deployment (sim:marker-stays)", ({ name, body }) => {
    const { create, send, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    expect(send(name, PATH, body).status).toBe(400);
    expect(read("a").metadata.annotations).not.toHaveProperty(["ververica.platform/managed-by-operator"]);
  });

  it("is gone once it was wiped behind the API's back", () => {
    const { create, patch, state, now } = makeWorld();
    create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
    wipeLock(state, "default", "a", now());
    expect(reasonOf(patch("a", {}, "op-1"))).toBe("NOT_OPERATOR_MANAGED");
    expect(patch("a", {}).status).toBe(200);
  });
});
