import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { cameUp } from "../../world/flink-scenes.ts";

const image = (tag: number) => ({ image: `registry.example.com/orders:${tag}` });
const known = "s3://known";
const redeploy = { initialSavepointPath: known, savepointRedeployNonce: 1 };

interface Row {
  readonly name: string;
  readonly why: string;
  readonly edits: readonly JsonObject[];
  /** What the job was started from, each time; null for nothing. */
  readonly starts: readonly unknown[];
}

const savepoint = expect.stringMatching(/savepoint/);

const rows: readonly Row[] = [
  {
    name: "1, nothing, 1",
    why: "2.6: to take it away changes nothing, so that 1 is what was deployed last",
    edits: [{ restartNonce: 1 }, { restartNonce: null }, { restartNonce: 1 }],
    starts: [undefined, savepoint],
  },
  {
    name: "1, another image without it, 1",
    why: "2.5: it is compared with what was deployed last, which had none",
    edits: [{ restartNonce: 1 }, { restartNonce: null, ...image(2) }, { restartNonce: 1 }],
    starts: [undefined, savepoint, savepoint, savepoint],
  },
  {
    name: "1, another image with it, 1",
    why: "2.5: it was deployed with 1",
    edits: [{ restartNonce: 1 }, image(2), { restartNonce: 1 }],
    starts: [undefined, savepoint, savepoint],
  },
  {
    name: "a path by 1, another image without it, 1 again",
    why: "DV-62: a revert must not take the job back to a state of long ago",
    edits: [{ job: redeploy }, { job: { savepointRedeployNonce: null }, ...image(2) }, { job: redeploy }],
    starts: [undefined, known, savepoint],
  },
  {
    name: "a path by 1, another image without it, 2",
    why: "2.8: another nonce asks again",
    edits: [
      { job: redeploy },
      { job: { savepointRedeployNonce: null }, ...image(2) },
      { job: { ...redeploy, savepointRedeployNonce: 2 } },
    ],
    starts: [undefined, known, savepoint, known],
  },
];

describe("nonces that are taken away and come back (2.5, 2.6)", () => {
  it.each(rows)("$name ($why)", async ({ edits, starts }) => {
    const world = await cameUp({ job: { upgradeMode: "savepoint" } });
    world.kubelet.storage.set(known, { path: known, count: 0, isSavepoint: true });
    for (const spec of edits) {
      world.cluster.edit("orders", { spec });
      await world.follow();
      world.skip(12_000);
      await world.follow();
    }
    expect(world.kubelet.started.map(({ from }) => from)).toEqual(starts);
  });
});
