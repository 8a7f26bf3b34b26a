import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import {
  makeConfigMapStore,
  type OwnedJob,
  stateMapOf,
} from "../../../../shared/adapters/autoscaler/config-map-store.ts";
import { type AutoscalerState, emptyState } from "../../../../shared/autoscaler/state/state.ts";
import { at, type JsonObject } from "../../../../shared/core/json.ts";
import { MemoryObjects } from "../../../world/memory-objects.ts";

const signal = new AbortController().signal;
const owner = {
  ...{ apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment" },
  ...{ namespace: "flink", name: "orders", uid: "uid-1" },
} as const;
const job: OwnedJob = {
  ...{ key: "FlinkDeployment/flink/orders", jobId: undefined, status: "RUNNING", configuration: {}, now: 0 },
  ...{ owner, basis: "as-it-is" },
};
const name = "autoscaler.flinkdeployment.orders";
const told: Record<string, number> = { finding: 1 };
const state: AutoscalerState = {
  ...{ ...emptyState("graph"), told },
  desired: { decidedAt: 7, parallelism: { b: 3, a: 2 } },
  latest: { at: 0, reason: "Balanced", message: "Nothing to scale." },
};

let trace: { verb: string; about: string }[];
let objects: MemoryObjects;
let reports: string[];
let store: ReturnType<typeof makeConfigMapStore<OwnedJob>>;

beforeEach(() => {
  trace = [];
  reports = [];
  objects = new MemoryObjects(() => 0, trace);
  store = makeConfigMapStore(objects, (_, message) => void reports.push(message));
});

const stored = () => objects.find("ConfigMap", "flink", name);
const change = (data: JsonObject) => {
  const { data: before, ...rest } = stored() as unknown as { data: JsonObject; metadata: { name: string } };
  objects.put({ ...rest, kind: "ConfigMap", ...{ data: { ...before, ...data } } });
};
const calls = () => trace.map(({ verb }) => verb);

async function saved(one: AutoscalerState = state, as: OwnedJob = job): Promise<string> {
  expect(await store.save(as, one, undefined, signal)).toBe("saved");
  return (await store.load(as, signal))?.version ?? "";
}

describe("the state of a job in a ConfigMap (4.2)", () => {
  it("is not there at first", async () => {
    expect(await store.load(job, signal)).toBeUndefined();
  });

  it("is read back as it was saved, by one call each", async () => {
    await store.save(job, state, undefined, signal);
    expect((await store.load(job, signal))?.state).toEqual(state);
    expect(calls()).toEqual(["create", "get"]);
  });

  it("goes with its resource, and tells people what it is about", async () => {
    await saved();
    expect(stored()?.metadata).toMatchObject({ ownerReferences: [{ kind: "FlinkDeployment", uid: "uid-1" }] });
    expect(at(stored(), "data")).toMatchObject({
      why: "1970-01-01T00:00:00.000Z Balanced: Nothing to scale.",
      desired: "a:2,b:3",
    });
  });

  it("tells nothing any more that does not hold", async () => {
    const version = await saved(state, { ...job, nonce: 3 });
    expect(at(stored(), "data", "nonce")).toBe("3");
    expect(await store.save(job, emptyState("graph"), version, signal)).toBe("saved");
    expect(Object.keys(at(stored(), "data") ?? {}).sort()).toEqual(["basis", "owner", "state"]);
  });

  it("has its own place for each kind and name", () => {
    const place = (kind: string, of: string) => stateMapOf({ ...owner, kind, name: of }).name;
    const long = (end: string) => place("FlinkSessionJob", `${"x".repeat(252)}${end}`);
    expect(place("FlinkSessionJob", "orders")).toBe("autoscaler.flinksessionjob.orders");
    expect([long("1").length <= 253, long("1") === long("2")]).toEqual([true, false]);
  });
});

describe("two autoscalers that share a ConfigMap", () => {
  it("write its first state: exactly one of them", async () => {
    const both = [store.save(job, state, undefined, signal), store.save(job, state, undefined, signal)];
    expect(await Promise.all(both)).toEqual(["saved", "conflict"]);
  });

  it("write over the same one: exactly one of them", async () => {
    const version = await saved();
    const next = { ...state, told: {} };
    const both = [store.save(job, next, version, signal), store.save(job, emptyState("x"), version, signal)];
    expect(await Promise.all(both)).toEqual(["saved", "conflict"]);
    expect((await store.load(job, signal))?.state).toEqual(next);
  });

  it("find it gone: nobody writes over what is not there", async () => {
    const version = await saved();
    objects.remove("ConfigMap", "flink", name);
    expect(await store.save(job, state, version, signal)).toBe("conflict");
  });
});

describe("what a user says anew", () => {
  it("a nonce has everything forgotten; no nonce changes nothing", async () => {
    await saved(state, { ...job, nonce: 1 });
    expect((await store.load({ ...job, nonce: 2 }, signal))?.state).toBeUndefined();
    expect((await store.load(job, signal))?.state).toEqual(state);
    expect(reports).toEqual([]);
  });

  it("another size takes back what was decided, and nothing that was learnt", async () => {
    await saved();
    const { desired: _, ...rest } = state;
    expect((await store.load({ ...job, basis: "another" }, signal))?.state).toEqual(rest);
  });

  it("a new resource of the name begins anew, in the place of the former one", async () => {
    const version = await saved();
    const next = { ...job, owner: { ...owner, uid: "uid-2" } };
    expect(await store.load(next, signal)).toEqual({ state: undefined, version });
    expect(await store.save(next, state, version, signal)).toBe("saved");
    expect(stored()?.metadata).toMatchObject({ ownerReferences: [{ uid: "uid-2" }] });
  });
});

describe("what is no state", () => {
  const packed = (text: string) => gzipSync(text).toString("base64");
  it.each([
    { name: "no text at all", data: { state: null } },
    { name: "no base64", data: { state: "%%%" } },
    { name: "nothing that unpacks", data: { state: "aGVsbG8=" } },
    { name: "no JSON", data: { state: packed("{") } },
    { name: "another version", data: { state: packed('{"version":0}') } },
    { name: "more than fits in memory", data: { state: packed(" ".repeat(40 * 1_024 * 1_024)) } },
  ])("counts as none, and is told: $name", async ({ data }) => {
    const version = await saved();
    change(data);
    const loaded = await store.load(job, signal);
    expect([loaded?.state, reports.length]).toEqual([undefined, 1]);
    expect(loaded?.version).not.toBe(version);
    expect(await store.save(job, state, loaded?.version, signal)).toBe("saved");
  });

  it("a ConfigMap of somebody else is neither read nor written nor removed", async () => {
    objects.put({ kind: "ConfigMap", metadata: { name, namespace: "flink" }, ...{ data: { mine: "1" } } });
    await expect(store.load(job, signal)).rejects.toMatchObject({ code: "Rejected" });
    await store.remove(job, signal);
    expect(at(stored(), "data")).toEqual({ mine: "1" });
  });
});

describe("a state that is removed", () => {
  it("is gone, and may be removed again", async () => {
    await saved();
    await store.remove(job, signal);
    await store.remove(job, signal);
    expect(stored()).toBeUndefined();
  });
});
