import { expect } from "vitest";
import { releases } from "../../flink/releases.ts";
import type { Life } from "./life.ts";
import { rebuilt } from "./place.ts";
import { afterKill, anotherJob, sameDeploy, sameJob, sameRun, whileDying } from "./steps.ts";
import type { Step } from "./stories.ts";

const [, newer] = releases;

export const takesOptions: Step<Life> = {
  name: "takes options of the operator, another upgrade mode and a path for a first start without a restart (8.1/29, 8.1/36)",
  act: (life) =>
    sameRun(life, () =>
      life.apply(
        { upgradeMode: "savepoint" },
        { job: { savepointTriggerNonce: 1, initialSavepointPath: "file:///nowhere" } },
      ),
    ),
};

export const fromSavepoint: Step<Life> = {
  name: "goes on from a savepoint with other arguments, as another job (8.1/23)",
  act: async (life) => {
    await anotherJob(life, () => life.apply({ rate: 101 }));
    await life.resource.untilTold("SpecChanged", "Suspended");
    const path = await life.resource.status("jobStatus", "upgradeSavepointPath");
    await life.resource.until("a snapshot shows its path", async () => {
      const shown = await life.resource.snapshots("UPGRADE");
      return shown.some((one) => one.status === "COMPLETED" && one.path === path);
    });
  },
};

export const fromCheckpoint: Step<Life> = {
  name: "goes on from its last checkpoint with another parallelism, as the same job (8.1/24)",
  act: (life) => sameJob(life, () => life.apply({ upgradeMode: "last-state", parallelism: 1 })),
};

export const unnamedMode: Step<Life> = {
  name: "keeps its state where no upgrade mode is given, and by the guide's stateful (8.1/24)",
  act: async (life) => {
    await sameJob(life, () => life.apply({ rate: 103 }, { job: { upgradeMode: null } }));
    await sameJob(life, () => life.apply({ rate: 104 }, { job: { upgradeMode: "stateful" } }));
  },
};

export const tooOld: Step<Life> = {
  name: "its checkpoint older than allowed, it goes on from a savepoint (8.1/28)",
  act: async (life) => {
    const rare = { "execution.checkpointing.interval": "10 s" };
    await sameJob(life, () => life.apply({ upgradeMode: "last-state" }, { flinkConfiguration: rare }));
    const age = { "kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age": "1 ms" };
    await anotherJob(life, async () => {
      await life.untilQuiet(2_000);
      await life.apply({ parallelism: 2 }, { flinkConfiguration: age });
    });
  },
};

export const anotherImage: Step<Life> = {
  name: "goes on with another image while Weir dies at each of its writes (8.1/31)",
  act: async (life) => {
    const before = await life.attempt();
    const apply = () => life.apply({}, {}, rebuilt(life.release));
    let deaths = 0;
    await sameJob(life, async () => {
      deaths = await whileDying(life, apply, "the next deploy is made", async () => (await life.attempt()) !== before);
    });
    expect(deaths).toBeGreaterThan(3);
    expect(await life.resource.images()).toEqual([life.release.image]);
  },
};

export const savedWhileDying: Step<Life> = {
  name: "goes on from a savepoint with other arguments while Weir dies at each of its writes (8.1/23, 8.1/31)",
  act: async (life) => {
    const before = (await life.starts()).length;
    const apply = () => life.apply({ upgradeMode: "savepoint", rate: 105 });
    let deaths = 0;
    await anotherJob(life, async () => {
      deaths = await whileDying(life, apply, "the job starts", async () => (await life.starts()).length > before);
    });
    expect(deaths).toBeGreaterThan(3);
  },
};

export const byNonce: Step<Life> = {
  name: "restarts for a nonce, and not for its absence (8.1/33)",
  act: async (life) => {
    await sameJob(life, () => life.apply({ upgradeMode: "last-state" }, { restartNonce: 1 }));
    await sameRun(life, () => life.apply());
  },
};

export const anotherVersion: Step<Life> = {
  name: "goes on from a savepoint on another version of Flink (8.1/32)",
  act: async (life) => {
    await anotherJob(life, () => life.apply({}, {}, newer));
    expect(await life.flinkVersion()).toBe(newer.version);
  },
};

export const killedOnThatVersion: Step<Life> = {
  name: "goes on after its JobManager was killed on that version, too (8.1/41)",
  act: (life) => afterKill(life, "jobmanager"),
};

export const suspended: Step<Life> = {
  name: "is suspended with nothing left but its state, and of two quick edits the last one runs, once (8.1/30, 8.1/35)",
  act: async (life) => {
    const { resource } = life;
    await sameJob(life, async () => {
      await life.apply({ upgradeMode: "last-state" }, { job: { state: "suspended" } });
      await resource.untilState("SUSPENDED");
      expect(await resource.pods()).toEqual([]);
      await life.apply({ parallelism: 2 });
      await life.apply({ rate: 102 });
    });
    expect(await resource.jobs()).toHaveLength(1);
  },
};

export const suspendedBySavepoint: Step<Life> = {
  name: "is suspended with a savepoint, and goes on from there (8.1/35)",
  act: (life) =>
    anotherJob(life, async () => {
      await life.apply({ upgradeMode: "savepoint" }, { job: { state: "suspended" } });
      await life.resource.untilState("SUSPENDED");
      expect(await life.resource.pods()).toEqual([]);
      await life.apply();
    }),
};

export const adaptive: Step<Life> = {
  name: "goes on with the scheduler that takes another size in place",
  act: (life) => sameJob(life, () => life.apply({ upgradeMode: "last-state", scheduler: "adaptive", parallelism: 2 })),
};

export const scaled: Step<Life> = {
  name: "takes another parallelism in place, without a deploy (8.1/54)",
  act: async (life) => {
    await sameDeploy(life, () => life.apply({ parallelism: 1 }));
    await life.resource.untilTold("Scaling");
    expect(Math.max(...(await life.resource.sizes(String(await life.jobId()))))).toBe(1);
  },
};

export const anew: Step<Life> = {
  name: "starts anew without state, and runs to its end, where an option of the operator leaves it (8.1/21, 8.1/25)",
  act: async (life) => {
    const { resource } = life;
    const before = await life.jobId();
    await life.apply({ upgradeMode: "stateless", rate: 10_000, limit: 20_000 });
    await resource.untilState("STABLE", "FINISHED");
    const own = (await life.ledger()).filter(({ job }) => job !== before);
    const lines = own.slice(own.findLastIndex(({ what }) => what === "fresh"));
    expect(lines[0]).toMatchObject({ what: "fresh", job: await life.jobId() });
    expect(lines.at(-1)).toMatchObject({ what: "closed", total: 20_000 });
    await life.apply({}, { flinkConfiguration: { "kubernetes.operator.savepoint.history.max.count": "3" } });
    await resource.untilState("STABLE", "FINISHED");
    expect((await life.ledger()).at(-1)).toEqual(lines.at(-1));
    expect(await resource.pods("jobmanager")).toHaveLength(1);
  },
};

export const onceMore: Step<Life> = {
  name: "runs once more for a change after its end (8.1/21)",
  act: async (life) => {
    const before = await life.starts();
    await life.apply({ rate: 9_999 });
    await life.resource.until("it has started", async () => (await life.starts()).length > before.length);
    await life.resource.untilState("STABLE", "FINISHED");
    expect((await life.starts()).at(-1)).toMatchObject({ what: "fresh", job: await life.jobId() });
  },
};
