import { describe, expect, it } from "vitest";
import { bulkReader } from "../../../../shared/adapters/app-manager/bulk.ts";
import { OperatorError, toFault } from "../../../../shared/core/error.ts";
import type { AppManager, Deployment } from "../../../../shared/ports/app-manager.ts";

const caller = { instanceId: "a", namespace: "demo", secretName: "key" };
const owner = { instanceId: "a", uid: "u" };
const deployment = (id: string, name: string): Deployment => ({
  id,
  name,
  namespace: "default",
  owner,
  desiredState: "RUNNING",
  state: "RUNNING",
  rawState: "RUNNING",
  metadata: { id, name },
  spec: {},
});
const at = (idOrName: string) => ({ namespace: "default", idOrName });

/** An AppManager of one deployment that tells what it was asked. */
function makeRecorder(listing: () => Promise<readonly Deployment[]> = async () => [deployment("id-1", "one")]) {
  const calls: string[] = [];
  const done = (call: string) => {
    calls.push(call);
    return Promise.resolve(deployment("id-1", "one"));
  };
  const appManager: AppManager = {
    get: async (_caller, { idOrName }) => {
      calls.push(`get ${idOrName}`);
      return idOrName === "one" || idOrName === "id-1" ? deployment("id-1", "one") : undefined;
    },
    list: (who, namespace) => {
      calls.push(`list ${who.namespace}/${who.secretName} ${namespace}`);
      return listing();
    },
    create: (_caller, namespace, body) => done(`create ${namespace}/${body.metadata.name}`),
    patch: (_caller, { idOrName }) => done(`patch ${idOrName}`),
    replace: (_caller, { idOrName }) => done(`replace ${idOrName}`),
    adopt: (_caller, { idOrName }, { uid }) => done(`adopt ${idOrName} ${uid}`),
    takeOver: (_caller, { idOrName }) => done(`take over ${idOrName}`),
    delete: async (_caller, { idOrName }) => void (await done(`delete ${idOrName}`)),
    events: async (_caller, namespace) => {
      calls.push(`events ${namespace}`);
      return [];
    },
    savepoints: async (_caller, namespace, deploymentId) => {
      calls.push(`savepoints ${namespace}/${deploymentId}`);
      return [];
    },
    takeSavepoint: async (_caller, { deploymentId, mark }) => {
      await done(`savepoint ${deploymentId}`);
      return { id: "savepoint-1", deploymentId, mark, state: "STARTED", location: undefined };
    },
    announce: async (_caller, { message }) => void calls.push(`announce ${message}`),
  };
  return { calls, reader: bulkReader(appManager) };
}

describe("reading in bulk", () => {
  it("one list answers every get, by id and by name", async () => {
    const { calls, reader } = makeRecorder();
    const found = await Promise.all(["one", "id-1", "one"].map((name) => reader.get(caller, at(name))));
    expect(found.map((one) => one?.id)).toEqual(["id-1", "id-1", "id-1"]);
    expect(calls).toEqual(["list demo/key default"]);
  });

  it("the list is itself an answer, unless it shows nothing", async () => {
    const { calls, reader } = makeRecorder();
    expect(await reader.list(caller, "default")).toMatchObject([{ id: "id-1" }]);
    await reader.get(caller, at("one"));
    expect(calls).toEqual(["list demo/key default"]);
    const empty = makeRecorder(async () => []);
    expect(await empty.reader.list(caller, "default")).toEqual([]);
    expect(empty.calls).toEqual(["list demo/key default", "list demo/key default"]);
  });

  it("a list from before a write is no answer any more", async () => {
    const { calls, reader } = makeRecorder();
    await reader.delete(caller, at("id-1"));
    await reader.list(caller, "default");
    expect(calls).toEqual(["delete id-1", "list demo/key default"]);
    await reader.get(caller, at("other"));
    await reader.delete(caller, at("id-1"));
    await reader.list(caller, "default");
    expect(calls.slice(2)).toEqual(["get other", "delete id-1", "list demo/key default"]);
  });

  it("every token and platform namespace has a list of its own", async () => {
    const { calls, reader } = makeRecorder();
    await reader.get(caller, at("one"));
    await reader.get({ ...caller, secretName: undefined }, at("one"));
    await reader.get({ ...caller, namespace: "other" }, at("one"));
    await reader.get(caller, { namespace: "second", idOrName: "one" });
    expect(calls).toEqual([
      "list demo/key default",
      "list demo/undefined default",
      "list other/key default",
      "list demo/key second",
    ]);
  });

  it("what the list lacks is asked for, because a list is no proof of absence", async () => {
    const { calls, reader } = makeRecorder(async () => []);
    expect(await reader.get(caller, at("one"))).toMatchObject({ id: "id-1" });
    expect(await reader.get(caller, at("two"))).toBeUndefined();
    expect(calls).toEqual(["list demo/key default", "get one", "get two"]);
  });

  it("an id wins over an equal name", async () => {
    const { reader } = makeRecorder(async () => [deployment("b", "x"), deployment("c", "b")]);
    expect(await reader.get(caller, at("b"))).toMatchObject({ name: "x" });
  });

  it.each(["patch", "replace", "delete", "create"] as const)("after %s the deployment is read anew", async (verb) => {
    const { calls, reader } = makeRecorder();
    await reader.get(caller, at("one"));
    const body = { metadata: { name: "one" }, spec: {} };
    if (verb === "patch") await reader.patch(caller, at("id-1"), {});
    if (verb === "replace") await reader.replace(caller, at("id-1"), body, owner);
    if (verb === "delete") await reader.delete(caller, at("id-1"));
    if (verb === "create") await reader.create(caller, "default", body, owner);
    await reader.get(caller, at("one"));
    await reader.get({ ...caller, secretName: "other" }, at("two"));
    expect(calls.filter((call) => call === "get one")).toHaveLength(1);
  });

  it("a list that was under way while something was written is not believed about it", async () => {
    let release = (_: readonly Deployment[]) => {};
    const { calls, reader } = makeRecorder(() => new Promise((resolve) => (release = resolve)));
    const reading = reader.get(caller, at("one"));
    await reader.patch(caller, at("one"), {});
    release([deployment("id-1", "one")]);
    await reading;
    expect(calls).toEqual(["list demo/key default", "patch one", "get one"]);
  });
});

describe("a list that fails", () => {
  it.each(["Denied", "Missing", "Throttled", "Unavailable"] as const)("%s is the answer to every get", async (code) => {
    const { calls, reader } = makeRecorder(() => Promise.reject(new OperatorError(code, "no list")));
    const faults = await Promise.all(["one", "two"].map((n) => reader.get(caller, at(n)).catch(toFault)));
    expect(faults).toEqual(Array(2).fill({ code, message: "no list", applied: "no" }));
    expect(calls).toEqual(["list demo/key default"]);
  });

  it.each(["Malformed", "Rejected"] as const)("%s leaves every get to itself", async (code) => {
    const { calls, reader } = makeRecorder(() => Promise.reject(new OperatorError(code, "no list")));
    expect(await reader.get(caller, at("one"))).toMatchObject({ id: "id-1" });
    expect(calls).toEqual(["list demo/key default", "get one"]);
  });
});
