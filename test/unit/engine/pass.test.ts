import { describe, expect, it } from "vitest";
import { type ErrorCode, OperatorError } from "../../../shared/core/error.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { pass } from "../../../shared/engine/pass.ts";
import { deploymentSpec, example, wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { World } from "../../world/world.ts";

const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const sent = ({ trace }: World, method: string) =>
  trace.filter((call) => call.to === "platform" && call.method === method && !call.path.endsWith("/events")).length;

function parallelismOf({ platform }: World): unknown {
  const [row] = [...platform.state.rows.values()];
  return at(row?.deployment.spec, "template", "spec", "parallelism") ?? null;
}

async function edited(): Promise<World> {
  const world = await settledWorld("PATCH");
  world.cluster.edit(subject, parallel);
  return world;
}

describe("a pass while the API server fails", () => {
  it.each<{ verb: "get" | "patch" | "patch status"; code: ErrorCode; after: boolean }>([
    { verb: "get", code: "Unavailable", after: false },
    { verb: "get", code: "Denied", after: false },
    { verb: "patch status", code: "Throttled", after: false },
    { verb: "patch status", code: "Unavailable", after: false },
  ])("rejects at $verb with $code, and the next one brings it to the same end", async ({ verb, code, after }) => {
    const world = await edited();
    world.cluster.faults = [{ verb, code, after }];
    await expect(world.pass(subject)).rejects.toMatchObject({ code });
    await world.pass(subject);
    await world.pass(subject);
    const untouched = await edited();
    await untouched.pass(subject);
    await untouched.pass(subject);
    expect(world.cluster.find(subject)?.status).toEqual(untouched.cluster.find(subject)?.status);
    expect(world.cluster.find(subject)?.metadata.annotations).toEqual(
      untouched.cluster.find(subject)?.metadata.annotations,
    );
  });

  it("is gone where the object vanished between the look and a write", async () => {
    const world = await edited();
    world.cluster.faults = [{ verb: "patch", code: "Missing" }];
    expect(await world.pass(subject)).toMatchObject({ end: "gone" });
  });

  it("is no failure of the API server where its own signal ended the read", async () => {
    const world = await settledWorld("PATCH");
    world.cluster.faults = [{ verb: "get", code: "Unavailable" }];
    const { engine, kind } = world;
    expect(await pass(engine, kind, world.key(subject), AbortSignal.abort())).toMatchObject({ end: "moving" });
  });
});

describe("a pass while the API server refuses what is written (D6, D7, L5)", () => {
  const refusing = async (verb: "patch" | "patch status", world: World, times: number) => {
    world.cluster.faults = Array.from({ length: times }, () => ({ verb, code: "Rejected" as const }));
    return world.pass(subject);
  };
  const consistent = ({ cluster }: World) => conditionsOf(cluster.find(subject) as KubeObject)[1];

  it("sends nothing whose intent has no room, and says why: annotations hold no more than 256 KiB", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    expect(await refusing("patch", world, 2)).toMatchObject({ end: "settled", rule: "create" });
    expect(sent(world, "POST")).toBe(0);
    expect(consistent(world)).toMatchObject({ status: "False", message: "the API server failed" });
    await world.pass(subject);
    expect([sent(world, "POST"), consistent(world)?.status]).toEqual([1, "True"]);
  });

  it("still writes the status where the record has no room, and the other way round", async () => {
    const world = await edited();
    expect(await refusing("patch", world, 1)).toMatchObject({ end: "settled" });
    expect(at(world.cluster.find(subject)?.status, "observedGeneration")).toBe(2);
    world.cluster.edit(subject, wanted("RUNNING"));
    expect(await refusing("patch status", world, 1)).toMatchObject({ end: "settled" });
    expect(ownRecord(world.cluster.find(subject) as KubeObject)).toMatchObject({ generation: 3 });
    expect(world.lines.filter(({ level }) => level === "error")).toHaveLength(2);
  });
});

