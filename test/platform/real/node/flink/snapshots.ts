import { expect } from "vitest";
import type { Life } from "./life.ts";
import { listVolume } from "./place.ts";
import type { Step } from "./stories.ts";

export const savepointByNonce: Step<Life> = {
  name: "takes a savepoint when asked by a nonce (8.1/37)",
  act: async ({ resource, folder }) => {
    const path = ["jobStatus", "savepointInfo", "lastSavepoint", "location"];
    const location = await resource.until("there is a savepoint", () => resource.status(...path));
    expect(location).toContain(`${folder}/savepoints/savepoint-`);
  },
};

/** Savepoints every three seconds, of which the newest stays. */
const often = {
  "kubernetes.operator.periodic.savepoint.interval": "3 s",
  "kubernetes.operator.savepoint.history.max.count": "1",
};

export const periodic: Step<Life> = {
  name: "takes savepoints by a period, keeps the newest, and takes none once the period is gone (8.1/38)",
  act: async (life) => {
    const { resource } = life;
    await life.apply({}, { flinkConfiguration: often });
    // One that has only just been made says nothing of its path yet.
    const first = await resource.until("one shows its path", async () =>
      (await resource.snapshots("PERIODIC")).find(({ path }) => path !== ""),
    );
    const last = await resource.until("newer ones took its place", async () => {
      const shown = await resource.snapshots("PERIODIC");
      return shown.every(({ name }) => name !== first.name) && shown.at(-1);
    });
    await resource.until("its files are gone", async () => (await listVolume(fileOf(first.path))).length === 0);
    await life.apply();
    await resource.untilState("STABLE", "RUNNING");
    expect(last.path).toContain(`${life.folder}/savepoints/savepoint-`);
  },
};

/** The path of a file for `listVolume`, where Flink told it as a URI. */
export function fileOf(uri: string): string {
  return uri.replace(/^file:(\/\/)?/, "");
}

export const deletedWithSavepoint: Step<Life> = {
  name: "is deleted with all that it had, after a last savepoint (8.1/47)",
  act: async (life) => {
    const { resource } = life;
    const before = await life.savepoints();
    await life.apply({}, { flinkConfiguration: { "kubernetes.operator.job.savepoint-on-deletion": "true" } });
    await resource.delete();
    expect(await resource.objects()).toEqual([]);
    expect((await life.savepoints()).filter((one) => !before.includes(one))).toHaveLength(1);
  },
};
