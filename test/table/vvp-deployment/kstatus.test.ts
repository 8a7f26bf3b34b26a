import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { deploymentSpec, example, vvpDeployment } from "../../builders/vvp-deployment.ts";
import { isMet, type KStatus, kstatusOf } from "../../world/kstatus.ts";
import { progressTypes } from "../../world/notation.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { World } from "../../world/world.ts";

interface Row {
  readonly name: string;
  readonly why: string;
  readonly world?: () => Promise<World>;
  readonly act: (world: World) => void;
  /** Passes after the act, each after so many milliseconds. */
  readonly passes?: readonly number[];
  readonly kstatus: KStatus;
  /** `Ready`, and which of the others is there. */
  readonly shown: string;
}

const running = vvpDeployment("PATCH", deploymentSpec({ state: "RUNNING" }));
const started = () => settledWorld("PATCH", { with: deploymentSpec({ state: "RUNNING" }) });
const settled = () => settledWorld("PATCH");
const annotate = (annotations: JsonObject) => (world: World) =>
  world.cluster.edit(subject, { metadata: { annotations } });

function endJob({ platform, admin }: World, outcome: "finish" | "fail"): void {
  for (const { jobId } of platform.state.rows.values()) if (jobId !== undefined) admin.endJob(jobId, outcome);
}

const rows: readonly Row[] = [
  {
    name: "nobody has looked at it yet",
    why: "kstatus takes a resource without a status for Current; only the first pass can change that",
    act: (world) => world.cluster.create(running),
    passes: [],
    kstatus: "Current",
    shown: "",
  },
  {
    name: "a deployment that is to stay down",
    why: "nothing is to happen any more",
    act: (world) => world.cluster.create(example("PATCH")),
    kstatus: "Current",
    shown: "Ready True AllConditionsMet",
  },
  {
    name: "a job that starts",
    why: "Healthy is True already, and the job does not run yet",
    act: (world) => world.cluster.create(running),
    kstatus: "InProgress",
    shown: "Ready Unknown Progressing, Reconciling True Progressing",
  },
  {
    name: "a job that runs",
    why: "what was waited for",
    act: (world) => world.cluster.create(running),
    passes: [0, 2_000],
    kstatus: "Current",
    shown: "Ready True AllConditionsMet",
  },
  {
    name: "an edit that no pass has seen",
    why: "the generation is ahead of the status",
    world: settled,
    act: (world) => world.cluster.edit(subject, deploymentSpec({ state: "RUNNING" })),
    passes: [],
    kstatus: "InProgress",
    shown: "Ready True AllConditionsMet",
  },
  {
    name: "a deployment of somebody else's name",
    why: "R17: a refused claim waits for another name",
    act: (world) => {
      world.admin.createDeployment("default", subject, { state: "CANCELLED" });
      world.cluster.create(example("PATCH"));
    },
    kstatus: "Failed",
    shown: "Ready False AppManagerCreateFailed, Stalled True AppManagerCreateFailed",
  },
  {
    name: "a refused creation",
    why: "R89: the spec is to be corrected",
    act: (world) => world.cluster.create(vvpDeployment("PATCH", deploymentSpec({ deploymentTargetName: "nowhere" }))),
    kstatus: "Failed",
    shown: "Ready False AppManagerCreateFailed, Stalled True AppManagerCreateFailed",
  },
  {
    name: "a spec that is not valid",
    why: "AMB-9: what slipped past admission waits for its author",
    world: settled,
    act: (world) => world.cluster.edit(subject, deploymentSpec({ state: "STOPPED" })),
    kstatus: "Failed",
    shown: "Ready False InvalidSpec, Stalled True InvalidSpec",
  },
  {
    name: "a platform that is away",
    why: "F13: an outage passes by itself",
    world: settled,
    act: (world) => world.cut(true),
    kstatus: "InProgress",
    shown: "Ready Unknown AppManagerUnreachable, Reconciling True AppManagerUnreachable",
  },
  {
    name: "a token that is refused",
    why: "F14: people mend access",
    world: settled,
    act: (world) => void world.cluster.secrets.set("my-deploy-namespace/my-vvp-apikey", { token: "wrong" }),
    passes: [61_000, 0],
    kstatus: "Failed",
    shown: "Ready False AuthenticationFailed, Stalled True AuthenticationFailed",
  },
  {
    name: "a deployment that was removed",
    why: "R86, R90: nothing is made anew by itself",
    world: settled,
    act: (world) => void world.admin.deleteDeployment("default", subject),
    kstatus: "Failed",
    shown: "Ready False AppManagerRecordNotFound, Stalled True AppManagerRecordNotFound",
  },
  {
    name: "a nonce while the job is down",
    why: "R41, R42: only a new value fires",
    world: settled,
    act: (world) => world.cluster.edit(subject, { spec: { savepointNonce: 1 } }),
    kstatus: "Failed",
    shown: "Ready False SavepointBlocked, Stalled True SavepointBlocked",
  },
  {
    name: "projection that is switched off",
    why: "R94: the user's own wish is no failure, and nothing is waited for in vain as if it were done",
    world: settled,
    act: annotate({ "weir.dev/paused": "true" }),
    kstatus: "InProgress",
    shown: "Ready False SyncDisabled",
  },
  {
    name: "a resource that is being deleted",
    why: "deletion says it all",
    world: started,
    act: (world) => world.cluster.remove(subject),
    kstatus: "Terminating",
    shown: "Ready False DeploymentStillActive, Stalled True DeploymentStillActive",
  },
  {
    name: "a job that failed for good",
    why: "Healthy is literal about the documented conditions (R81) and does not see it; who waits for the job must",
    world: started,
    act: (world) => {
      world.admin.editSpec("default", subject, { maxJobCreationAttempts: 1 });
      endJob(world, "fail");
    },
    kstatus: "Failed",
    shown: "Ready False JobFailed, Stalled True JobFailed",
  },
  {
    name: "a job that ended by itself",
    why: "AMB-18: FINISHED is what a bounded job is to become",
    world: started,
    act: (world) => endJob(world, "finish"),
    kstatus: "Current",
    shown: "Ready True AllConditionsMet",
  },
];

