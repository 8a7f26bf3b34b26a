import { describe, expect, it } from "vitest";
import { type ErrorCode, OperatorError } from "../../../shared/core/error.ts";
import { Mirroring } from "../../../shared/engine/mirror.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import type { Caller } from "../../../shared/ports/app-manager.ts";
import { mirrored } from "../../builders/vvp-deployment.ts";
import { fails, happened, now, rig, type Tell } from "./mirror-rig.ts";

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
