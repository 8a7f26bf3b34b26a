import { expect } from "vitest";
import { findBreaks } from "./ledger.ts";
import type { SessionLife } from "./session-life.ts";
import type { Step } from "./stories.ts";

const byHand = "b".repeat(32);

const blocked: Step<SessionLife>[] = [
  {
    name: "the cluster is not deleted while there is a session job in it (8.1/48)",
    act: async ({ session, resource, jar, wanted, folder }) => {
      const programArgs = ["--ledger", `${folder}/by-hand`];
      await resource.runByHand(jar, byHand, { name: wanted.release.name, programArgs });
      await session.beginDelete();
      await session.untilTold("CleanupFailed");
      expect(await session.pods()).toHaveLength(3);
    },
  },
  {
    name: "nor while a job of the user's own runs in it (8.1/48)",
    act: async ({ session, resource }) => {
      await resource.delete();
      await session.until("it says for which job it waits", async () =>
        JSON.stringify(await session.status()).includes(byHand),
      );
      expect(await session.pods()).toHaveLength(3);
      await resource.cancelByHand(byHand);
    },
  },
];

/** How the job ends, comes back from its savepoint, and ends with its cluster. */
export const sessionEnd: Step<SessionLife>[] = [
  {
    name: "it is deleted: stopped with a last savepoint, and its cluster stays (8.1/47)",
    act: async (life) => {
      const { session, resource } = life;
      const before = await life.savepoints();
      const lastOne = { "kubernetes.operator.job.savepoint-on-deletion": "true" };
      await life.apply({ upgradeMode: "savepoint" }, { flinkConfiguration: lastOne });
      await resource.delete();
      expect((await resource.jobs()).filter(({ endTime }) => endTime === undefined)).toEqual([]);
      expect((await life.savepoints()).filter((one) => !before.includes(one))).toHaveLength(1);
      expect(await session.status("lifecycleState")).toBe("STABLE");
    },
  },
  {
    name: "made again, it starts from the savepoint that the user names (8.1/36)",
    act: async (life) => {
      const saved = (await life.ledger()).findLast(({ what }) => what === "saved");
      const start = await life.restart(async () => {
        await life.apply({}, { job: { initialSavepointPath: `file://${await life.newestSavepoint()}` } });
      });
      expect(start).toEqual({ ...saved, what: "restored", job: await life.jobId() });
    },
  },
  ...blocked,
  {
    name: "the cluster is deleted with all that it had (8.1/47)",
    act: async ({ session }) => {
      await session.until("it is gone", async () => (await session.read()) === undefined);
      expect(await session.objects()).toEqual([]);
    },
  },
  {
    name: "a job whose cluster is gone is let go (8.1/49)",
    act: async (life) => {
      await life.apply();
      await life.untilWaiting();
      await life.resource.delete();
    },
  },
  {
    name: "it has lost nothing on the way, and counted nothing twice",
    act: async (life) => expect(findBreaks(await life.ledger())).toEqual([]),
  },
];
