import { describe, expect, it } from "vitest";
import { writeCursor } from "../../../shared/core/cursor.ts";
import { type ErrorCode, OperatorError } from "../../../shared/core/error.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { timestampOf } from "../../../shared/core/timestamp.ts";
import { Mirroring, type MirrorOptions } from "../../../shared/engine/mirror.ts";
import { cursorName } from "../../../shared/engine/mirror-stream.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import type { Caller, PlatformEvent } from "../../../shared/ports/app-manager.ts";
import { mirrored } from "../../builders/vvp-deployment.ts";
import { MemoryMirror } from "../../world/memory-mirror.ts";
import { World } from "../../world/world.ts";

const now = Date.parse("2026-11-21T10:10:00Z");

/** An event of the deployment of a resource, so many minutes ago. */
function happened(id: string, of: string, minutesAgo = 1, other: Partial<PlatformEvent> = {}): PlatformEvent {
  const at = timestampOf(now - minutesAgo * 60_000);
  const usual = { message: "", jobId: undefined, own: false, name: "JOB_SUCCESSFULLY_STARTED" };
  return { id, at, deploymentId: `id-of-${of}`, ...usual, ...other };
}

type Tell = (caller: Caller, namespace: string) => readonly PlatformEvent[];

/** A platform that tells events, and sweeps over resources. */
function rig(tell: Tell, other: Partial<MirrorOptions> = {}, settings = {}) {
  const world = new World(settings);
  const mirror = new MemoryMirror();
  const reads: string[] = [];
  const events = async (caller: Caller, namespace: string) => {
    reads.push(`${namespace} for ${caller.namespace}/${caller.secretName}`);
    return tell(caller, namespace);
  };
  const ports = { ...world.engine.ports, appManager: { ...world.engine.ports.appManager, events } };
  const options = { engine: { ...world.engine, ports }, recorder: mirror, bookmarks: mirror, ...other };
  const sweep = async (pages: readonly (readonly KubeObject[])[], leave: { goesOn?: () => boolean } = {}) => {
    const mirroring = new Mirroring(options, true);
    const signal = new AbortController().signal;
    for (const items of pages)
      await mirroring.page(vvpDeployment, { items, now }, { signal, goesOn: () => true, ...leave });
    await mirroring.close(true);
  };
  const shown = () =>
    mirror.created.map(
      ({ involvedObject, metadata }) => `${involvedObject.name} ${metadata.annotations["weir.dev/happening"]}`,
    );
  const warnings = () =>
    world.lines.filter(({ level }) => level === "warn").map(({ message, fields }) => `${message}: ${fields.error}`);
  return { world, mirror, reads, sweep, shown, warnings };
}

const fails = (code: ErrorCode) => () => {
  throw new OperatorError(code, "it said so");
};