describe("what is not sent", () => {
  it("after the signal has aborted", async () => {
    const world = await edited();
    const { engine, kind } = world;
    const result = await pass(engine, kind, world.key(subject), AbortSignal.abort());
    expect([result.end, result.actions, sent(world, "PATCH")]).toEqual(["moving", [], 0]);
  });

  it("a creation by a process that was frozen after its look: its intent counts the quarantine from then", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    world.cluster.probe = ({ verb }, when) => {
      if (verb === "patch" && when === "after") world.clock.skip(20_000);
    };
    const { end } = await world.pass(subject);
    expect([end, sent(world, "POST"), world.platform.state.rows.size]).toEqual(["waiting", 0, 0]);
  });

  it("a creation whose intent could not be written", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    world.cluster.faults = [{ verb: "patch", code: "Unavailable" }];
    await expect(world.pass(subject)).rejects.toMatchObject({ code: "Unavailable" });
    expect(sent(world, "POST")).toBe(0);
  });

  it("twice a creation whose record met a lost race", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    let patches = 0;
    world.cluster.probe = ({ verb }, when) => {
      if (verb !== "patch" || when !== "before") return;
      patches += 1;
      if (patches === 2) world.cluster.edit(subject, { metadata: { labels: { touched: "yes" } } });
    };
    expect((await world.pass(subject)).end).toBe("settled");
    expect([sent(world, "POST"), world.platform.state.rows.size]).toEqual([1, 1]);
  });
});

describe("a pass that meets a throttled platform", () => {
  it.each(["GET", "PATCH"] as const)("at %s says how long to wait", async (method) => {
    const world = await edited();
    world.admin.configure({ next: [{ kind: "throttle", retryAfterSeconds: 30, method }] });
    expect(await world.pass(subject)).toMatchObject({ end: "waiting", revisitAfterMs: 30_000 });
    expect(await world.pass(subject)).toMatchObject({ end: "settled", revisitAfterMs: undefined });
  });
});

describe("an edit that is taken back while it is being sent", () => {
  it("is taken back on the platform as well", async () => {
    const world = await edited();
    await world.pass(subject);
    expect(parallelismOf(world)).toBe(4);
    world.cluster.edit(subject, deploymentSpec({ template: { spec: { parallelism: 8 } } }));
    let raced = false;
    world.cluster.probe = ({ verb }, when) => {
      if (verb !== "patch" || when !== "before" || raced) return;
      raced = true;
      expect(parallelismOf(world)).toBe(8);
      world.cluster.edit(subject, parallel);
    };
    expect((await world.pass(subject)).end).toBe("settled");
    expect(parallelismOf(world)).toBe(4);
  });
});

describe("a pass whose update went out, and whose record the API server fails to take (L1)", () => {
  it.each<{ code: ErrorCode; after: boolean; why: string }>([
    { code: "Unavailable", after: false, why: "503, or no connection" },
    { code: "Unavailable", after: true, why: "its answer was lost, or is a 500" },
    { code: "Throttled", after: false, why: "429 is no lost race, and a later look knows nothing of what was sent" },
    { code: "Denied", after: false, why: "the token of the pod has just been replaced" },
    { code: "Malformed", after: true, why: "a proxy put a page of its own in the answer's place" },
  ])("goes on until it is on record: $code, taken: $after ($why)", async ({ code, after }) => {
    const world = await edited();
    world.cluster.faults = [{ verb: "patch", code, after }];
    expect((await world.pass(subject)).end).toBe("settled");
    const untouched = await edited();
    await untouched.pass(subject);
    const [is, wanted] = [world, untouched].map(({ cluster }) => cluster.find(subject));
    expect([is?.status, is?.metadata.annotations]).toEqual([wanted?.status, wanted?.metadata.annotations]);
  });

  it.each<{ name: string; asked: number; waited: number }>([
    { name: "as long as it is asked to", asked: 1_000, waited: 1_000 },
    {
      name: "no longer than its caller has time: an overloaded API server asks for up to 32 s",
      asked: 32_000,
      waited: 2_500,
    },
  ])("waits before it goes on, $name", async ({ asked, waited }) => {
    const world = await edited();
    world.cluster.probe = ({ verb }, when) => {
      if (verb !== "patch" || when !== "before") return;
      world.cluster.probe = () => {};
      throw new OperatorError("Throttled", "too many requests", { retryAfterMs: asked });
    };
    const passing = world.pass(subject);
    await world.clock.advance(waited - 1);
    expect([world.clock.sleepers, sent(world, "PATCH")]).toEqual([1, 1]);
    await world.clock.advance(1);
    expect(await passing).toMatchObject({ end: "settled", ms: waited });
  });

  it("goes on although its caller gave up, and notes that nobody answered", async () => {
    const world = await edited();
    world.admin.configure({ next: [{ kind: "resetBeforeCommit", method: "PATCH" }] });
    world.cluster.faults = [{ verb: "patch", code: "Unavailable", after: false }];
    const caller = new AbortController();
    world.cluster.probe = ({ verb }) => {
      if (verb === "patch") caller.abort();
    };
    await pass(world.engine, world.kind, world.key(subject), caller.signal);
    const object = world.cluster.find(subject);
    expect(object && ownRecord(object)?.late).toBeDefined();
  });

  it("is repeated by nobody once that is on record and the status fails", async () => {
    const world = await edited();
    world.cluster.faults = [{ verb: "patch status", code: "Unavailable" }];
    await expect(world.pass(subject)).rejects.toMatchObject({ code: "Unavailable" });
    expect(sent(world, "PATCH")).toBe(1);
  });
});

