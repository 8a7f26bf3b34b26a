import { describe, expect, it } from "vitest";
import { needsLook } from "../../../shared/engine/confirm-unchanged.ts";
import { pass } from "../../../shared/engine/pass.ts";
import { deploymentSpec, example, wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { World } from "../../world/world.ts";

const sent = ({ trace }: World, method: string) =>
  trace.filter((call) => call.to === "platform" && call.method === method && !call.path.endsWith("/events"));
const reads = ({ trace }: World) => trace.filter((call) => call.to === "api" && call.verb === "get").length;

describe("what is on record goes out", () => {
  it("although the caller has left: whoever comes next takes it for sent (D6)", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    const caller = new AbortController();
    world.cluster.probe = ({ verb }, when) => {
      if (verb === "patch" && when === "after") caller.abort();
    };
    await pass(world.engine, world.kind, world.key(subject), caller.signal);
    expect([sent(world, "POST").length, world.platform.state.rows.size]).toEqual([1, 1]);
  });
});

describe("a process that stands still between the write of a restart and its sending", () => {
  const restarted = async (ms: number, meanwhile: (world: World) => void) => {
    const world = await settledWorld("PATCH", { with: wanted("RUNNING") });
    world.cluster.edit(subject, { spec: { restartNonce: 1 } });
    let isOver = false;
    world.cluster.probe = ({ verb }, when) => {
      if (isOver || verb !== "patch" || when !== "after") return;
      isOver = true;
      world.clock.skip(ms);
      meanwhile(world);
    };
    const before = reads(world);
    await world.pass(subject);
    return { reads: reads(world) - before, patches: sent(world, "PATCH") };
  };
  const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
  const edit = ({ cluster }: World) => cluster.edit(subject, parallel);

  it("looks once more after two seconds", async () => {
    expect(await restarted(1_900, () => {})).toMatchObject({ reads: 1 });
    expect(await restarted(2_100, () => {})).toMatchObject({ reads: 2 });
  });

  it("decides anew where the resource is another one by then", async () => {
    const { patches } = await restarted(2_100, edit);
    expect(patches).toMatchObject([{ body: { spec: { template: { spec: { parallelism: 4 } } } } }]);
  });
});

describe("another look before the first effect", () => {
  it.each([
    { recheck: undefined, isWritten: false, seenMs: 14_000, looks: false, why: "nothing of somebody else's is undone" },
    { recheck: "late", isWritten: false, seenMs: 1_999, looks: false, why: "a call or two are no time" },
    { recheck: "late", isWritten: false, seenMs: 2_000, looks: true, why: "the process stood still since the read" },
    { recheck: "late", isWritten: true, seenMs: 2_000, looks: true, why: "the process stood still since the write" },
    { recheck: "always", isWritten: false, seenMs: 0, looks: true, why: "what is undone may be newer than the read" },
    { recheck: "always", isWritten: true, seenMs: 0, looks: false, why: "the precondition of the write has shown it" },
    { recheck: "always", isWritten: true, seenMs: 2_000, looks: true, why: "it has shown it of a while ago" },
  ] as const)(
    "recheck $recheck, written $isWritten, $seenMs ms: $looks ($why)",
    ({ looks, seenMs, isWritten, ...plan }) => {
      expect(needsLook(plan, isWritten, seenMs)).toBe(looks);
    },
  );
});