describe("a sweep", () => {
  it("shows what happened, the earliest first, in one list however many pages there are (R128, R129)", async () => {
    const { sweep, shown, reads, mirror } = rig(() => [
      happened("e2", "one", 1),
      happened("e3", "two"),
      happened("e1", "one", 2),
    ]);
    await sweep([[mirrored("one")], [mirrored("two")], [mirrored("three")]]);
    expect(shown()).toEqual(["one e1", "one e2", "two e3"]);
    expect(reads).toEqual(["default for my-deploy-namespace/my-vvp-apikey"]);
    expect(mirror.calls.map(({ verb }) => verb)).toEqual(["get", "record", "record", "record", "put"]);
  });

  it("lists as often as there are platform namespaces, and not pages: 1,000 resources, 10 namespaces, 20 quiet sweeps", async () => {
    const world = rig((_caller, namespace) => [happened(namespace, `one-${namespace}`)]);
    const resources = Array.from({ length: 1_000 }, (_none, index) => {
      const namespace = `p${index % 10}`;
      return mirrored(index < 10 ? `one-${namespace}` : `job-${index}`, {}, namespace);
    });
    const pages = Array.from({ length: 4 }, (_none, page) => resources.slice(page * 250, page * 250 + 250));
    await world.sweep(pages);
    expect(world.shown()).toHaveLength(10);
    world.mirror.calls.length = world.reads.length = 0;
    for (let round = 0; round < 20; round += 1) await world.sweep(pages);
    expect([world.reads.length, world.mirror.count("get")]).toEqual([200, 200]);
    expect([world.mirror.count("record"), world.mirror.count("put")]).toEqual([0, 0]);
  });

  it("makes no write and one list in each of 20 quiet ones", async () => {
    const { sweep, reads, mirror } = rig(() => [happened("e1", "one")]);
    await sweep([[mirrored("one")]]);
    mirror.calls.length = reads.length = 0;
    for (let round = 0; round < 20; round += 1) await sweep([[mirrored("one")]]);
    expect(mirror.calls.map(({ verb }) => verb)).toEqual(Array(20).fill("get"));
    expect(reads).toHaveLength(20);
  });

  it("asks nobody where nothing is linked", async () => {
    const { sweep, reads, mirror } = rig(() => []);
    await sweep([[mirrored("one", { uid: "copied" })]]);
    expect([reads, mirror.calls]).toEqual([[], []]);
  });

  it("leaves alone what is another instance's (X4)", async () => {
    const { sweep, reads } = rig(() => [happened("e1", "one")]);
    await sweep([[mirrored("one", { labels: { "ververica.platform/owner": "another" } })]]);
    expect(reads).toEqual([]);
  });

  it("reads once for each token and platform namespace, and shows nobody what his own token does not tell (D13)", async () => {
    const elsewhere = mirrored("two", { namespace: "elsewhere" });
    const tell: Tell = ({ namespace }) =>
      namespace === "elsewhere" ? [] : [happened("e1", "one"), happened("e2", "two")];
    const { sweep, shown, reads } = rig(tell);
    await sweep([[mirrored("one"), mirrored("three"), elsewhere]]);
    expect(reads).toEqual(["default for my-deploy-namespace/my-vvp-apikey", "default for elsewhere/my-vvp-apikey"]);
    expect(shown()).toEqual(["one e1"]);
  });

  it("makes so many Events of a page, and the rest in the next sweeps, each once", async () => {
    const all = Array.from({ length: 25 }, (_none, index) => happened(`e${index}`, "one", 30 - index));
    const { sweep, shown } = rig(() => all, { mostPerPage: 10 });
    const counts: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await sweep([[mirrored("one", { creationTimestamp: "2026-11-21T09:00:00Z" })]]);
      counts.push(shown().length);
    }
    expect(counts).toEqual([10, 20, 25, 25]);
    expect(shown()).toEqual(all.map(({ id }) => `one ${id}`));
  });

  it("stops when its time is over, and goes on at the next", async () => {
    const { sweep, shown } = rig(() => [happened("e1", "one", 3), happened("e2", "one", 2)], { concurrency: 1 });
    let left = 2;
    await sweep([[mirrored("one")]], { goesOn: () => left-- > 0 });
    expect(shown()).toEqual(["one e1"]);
    await sweep([[mirrored("one")]], { goesOn: () => false });
    await sweep([[mirrored("one")]]);
    expect(shown()).toEqual(["one e1", "one e2"]);
  });
});

describe("what does not belong to a resource", () => {
  it("is found when its resource is linked a little later", async () => {
    const { sweep, shown } = rig(() => [happened("e1", "one"), happened("e2", "two")]);
    await sweep([[mirrored("one")]]);
    await sweep([[mirrored("one"), mirrored("two")]]);
    expect(shown()).toEqual(["one e1", "two e2"]);
  });

  it.each([
    {
      name: "was made before the resource",
      why: "it happened to nobody",
      created: "2026-11-21T10:09:00Z",
      ago: 10,
      times: 0,
    },
    { name: "seems to be a little older", why: "clocks differ", created: "2026-11-21T10:09:00Z", ago: 5, times: 1 },
    {
      name: "is older than Kubernetes remembers",
      why: "a lost cursor",
      created: "2026-11-20T10:00:00Z",
      ago: 55,
      times: 0,
    },
    { name: "is nearly so old", why: "a lost cursor", created: "2026-11-20T10:00:00Z", ago: 45, times: 1 },
  ])("$name ($why): $times", async ({ created, ago, times }) => {
    const { sweep, mirror } = rig(() => [happened("e1", "one", ago)]);
    await sweep([[mirrored("one", { creationTimestamp: created })]]);
    expect(mirror.created).toHaveLength(times);
  });
});

