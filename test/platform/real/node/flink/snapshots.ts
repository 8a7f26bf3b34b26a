import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Life } from "./life.ts";
import { listVolume } from "./place.ts";
import type { Shown } from "./resource.ts";
import type { Step } from "./stories.ts";

export const savepointByNonce: Step<Life> = {
  name: "takes a savepoint when asked by a nonce (8.1/37)",
  act: async ({ resource, folder }) => {
    const path = ["jobStatus", "savepointInfo", "lastSavepoint", "location"];
    const location = await resource.until("there is a savepoint", () => resource.status(...path));
    expect(location).toContain(`${folder}/savepoints/savepoint-`);
  },
};

const periodMs = 3_000;

/** A savepoint in each period, of which the newest stays; the files go with the resource, which they do not by default. */
const often = {
  "kubernetes.operator.savepoint.dispose-on-delete": "true",
  "kubernetes.operator.periodic.savepoint.interval": `${periodMs} ms`,
  "kubernetes.operator.savepoint.history.max.count": "1",
};

export const periodic: Step<Life> = {
  name: "takes savepoints by a period, keeps the newest, and takes none once the period is gone (8.1/38)",
  act: async (life) => {
    const { resource } = life;
    await life.apply({}, { flinkConfiguration: often });
    const first = await resource.until("one shows its path", async () =>
      (await resource.snapshots("PERIODIC")).find(showsPath),
    );
    expect(first.disposes).toBe(true);
    expect(await filesOf(first)).not.toEqual([]);
    const last = await resource.until("newer ones took its place", async () => {
      const shown = await resource.snapshots("PERIODIC");
      return shown.every(({ name }) => name !== first.name) && shown.findLast(showsPath);
    });
    expect(await filesOf(first)).toEqual([]);
    expect(last.path).toContain(`${life.folder}/savepoints/savepoint-`);
    await life.apply();
    const left = await resource.until("no more are taken", async () => {
      const before = await resource.snapshots("PERIODIC");
      await sleep(3 * periodMs);
      const isSame = isDeepStrictEqual(await resource.snapshots("PERIODIC"), before);
      return isSame && before.every(showsPath) && before;
    });
    await resource.deleteSnapshots("PERIODIC");
    // One that was taken as the options went is made without them.
    for (const one of left) expect((await filesOf(one)).length === 0).toBe(one.disposes);
  },
};

/** One that has only just been made says nothing of its path yet. */
function showsPath({ path }: Shown): boolean {
  return path !== "";
}

/** What there is of the files of a snapshot. */
function filesOf({ path }: Shown): Promise<string[]> {
  return listVolume(fileOf(path));
}

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
