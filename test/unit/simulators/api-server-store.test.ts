import { describe, expect, it } from "vitest";
import { runControllers } from "../../../simulators/platform/api-server/controllers.ts";
import { plan, type WriteRequest } from "../../../simulators/platform/api-server/handle-write.ts";
import type { Json } from "../../../simulators/platform/api-server/json.ts";
import type { KubeObject } from "../../../simulators/platform/api-server/object.ts";
import type { Resource } from "../../../simulators/platform/api-server/resource.ts";
import { seedStore } from "../../../simulators/platform/api-server/seed.ts";
import { ApiError } from "../../../simulators/platform/api-server/status-error.ts";
import { Moved, Store } from "../../../simulators/platform/api-server/store.ts";
import { Lister } from "../../../simulators/platform/api-server/store-list.ts";
import { startWatch, type WatchEvent } from "../../../simulators/platform/api-server/store-watch.ts";

const user = { username: "u", groups: [] };

/** A store whose clock, uids and names are counted. */
function makeStore(historyLimit = 100) {
  let now = Date.UTC(2030, 0, 1);
  const uids = Array.from({ length: 1000 }, (_, n) => `uid-${n}`);
  const store = new Store({ now: () => now, uid: () => uids.shift() ?? "", random: () => 0, historyLimit });
  runControllers(store);
  seedStore(store, []);
  const configMaps = store.resources.find("", "v1", "configmaps") as Resource;
  const target = (name: string) => ({ resource: configMaps, namespace: "default", name, subresource: "" }) as const;
  const request = (name: string, action: WriteRequest["action"]): WriteRequest => {
    return { target: target(name), options: {}, user, manager: "m", action };
  };
  const write = (name: string, action: WriteRequest["action"]) => store.commit(plan(store, request(name, action)));
  const create = (name: string, data: Json = {}) => {
    return write("", { verb: "create", body: { metadata: { name }, data } }) as KubeObject;
  };
  const patch = (name: string, body: Json) => write(name, { verb: "patch", type: "merge", body }) as KubeObject;
  const remove = (name: string) => write(name, { verb: "delete" });
  const pass = (ms: number) => {
    now += ms;
  };
  return { store, configMaps, create, patch, remove, request, pass };
}

describe("the store", () => {
  it("is deterministic: the same writes give the same state", () => {
    const run = () => {
      const { store, configMaps, create, patch, remove } = makeStore();
      create("a", { x: "1" });
      create("b");
      patch("a", { data: { x: "2" } });
      remove("b");
      return { revision: store.revision, objects: store.all(configMaps) };
    };
    expect(run()).toEqual(run());
  });

  it("gives every change the next revision, and an equal write none", () => {
    const { store, create, patch } = makeStore();
    const first = store.revision;
    create("a", { x: "1" });
    expect(store.revision).toBe(first + 1);
    patch("a", { data: { x: "1" } });
    expect(store.revision).toBe(first + 1);
  });

  it("refuses a change that was planned before another one", () => {
    const { store, create, patch, request } = makeStore();
    create("a");
    const planned = plan(store, request("a", { verb: "patch", type: "merge", body: { data: { x: "1" } } }));
    patch("a", { data: { y: "2" } });
    expect(() => store.commit(planned)).toThrow(Moved);
  });

  it("never changes what it handed out", () => {
    const { store, configMaps, create, patch } = makeStore();
    create("a", { x: "1" });
    const [object, list] = [store.get(configMaps, "default", "a"), store.all(configMaps)];
    const [objectBefore, listBefore] = [structuredClone(object), structuredClone(list)];
    patch("a", { data: { x: "2" } });
    create("b");
    expect([object, list]).toEqual([objectBefore, listBefore]);
  });

  it("tells listeners in order, also when one of them writes", () => {
    const { store, create, patch } = makeStore();
    const seen: string[] = [];
    store.subscribe(({ type, object }) => {
      if (type === "ADDED" && object.metadata.name === "a") patch("a", { data: { by: "listener" } });
    });
    store.subscribe(({ type, object }) => seen.push(`${type} ${object.metadata.name}`));
    create("a");
    expect(seen).toEqual(["ADDED a", "MODIFIED a"]);
  });
});

describe("a watch", () => {
  it("continues where a list ended", () => {
    const { store, configMaps, create, patch, remove } = makeStore();
    create("a");
    const { resourceVersion } = new Lister(store).list(configMaps, {});
    patch("a", { data: { x: "1" } });
    const events: WatchEvent[] = [];
    const watch = startWatch(store, configMaps, { resourceVersion }, (event) => events.push(event));
    remove("a");
    watch.stop();
    create("late");
    expect([...watch.first, ...events].map(({ type }) => type)).toEqual(["MODIFIED", "DELETED"]);
  });

  it("gets 410 once the history is compacted", () => {
    const { store, configMaps, create } = makeStore();
    const since = store.revision;
    create("a");
    store.history.compact(store.revision);
    const start = () => startWatch(store, configMaps, { resourceVersion: String(since) }, () => undefined);
    expect(start).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 410, reason: "Expired" }) }),
    );
  });

  it("can go back as far as the history promises", () => {
    const { store, configMaps, create } = makeStore(3);
    for (let n = 0; n < 20; n += 1) create(`c${n}`);
    const resourceVersion = String(store.revision - 3);
    expect(startWatch(store, configMaps, { resourceVersion }, () => undefined).first).toHaveLength(3);
  });
});

describe("paging", () => {
  it("shows every object exactly once, whatever the page size, while objects come and go", () => {
    for (const limit of [1, 2, 3, 7, 100]) {
      const { store, configMaps, create, remove } = makeStore();
      const names = Array.from({ length: 10 }, (_, n) => `c${n}`);
      for (const name of names) create(name);
      const lister = new Lister(store);
      const seen: string[] = [];
      let token: string | undefined;
      do {
        const page = lister.list(configMaps, { limit, ...(token === undefined ? {} : { continue: token }) });
        seen.push(...page.items.map((item) => item.metadata.name ?? ""));
        token = page.continue;
        create(`new${seen.length}`);
        remove(`new${seen.length}`);
      } while (token !== undefined);
      expect(seen).toEqual(names);
    }
  });

  it("forgets a list after five minutes", () => {
    const { store, configMaps, create, pass } = makeStore();
    for (const name of ["a", "b"]) create(name);
    const lister = new Lister(store);
    const token = lister.list(configMaps, { limit: 1 }).continue ?? "";
    pass(300_001);
    expect(() => lister.list(configMaps, { limit: 1, continue: token })).toThrow(ApiError);
  });
});