describe("cursors", () => {
  it("are one for each instance and platform namespace", async () => {
    const names = [
      cursorName("a", "b"),
      cursorName("A", "b"),
      cursorName("a-b", ""),
      cursorName("a", "c"),
      cursorName("a_", "b"),
    ];
    expect(new Set(names).size).toBe(5);
    expect(names[0]).toMatch(/^weir-events-a-b-[0-9a-f]{8}$/);
    const longest = cursorName("i".repeat(63), "p".repeat(250));
    expect(longest.length).toBeLessThanOrEqual(253);
    expect(longest).toMatch(/^[a-z0-9][-a-z0-9]*[a-z0-9]$/);
  });

  it.each(["", "rubbish"])("that hold %j begin anew, and are written over", async (text) => {
    const { sweep, mirror, shown } = rig(() => [happened("e1", "one")]);
    mirror.bookmarks.set(cursorName("my-operator", "default"), { text, version: "7" });
    await sweep([[mirrored("one")]]);
    expect(shown()).toEqual(["one e1"]);
    expect([...mirror.bookmarks.values()][0]?.text).toContain('"e1"');
  });

  it.each([
    { hours: 1, why: "what nobody wants costs nothing", puts: 0 },
    { hours: 3, why: "or all of it would be looked through for ever", puts: 1 },
  ])("move without an Event once they are an hour behind: after $hours ($why)", async ({ hours, puts }) => {
    const { sweep, mirror } = rig(() => [happened("e1", "nobody", 30), happened("e2", "nobody", 0)]);
    const text = writeCursor({ passed: timestampOf(now - hours * 3_600_000), done: new Map() });
    mirror.bookmarks.set(cursorName("my-operator", "default"), { text, version: "7" });
    for (let round = 0; round < 3; round += 1) await sweep([[mirrored("one")]]);
    expect([mirror.count("put"), mirror.created]).toEqual([puts, []]);
  });
});

