import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const name = "before-sale";

async function toldOf(snapshot: JsonObject): Promise<string[]> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkStateSnapshot]);
  world.cluster.create(flinkApplication());
  await world.follow("orders");
  world.cluster.create(flinkSnapshot(snapshot));
  await world.follow(name);
  world.skip(60_000);
  await world.follow(name, 3);
  return world.events
    .filter(({ involvedObject }) => involvedObject.name === name)
    .map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
}

describe("Kubernetes Events of a FlinkStateSnapshot (7.2)", () => {
  it.each<{ what: string; why: string; snapshot: JsonObject; told: readonly unknown[] }>([
    {
      what: "a savepoint",
      why: "its path is what people look for",
      snapshot: {},
      told: [expect.stringMatching(/^Normal SnapshotCompleted: The savepoint is complete: s3:\/\/state\/savepoints\//)],
    },
    {
      what: "a checkpoint",
      why: "it has a path as well",
      snapshot: { savepoint: null, checkpoint: {} },
      told: [
        expect.stringMatching(/^Normal SnapshotCompleted: The checkpoint is complete: s3:\/\/state\/checkpoints\//),
      ],
    },
    {
      what: "one that existed before",
      why: "nobody took it now",
      snapshot: { savepoint: { alreadyExists: true, path: "s3://state/savepoints/known" } },
      told: ["Normal SnapshotCompleted: The savepoint is recorded: s3://state/savepoints/known"],
    },
    {
      what: "one that fails for good",
      why: "each try is told, and no end with a snapshot",
      snapshot: { backoffLimit: 0, savepoint: { path: "broken:/nowhere" } },
      told: [expect.stringMatching(/^Warning SnapshotError: Try 1 failed: /)],
    },
  ])("$what: $why", async ({ snapshot, told }) => {
    expect(await toldOf(snapshot)).toEqual(told);
  });
});
