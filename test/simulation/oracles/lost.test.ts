import { describe, expect, it } from "vitest";
import { conditionsOf, ownRecord } from "../../../shared/core/kind.ts";
import { play } from "../play.ts";
import type { Schedule } from "../schedule.ts";
import { peaceful } from "../settings.ts";

/** A savepoint and a restart are asked for, and somebody removes the deployment while the savepoint is being taken. */
const losing: Schedule = {
  seed: 548_470_006,
  setting: { ...peaceful, follows: false },
  deeds: [
    { at: 0, deed: "applyAdopting" },
    { at: 0, deed: "run" },
    { at: 5_650, deed: "askBoth" },
    { at: 6_126, deed: "loseDeployment" },
  ],
  faults: { listed: [] },
  calmAt: 7_126,
  quietTicks: 1,
};

describe("a deployment that is lost behind an accepted request (F13)", () => {
  it("leaves the request open, and breaks no promise, since the resource says that it is gone", async () => {
    const { violations, universe } = await play(losing);
    const [object] = universe.server.cluster.all();
    if (object === undefined) throw new Error("the resource is gone");
    const reasons = Object.fromEntries(conditionsOf(object).map(({ type, reason }) => [type, reason]));
    expect(violations).toEqual([]);
    expect(ownRecord(object)?.intents.map(({ key }) => key)).toEqual(["restart"]);
    expect(reasons).toMatchObject({ Consistent: "AppManagerRecordNotFound", NonceAligned: "NoncesPending" });
  });
});