describe("best effort", () => {
  it.each<{ code: ErrorCode; why: string; reads: number }>([
    { code: "Missing", why: "a platform without events", reads: 2 },
    { code: "Denied", why: "a token that may not", reads: 2 },
    { code: "Malformed", why: "a proxy's page", reads: 2 },
    { code: "Unavailable", why: "down; no other reader of it asks", reads: 1 },
    { code: "Throttled", why: "too many calls; that is said to one token", reads: 2 },
  ])("a list that is $code is a line in the log ($why)", async ({ code, reads: asked }) => {
    const { sweep, mirror, warnings, reads } = rig(fails(code), { concurrency: 1 });
    await sweep([[mirrored("one"), mirrored("two", { namespace: "elsewhere" })], [mirrored("three")]]);
    expect(reads).toHaveLength(asked);
    expect(warnings()).toEqual(Array(asked).fill(`the events of a stream could not be read: ${code}: it said so`));
    expect(mirror.calls.map(({ verb }) => verb)).toEqual(["get"]);
  });

  it.each<{ code: ErrorCode; why: string; left: string[] }>([
    { code: "Unavailable", why: "its list may be too long for the time", left: ["b for demo/my-vvp-apikey"] },
    { code: "Throttled", why: "the limit may be that of a token", left: [] },
  ])("a platform namespace that is $code takes no other token's turn away ($why)", async ({ code, left }) => {
    const tell: Tell = ({ namespace }, stream) => {
      if (stream === "a" && namespace === "demo") fails(code)();
      return [happened(`of-${stream}`, stream)];
    };
    const { sweep, reads, shown } = rig(tell);
    const one = (stream: string, namespace: string) => mirrored(stream, { namespace }, stream);
    await sweep([[one("a", "demo")], [one("b", "demo"), one("c", "elsewhere")]]);
    expect(reads).toEqual(["a for demo/my-vvp-apikey", ...left, "c for elsewhere/my-vvp-apikey"]);
    expect(shown()).toEqual(reads.slice(1).map(([stream]) => `${stream} of-${stream}`));
  });

  it("lists that fail slowly get ever less time, and the others their turn", async () => {
    const asked: [stream: string, ms: number][] = [];
    const { world, mirror } = rig(() => []);
    const events = async (_caller: Caller, stream: string, signal?: AbortSignal) => {
      if (stream === "last") return [happened("e1", "last")];
      const begun = world.clock.monotonic();
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      asked.push([stream, world.clock.monotonic() - begun]);
      throw new OperatorError("Unavailable", "no answer in the time that was left");
    };
    const ports = { ...world.engine.ports, appManager: { ...world.engine.ports.appManager, events } };
    const mirroring = new Mirroring({ engine: { ...world.engine, ports }, recorder: mirror, bookmarks: mirror }, true);
    const items = ["s1", "s2", "s3", "s4", "s5", "last"].map((stream) => mirrored(stream, {}, stream));
    const budget = { signal: new AbortController().signal, goesOn: () => true };
    const done = mirroring.page(vvpDeployment, { items, now }, budget);
    await world.clock.advance(60_000);
    await done;
    const waits = [
      ["s1", 10_000],
      ["s2", 10_000],
      ["s3", 5_000],
      ["s4", 2_500],
      ["s5", 1_250],
    ];
    expect([asked, mirror.created.length]).toEqual([waits, 1]);
  });

  it("holds the cursor back while one of two readers learns nothing", async () => {
    let down = true;
    const tell: Tell = ({ namespace }) => {
      if (namespace === "elsewhere" && down) return fails("Denied")();
      return [happened("e1", "one", 40), happened("e2", "two", 40), happened("e3", "one", 1)];
    };
    const old = { creationTimestamp: "2026-11-21T09:00:00Z" };
    const page = [mirrored("one", old), mirrored("two", { ...old, namespace: "elsewhere" })];
    const { sweep, shown } = rig(tell);
    await sweep([page]);
    down = false;
    await sweep([page]);
    expect(shown().sort()).toEqual(["one e1", "one e3", "two e2"]);
  });

  it("a cursor that cannot be read stops the stream, since it would be shown again", async () => {
    const { sweep, mirror, warnings, reads } = rig(() => [happened("e1", "one")]);
    mirror.probe = ({ verb }) => (verb === "get" ? fails("Denied")() : undefined);
    await sweep([[mirrored("one")], [mirrored("one")]]);
    expect([reads, mirror.created]).toEqual([[], []]);
    expect(warnings()).toEqual(["the cursor of a stream of events could not be read: Denied: it said so"]);
  });

  it("a cursor that cannot be written makes the next sweep look again, and no second Event", async () => {
    const { sweep, mirror, warnings, shown, world } = rig(() => [happened("e1", "one")]);
    mirror.probe = ({ verb }) => (verb === "put" ? fails("Conflict")() : undefined);
    await sweep([[mirrored("one")]]);
    expect(warnings()).toEqual(["the cursor of a stream of events was not written: Conflict: it said so"]);
    mirror.probe = () => {};
    await sweep([[mirrored("one")]]);
    expect(shown()).toEqual(["one e1"]);
    expect(world.lines.at(-1)).toEqual({
      level: "info",
      fields: { created: 0, known: 1, owed: 0, missed: 0 },
      message: "events mirrored",
    });
  });

  it.each<{ code: ErrorCode; why: string }>([
    { code: "Denied", why: "a namespace that is ending, or rights that are missing" },
    { code: "Unavailable", why: "an API server in trouble" },
  ])(
    "a namespace whose Events are $code has its turn at the next sweep, and no other waits for it ($why)",
    async ({ code }) => {
      const { sweep, mirror, shown, warnings } = rig(
        () => [happened("e1", "one", 3), happened("e2", "one", 2), happened("e3", "two")],
        { concurrency: 1 },
      );
      const page = [mirrored("one"), mirrored("two", { namespace: "elsewhere" })];
      mirror.probe = ({ name }) => (name.startsWith("one.") ? fails(code)() : undefined);
      await sweep([page]);
      expect(shown()).toEqual(["two e3"]);
      expect(warnings()).toEqual([`no Kubernetes Events can be made here for now: ${code}: it said so`]);
      mirror.probe = () => {};
      await sweep([page]);
      expect(shown().sort()).toEqual(["one e1", "one e2", "two e3"]);
    },
  );

  it("a defect costs a page its Events, and nothing else", async () => {
    const { mirror, world } = rig(() => []);
    const kind = {
      ...vvpDeployment,
      mirror: () => {
        throw new TypeError("a defect");
      },
    };
    const options = { engine: world.engine, recorder: mirror, bookmarks: mirror };
    const mirroring = new Mirroring(options, true);
    const leave = { signal: new AbortController().signal, goesOn: () => true };
    await mirroring.page(kind, { items: [mirrored("one")], now }, leave);
    await mirroring.close(true);
    expect(world.lines.map(({ level, fields }) => [level, fields.error])).toEqual([["error", "TypeError: a defect"]]);
  });

  it("an Event that is refused for what it is is left out for good", async () => {
    const { sweep, mirror, warnings } = rig(() => [happened("e1", "one")]);
    mirror.probe = ({ verb }) => (verb === "record" ? fails("Rejected")() : undefined);
    await sweep([[mirrored("one")]]);
    mirror.probe = () => {};
    await sweep([[mirrored("one")]]);
    expect(mirror.created).toEqual([]);
    expect(warnings()).toHaveLength(1);
  });
});
