import { expect } from "vitest";
import type { DeploymentMode } from "../../../../../shared/flink/cluster/blueprint.ts";
import { type Release, releases } from "../../flink/releases.ts";
import { findBreaks, tellLedger } from "./ledger.ts";
import type { Life } from "./life.ts";
import { deletedWithSavepoint, periodic, savepointByNonce } from "./snapshots.ts";
import type { Run } from "./spec.ts";
import { whileDying } from "./steps.ts";
import type { Step } from "./stories.ts";
import {
  changedWhileDown,
  editedStatus,
  killedJobManager,
  killedTaskManager,
  lostMetadata,
  removedJobManager,
  standby,
} from "./troubles.ts";
import {
  adaptive,
  anew,
  anotherImage,
  anotherVersion,
  byNonce,
  fromCheckpoint,
  fromSavepoint,
  killedOnThatVersion,
  onceMore,
  savedWhileDying,
  scaled,
  suspended,
  suspendedBySavepoint,
  takesOptions,
  tooOld,
  unnamedMode,
} from "./upgrades.ts";

/** What happens to the counting job in one mode, from its creation to its deletion. */
export function applicationSteps(mode: DeploymentMode): Step<Life>[] {
  return mode === "native" ? nativeSteps : standaloneSteps;
}

/** All that happens to an application, to each alike; one of the older release goes on to the newer one. */
export function wholeSteps(release: Release): Step<Life>[] {
  const toNewer = release === releases[0] ? [anotherVersion, killedOnThatVersion] : [];
  return [
    ...[runs(), editedStatus, takesOptions, savepointByNonce, fromSavepoint, fromCheckpoint, unnamedMode, tooOld],
    ...[killedJobManager, killedTaskManager, standby, anotherImage, byNonce, removedJobManager, changedWhileDown],
    savedWhileDying,
    ...toNewer,
    ...[suspended, suspendedBySavepoint, periodic, lostMetadata, adaptive, scaled, anew, onceMore],
    ...[deletedWhileDying, sound(3)],
  ];
}

/** What the demo shows; in the end its ledger is printed. */
export function demoSteps(): Step<Life>[] {
  const told: Step<Life> = {
    name: "this is its ledger",
    act: async (life) => console.info(tellLedger(await life.ledger()).join("\n")),
  };
  return [runs(), takesOptions, fromSavepoint, killedJobManager, anotherVersion, deleted, sound(1), told];
}

function runs(run: Run = {}): Step<Life> {
  return {
    name: "runs, and its status says so (8.1/16)",
    act: async (life) => {
      const { resource } = life;
      await life.restart(() => life.apply(run));
      const status = await resource.untilState("STABLE", "RUNNING");
      const [job, ...others] = await resource.jobs();
      expect(others).toEqual([]);
      expect(status).toMatchObject({
        jobManagerDeploymentStatus: "READY",
        jobStatus: { jobId: job?.jobId, state: "RUNNING" },
        reconciliationStatus: { lastReconciledSpec: expect.any(String), lastStableSpec: expect.any(String) },
        conditions: expect.arrayContaining([
          expect.objectContaining({ type: "Running", status: "True" }),
          expect.objectContaining({ type: "Ready", status: "True" }),
        ]),
      });
      await resource.untilTold("Submit", "JobStatusChanged");
    },
  };
}

const deletedWhileDying: Step<Life> = {
  name: "is deleted with all that it had while Weir dies at each of its writes (8.1/47)",
  act: async (life) => {
    const { resource } = life;
    const isGone = async () => (await resource.read()) === undefined;
    const deaths = await whileDying(life, () => resource.beginDelete(), "it is gone", isGone);
    expect(deaths).toBeGreaterThan(0);
    expect(await resource.objects()).toEqual([]);
  },
};

const deleted: Step<Life> = {
  name: "is deleted with all that it had (8.1/47)",
  act: async ({ resource }) => {
    await resource.delete();
    expect(await resource.objects()).toEqual([]);
  },
};

/** Its ledger; it has started without state so many times. */
function sound(fresh: number): Step<Life> {
  return {
    name: "has lost nothing on the way, and counted nothing twice",
    act: async (life) => {
      expect(findBreaks(await life.ledger())).toEqual([]);
      expect((await life.starts()).filter(({ what }) => what === "fresh")).toHaveLength(fresh);
    },
  };
}

const nativeSteps: Step<Life>[] = [
  ...[runs(), editedStatus, takesOptions, savepointByNonce, fromSavepoint, fromCheckpoint, killedJobManager],
  ...[anotherImage, anotherVersion, suspended, anew, deleted, sound(2)],
];

const standaloneSteps: Step<Life>[] = [
  ...[runs({ scheduler: "adaptive" }), takesOptions, savepointByNonce, fromSavepoint, scaled],
  ...[killedJobManager, killedTaskManager, byNonce, removedJobManager, periodic, deletedWithSavepoint, sound(1)],
];