describe("a pass that projects an old read, and loses the race to record it to a newer projection (L1)", () => {
  /** A world in which parallelism 8 is projected and on record, and the next reads are of the edit before that one. */
  async function behind(reads: number): Promise<World> {
    const world = await edited();
    const { cluster } = world;
    const old = await cluster.get(world.kind.names, world.key(subject));
    cluster.edit(subject, deploymentSpec({ template: { spec: { parallelism: 8 } } }));
    await world.pass(subject);
    const newest = cluster.get.bind(cluster);
    let left = reads;
    cluster.get = async (...asked) => {
      left -= 1;
      return left >= 0 ? old : newest(...asked);
    };
    return world;
  }

  it("twice: it projects the newer one again", async () => {
    const world = await behind(2);
    expect((await world.pass(subject)).end).toBe("settled");
    expect(parallelismOf(world)).toBe(8);
  });

  it("and then cannot ask the platform: the next look projects the newer one", async () => {
    const world = await behind(1);
    world.cluster.probe = ({ verb }) => {
      if (verb === "patch") world.cut(true);
    };
    expect((await world.pass(subject)).end).toBe("waiting");
    expect(parallelismOf(world)).toBe(4);
    world.cluster.probe = () => {};
    world.cut(false);
    await world.pass(subject);
    expect(parallelismOf(world)).toBe(8);
  });

  it.each(["get", "patch"] as const)("and then meets an API server that fails at %s", async (verb) => {
    const world = await behind(1);
    const { cluster } = world;
    // The first read is the old one, and no call.
    cluster.probe = (call) => {
      if (call.verb !== "get") return;
      cluster.faults = [{ verb, code: "Unavailable" }];
      cluster.probe = () => {};
    };
    expect((await world.pass(subject)).end).toBe("settled");
    expect(parallelismOf(world)).toBe(8);
  });

  it("and an API server that goes on failing is the caller's to answer", async () => {
    const world = await behind(1);
    world.cluster.probe = ({ verb }) => {
      if (verb === "patch")
        world.cluster.faults = Array.from({ length: 9 }, () => ({ verb: "get", code: "Unavailable" }));
    };
    await expect(world.pass(subject)).rejects.toMatchObject({ code: "Unavailable" });
    expect(world.cluster.faults).toHaveLength(5);
  });

  it.each([new Error("gone"), new DOMException("over", "TimeoutError")])(
    "and is past its time ($name): what is owed is put on record, and the status blames nobody",
    async (reason) => {
      const world = await behind(1);
      const before = world.cluster.find(subject)?.status;
      const caller = new AbortController();
      world.cluster.probe = ({ verb }) => {
        if (verb === "patch") caller.abort(reason);
      };
      const { end } = await pass(world.engine, world.kind, world.key(subject), caller.signal);
      expect(end).toBe("moving");
      expect(world.cluster.find(subject)?.status).toEqual(before);
      await world.pass(subject);
      expect(parallelismOf(world)).toBe(8);
    },
  );

  it("and is given up by its caller: the next look projects the newer one", async () => {
    const world = await behind(1);
    const caller = new AbortController();
    const { engine, kind } = world;
    world.cluster.probe = ({ verb }) => {
      if (verb === "patch") caller.abort();
    };
    await pass(engine, kind, world.key(subject), caller.signal);
    await world.pass(subject);
    expect(parallelismOf(world)).toBe(8);
  });
});

