import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../../shared/core/json.ts";
import { endJobNow, scaleNow, setAutopilotMode } from "../../../../simulators/app-manager/backdoor.ts";
import { findViolations } from "../../../../simulators/app-manager/invariants.ts";
import { DEPLOYMENTS, makeSpec, makeWorld } from "./world.ts";

const place = { namespace: "default", nameOrId: "a" };

/** A world with a RUNNING deployment whose Autopilot is ACTIVE. */
function makeActive() {
  const world = makeWorld();
  world.create("a", makeSpec("RUNNING", {}, { parallelism: 4 }));
  world.wait(1_500);
  setAutopilotMode(world.state, place, "ACTIVE", world.now());
  const look = () => {
    const { spec, status } = world.read("a");
    return { wanted: spec.state, state: status.state, autopilot: status.autopilot };
  };
  const jobs = () => world.list("jobs").map((job) => (job.status as JsonObject).state);
  const scale = (target: number) => scaleNow(world.state, place, target, world.now());
  return { ...world, look, jobs, scale };
}

describe("Autopilot of the simulator", () => {
  it("is not spoken of before a mode was set (sim:autopilot-status)", () => {
    const { create, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    expect(read("a").status).toEqual({ state: "CANCELLED" });
  });

  it("takes the job down and up again, flips the desired state and back, and leaves the template alone (sim:autopilot, sim:autopilot-status)", () => {
    const { look, jobs, scale, wait, read, state } = makeActive();
    const before = read("a").spec;
    expect(look()).toEqual({ wanted: "RUNNING", state: "RUNNING", autopilot: { mode: "ACTIVE", scaling: false } });
    scale(8);
    const scaling = { mode: "ACTIVE", scaling: true };
    expect([look(), jobs()]).toEqual([
      { wanted: "CANCELLED", state: "TRANSITIONING", autopilot: scaling },
      ["TERMINATING"],
    ]);
    wait(1_000);
    expect([look(), jobs()]).toEqual([
      { wanted: "RUNNING", state: "TRANSITIONING", autopilot: scaling },
      ["TERMINATED", "STARTING"],
    ]);
    wait(1_500);
    const autopilot = { mode: "ACTIVE", runtimeParallelism: 8, scaling: false };
    expect([look(), jobs()]).toEqual([{ wanted: "RUNNING", state: "RUNNING", autopilot }, ["TERMINATED", "STARTED"]]);
    expect(read("a").spec).toEqual(before);
    expect(findViolations(state)).toEqual([]);
  });

  it.each([
    { name: "that is MONITORING", mode: "MONITORING" as const },
    { name: "that is DISABLED", mode: "DISABLED" as const },
  ])("does not scale a deployment $name", ({ mode }) => {
    const { state, now, scale, look } = makeActive();
    setAutopilotMode(state, place, mode, now());
    expect(scale(8)).toBeUndefined();
    expect(look().state).toBe("RUNNING");
  });

  it("does not scale twice at a time, nor what does not run, nor what is not there", () => {
    const { state, now, scale, wait, patch } = makeActive();
    scale(8);
    expect(scale(16)).toBeUndefined();
    wait(2_500);
    patch("a", { spec: { state: "CANCELLED" } });
    wait(1_000);
    expect(scale(16)).toBeUndefined();
    expect(scaleNow(state, { ...place, nameOrId: "b" }, 8, now())).toBeUndefined();
  });

  it("gives up a scaling whose job ends in between", () => {
    const { state, now, scale, wait, look, list } = makeActive();
    state.artifacts.set("s3://jobs/a.jar", { broken: true });
    scale(8);
    wait(1_000);
    wait(60_000);
    expect(look()).toMatchObject({ state: "FAILED", autopilot: { scaling: false } });
    expect(endJobNow(state, String(at(list("jobs")[0], "metadata", "id")), "fail", now())).toBe(false);
  });

  it("gives up a scaling whose job cannot start again, since its target has gone (sim:missing-target)", () => {
    const { state, scale, wait, look } = makeActive();
    scale(8);
    state.targets = new Set();
    wait(1_000);
    expect(look()).toEqual({ wanted: "RUNNING", state: "FAILED", autopilot: { mode: "ACTIVE", scaling: false } });
  });

  it("forgets the runtime parallelism when it is switched off", () => {
    const { state, now, scale, wait, look } = makeActive();
    scale(8);
    wait(2_500);
    setAutopilotMode(state, place, "DISABLED", now());
    expect(look().autopilot).toEqual({ mode: "DISABLED", scaling: false });
  });

  it.each([
    { voice: "vague" as const, said: { mode: "ACTIVE" } },
    { voice: "silent" as const, said: undefined },
    { voice: "error" as const, said: { error: { httpCode: 503, message: "Autopilot could not be asked." } } },
    { voice: "garbage" as const, said: "<html><body>Bad Gateway</body></html>" },
  ])("can be $voice, in lists as well", ({ voice, said }) => {
    const { state, look, list } = makeActive();
    state.autopilotVoice = voice;
    expect([look().autopilot, at(list("deployments")[0], "status", "autopilot")]).toEqual([said, said]);
  });

  it("finds a change of the desired state while it scales, and no other write", () => {
    const { state, scale, patch, send } = makeActive();
    scale(8);
    patch("a", { metadata: { labels: { x: "1" } }, spec: { state: "CANCELLED" } });
    expect(findViolations(state)).toEqual([]);
    send("PATCH", `${DEPLOYMENTS}/a`, { spec: { state: "RUNNING" } });
    expect(findViolations(state)).toEqual([`PATCH ${DEPLOYMENTS}/a wanted RUNNING while Autopilot was scaling`]);
  });
});
