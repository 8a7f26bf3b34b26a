import { describe, expect, it } from "vitest";
import { writeCursor } from "../../../shared/core/cursor.ts";
import { timestampOf } from "../../../shared/core/timestamp.ts";
import { cursorName } from "../../../shared/engine/mirror-stream.ts";
import { mirrored } from "../../builders/vvp-deployment.ts";
import { happened, now, rig, type Tell } from "./mirror-rig.ts";

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
