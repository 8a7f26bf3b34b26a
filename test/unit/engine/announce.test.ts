import { describe, expect, it } from "vitest";
import type { KubeEvent } from "../../../shared/core/kube-event.ts";
import { announce } from "../../../shared/engine/announce.ts";
import { pass } from "../../../shared/engine/pass.ts";
import type { AppManager } from "../../../shared/ports/app-manager.ts";
import { deploymentSpec } from "../../builders/vvp-deployment.ts";
import { announcements, Notation } from "../../world/notation.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { settled } from "../../world/virtual-clock.ts";
import { home, type World } from "../../world/world.ts";

const event = { metadata: { name: "one" } } as KubeEvent;
const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const projected = "deployment-1: projected deployment config (mode=PATCH)";
const annotate = (world: World, key: string, value: string | null) =>
  world.cluster.edit(subject, { metadata: { annotations: { [key]: value } } });

/** What was told since the trace was emptied. */
const told = (world: World) => new Notation(world).told(announcements(world.trace));

async function edited(): Promise<World> {
  const world = await settledWorld("PATCH");
  world.cluster.edit(subject, parallel);
  return world;
}

/** The world's engine with another way to tell the platform. */
function telling(world: World, announce: AppManager["announce"], results: string[] = []) {
  const { ports } = world.engine;
  world.engine = {
    ...world.engine,
    ports: { ...ports, appManager: { ...ports.appManager, announce } },
    observeAnnouncement: (result) => void results.push(result),
  };
  return results;
}

describe("what fails to be told (X8)", () => {
  const outcome = async (world: World) => {
    const { key: _key, ms: _ms, ...result } = await world.pass(subject);
    return { result, object: world.cluster.find(subject) };
  };

  it.each([
    { kind: "error", status: 500 },
    { kind: "error", status: 404 },
    { kind: "error", status: 401 },
    { kind: "throttle", retryAfterSeconds: 60 },
    { kind: "hang" },
    { kind: "resetAfterCommit" },
    { kind: "htmlNotFound" },
    { kind: "garbage" },
  ] as const)("changes nothing else and is not sent again: $kind $status", async (shot) => {
    const [world, sound] = [await edited(), await edited()];
    world.admin.configure({ next: [{ ...shot, method: "POST", path: "/events" }] });
    expect(await outcome(world)).toEqual(await outcome(sound));
    expect(await outcome(world)).toEqual(await outcome(sound));
    expect([told(world).length, told(sound).length]).toEqual([1, 1]);
    expect(world.lines.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
      "an event was not told",
    ]);
    expect(JSON.stringify(world.lines)).not.toContain(home.token);
  });

  it("is counted, whatever became of it", async () => {
    const world = await edited();
    const results = telling(world, () => Promise.reject(new Error("a defect")));
    await world.pass(subject);
    world.boot();
    expect(results).toEqual(["unknown"]);
  });

  it("holds the pass up for a second at most, also where the port never answers", async () => {
    const world = await edited();
    const results = telling(world, () => new Promise(() => {}));
    const started = world.clock.monotonic();
    let ended: number | undefined;
    const passing = world.pass(subject).then(() => {
      ended = world.clock.monotonic() - started;
    });
    await world.clock.advance(5_000);
    await passing;
    expect([ended, results, world.clock.sleepers]).toEqual([1_000, ["unknown"], 0]);
    expect(world.cluster.find(subject)?.status).toMatchObject({ observedGeneration: 2 });
  });

  it.each([
    { ms: 4_900, result: "done", why: "it is as busy for any other call" },
    { ms: 5_100, result: "unknown", why: "a pass ends all the same" },
  ])("a Kubernetes Event that the API server takes after $ms ms is $result ($why)", async ({ ms, result }) => {
    const world = await settledWorld("PATCH");
    const { engine, clock } = world;
    const results: string[] = [];
    const record = () => clock.sleep(ms).then(() => true);
    const ports = { ...engine.ports, recorder: { record } };
    const busy = { ...engine, ports, observeAnnouncement: (one: string) => void results.push(one) };
    const telling = announce(
      busy,
      world.key(subject),
      [{ type: "kubernetes/event", event }],
      new AbortController().signal,
    );
    await clock.advance(10_000);
    await telling;
    expect(results).toEqual([result]);
  });

  it("ends with the signal of its pass", async () => {
    const world = await edited();
    const stop = new AbortController();
    const results = telling(world, () => new Promise(() => stop.abort()));
    await pass(world.engine, world.kind, world.key(subject), stop.signal);
    await settled();
    expect([results, world.clock.sleepers]).toEqual([["unknown"], 0]);
  });
});

describe("what is told", () => {
  it("is told after record and status are written, so that a crash loses it and never doubles it (X8)", async () => {
    const world = await edited();
    world.way.probe = ({ path }, when) => {
      if (path.endsWith("/events") && when === "before")
        expect(world.trace.at(-1)).toMatchObject({ verb: "patch status" });
    };
    await world.pass(subject);
    await world.pass(subject);
    expect(told(world)).toEqual([projected]);
  });

  it("is not told where the record could not be written, but by the pass that repeats the effect", async () => {
    const world = await edited();
    // As often as a pass tries that has an effect on no record.
    world.cluster.faults = Array.from({ length: 5 }, () => ({ verb: "patch", code: "Throttled" }) as const);
    await expect(world.pass(subject)).rejects.toThrow();
    expect([told(world), world.cluster.faults]).toEqual([[], []]);
    await world.pass(subject);
    expect(told(world)).toEqual([projected]);
  });

  it("is told once although the status lost a race, since its record is written", async () => {
    const world = await edited();
    world.cluster.faults = [{ verb: "patch status", code: "Conflict" }];
    await world.pass(subject);
    expect(told(world)).toEqual([projected]);
  });

  it("a warning whose status lost the race is told by who wins it", async () => {
    const world = await settledWorld("PATCH");
    annotate(world, "weir.dev/paused", "true");
    world.cluster.faults = [
      { verb: "patch status", code: "Conflict" },
      { verb: "patch status", code: "Conflict" },
    ];
    await world.pass(subject);
    expect(told(world)).toEqual([]);
    await world.pass(subject);
    await world.pass(subject);
    expect(told(world)).toHaveLength(1);
  });

  it("is nothing where Weir may not write to the platform", async () => {
    const world = await settledWorld("PATCH");
    for (const word of ["ObserveOnly", "Observe"]) {
      annotate(world, "weir.dev/management-policy", word);
      await world.pass(subject);
      expect(JSON.stringify(world.cluster.find(subject)?.status)).toContain("SyncDisabled");
    }
    expect(told(world)).toEqual([]);
  });
});

describe("a sweep", () => {
  it("tells once what only it has seen, and nothing when all is quiet (R124)", async () => {
    const patch = deploymentSpec({ state: "RUNNING", template: { spec: { parallelism: 4 } } });
    const world = await settledWorld("PATCH", { with: patch });
    world.admin.setMode("default", subject, "ACTIVE");
    world.admin.startScaling("default", subject, 8);
    world.clock.skip(10_000);
    for (let tick = 0; tick < 5; tick += 1) await world.sweep();
    expect(told(world)).toEqual([expect.stringContaining("Autopilot overrides the parallelism")]);
    expect(world.count().platform).toBe(5 + 1);
  });

  it("leaves a warning to whoever writes the status first", async () => {
    const world = await settledWorld("PATCH");
    world.admin.deleteDeployment("default", subject);
    world.cluster.faults = [{ verb: "patch status", code: "Conflict" }];
    await world.sweep();
    expect(told(world)).toEqual([]);
  });
});