describe("a pass that only restarted the job and lost the race to record it", () => {
  it.each(["PATCH", "PUT"] as const)("does not project the spec again in %s mode", async (mode) => {
    const world = await settledWorld(mode, { with: wanted("RUNNING") });
    world.cluster.edit(subject, { spec: { restartNonce: 1 } });
    let patches = 0;
    world.cluster.probe = ({ verb }, when) => {
      if (verb !== "patch" || when !== "before") return;
      patches += 1;
      if (patches === 2) world.cluster.edit(subject, { metadata: { labels: { touched: "yes" } } });
    };
    for (let look = 0; look < 3; look += 1) {
      await world.pass(subject);
      world.clock.skip(2_000);
    }
    expect([sent(world, "POST"), sent(world, "PUT"), sent(world, "PATCH")]).toEqual([0, 0, 1]);
  });
});

describe("a pass is told of", () => {
  it("in one log line without spec or secret, and to whoever counts", async () => {
    const world = await edited();
    world.lines.length = 0;
    world.passes.length = 0;
    await world.pass(subject);
    expect(world.lines).toEqual([
      {
        level: "info",
        message: "pass",
        fields: {
          kind: "VvpDeployment",
          namespace: "my-deploy-namespace",
          name: "my-deployment",
          generation: 2,
          rule: "project-spec",
          actions: ["app-manager/patch"],
          outcome: "settled",
          ms: 0,
        },
      },
    ]);
    expect(world.passes).toMatchObject([{ end: "settled", rule: "project-spec" }]);
    expect(JSON.stringify(world.lines)).not.toMatch(/token-of-the-tests|my-bucket/);
  });

  it("also where there is nothing to pass over", async () => {
    const world = new World();
    expect(await world.pass("nobody")).toMatchObject({ end: "gone", rule: undefined, actions: [] });
    expect(world.trace).toHaveLength(1);
  });
});

describe("a pass that corrects what somebody else changed", () => {
  it("does not undo what the user asked for meanwhile, and another process has put there (S5)", async () => {
    const world = await settledWorld("PATCH");
    let meanwhile = () => {
      meanwhile = () => {};
      world.cluster.edit(subject, wanted("RUNNING"));
      world.admin.editSpec("default", subject, { state: "RUNNING" });
    };
    // The resource is read, the platform not yet.
    world.way.probe = (_call, when) => (when === "before" ? meanwhile() : undefined);
    await world.pass(subject);
    const states = world.trace.flatMap((call) =>
      call.to === "platform" ? (at(call.body, "spec", "state") ?? []) : [],
    );
    expect(states.filter((state) => state !== "RUNNING")).toEqual([]);
  });
});

describe("a pass over a record that another version of Weir has written", () => {
  /** Rewrites the record as such a version could have. */
  const rewrite = ({ cluster }: World, change: (record: JsonObject) => JsonObject) => {
    const text = cluster.find(subject)?.metadata.annotations?.[recordAnnotation] ?? "{}";
    const record = JSON.stringify(change(JSON.parse(text) as JsonObject));
    cluster.edit(subject, { metadata: { annotations: { [recordAnnotation]: record } } });
  };
  const later = { promises: [{ at: 1 }] };

  it("in another order writes nothing: both would write it at every look", async () => {
    const world = await settledWorld("PATCH");
    rewrite(world, (record) => Object.fromEntries(Object.entries({ ...record, later }).reverse()));
    world.trace.length = 0;
    await world.pass(subject);
    expect(world.count().writes).toBe(0);
  });

  it("keeps what it does not know: a request that is forgotten is done twice", async () => {
    const world = await settledWorld("PATCH");
    rewrite(world, (record) => ({ ...record, later }));
    world.cluster.edit(subject, parallel);
    await world.pass(subject);
    expect(parallelismOf(world)).toBe(4);
    expect(ownRecord(world.cluster.find(subject) as KubeObject)).toMatchObject({ generation: 2, later });
  });
});