describe("tools that build on kstatus see", () => {
  it.each(rows)("$name ($why)", async ({ world: make, act, passes = [0], kstatus, shown }) => {
    const world = (await make?.()) ?? new World();
    act(world);
    for (const ms of passes) {
      world.clock.skip(ms);
      await world.pass(subject);
    }
    const object = world.cluster.find(subject) as unknown as JsonObject;
    const progress = conditionsOf(object as never).filter(({ type }) => progressTypes.has(type));
    expect(progress.map(({ type, status, reason }) => `${type} ${status} ${reason}`).join(", ")).toBe(shown);
    expect(kstatusOf(object)).toBe(kstatus);
  });
});

const generations = (world: World) =>
  Object.fromEntries(
    conditionsOf(world.cluster.find(subject) as never).map(({ type, observedGeneration }) => [
      type,
      observedGeneration,
    ]),
  );

describe("the generation of a condition", () => {
  it("is that of the pass that judged it; the sums carry the oldest that they tell of", async () => {
    const world = await started();
    world.cut(true);
    world.cluster.edit(subject, deploymentSpec({ state: "CANCELLED" }));
    await world.pass(subject);
    const old = { SpecAligned: 1, NonceAligned: 1, ParallelismAligned: 1 };
    expect(generations(world)).toEqual({ ...old, Healthy: 2, Consistent: 2, Ready: 2, Reconciling: 2 });
    world.cut(false);
    world.clock.skip(61_000);
    await world.pass(subject);
    expect(new Set(Object.values(generations(world)))).toEqual(new Set([2]));
  });

  it("stays behind while a change waits for a savepoint, so that kubectl wait does (D8: without another write)", async () => {
    const world = await started();
    world.cluster.edit(subject, { spec: { savepointNonce: 1 } });
    await world.pass(subject);
    world.cluster.edit(subject, deploymentSpec({ state: "CANCELLED" }));
    await world.pass(subject);
    const object = world.cluster.find(subject) as unknown as JsonObject;
    expect(generations(world)).toMatchObject({ Healthy: 2, SpecAligned: 2, Reconciling: 3 });
    expect([isMet(object, "Healthy"), isMet(object, "Ready"), kstatusOf(object)]).toEqual([false, false, "InProgress"]);
    const before = world.count().writes;
    await world.pass(subject);
    expect(world.count().writes).toBe(before);
  });

  it("is not written anew by looks that find nothing new during an outage", async () => {
    const world = await started();
    world.cut(true);
    await world.pass(subject);
    const before = world.count().writes;
    world.cluster.edit(subject, deploymentSpec({ parallelism: 3 }));
    for (let look = 0; look < 5; look += 1) await world.pass(subject);
    expect(world.count().writes).toBe(before);
    expect(isMet(world.cluster.find(subject) as unknown as JsonObject, "Reconciling")).toBe(false);
  });
});
