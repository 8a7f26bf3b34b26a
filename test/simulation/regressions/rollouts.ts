import { peaceful } from "../settings.ts";
import type { Regression } from "./regression.ts";

/** What broke where two versions of Weir share a record. */
export const rollouts: readonly Regression[] = [
  {
    name: "what-another-version-remembers",
    why: "In a roll-out the older version dropped from the record what it did not know: a request that the newer one would do again.",
    cure: "A record carries along what only another version of Weir knows, so that a roll-out forgets no request",
    commit: "48ec33e809ca507fe9c8af9dae04ca9b3ce8bdf8",
    file: "shared/core/record.ts",
    find: "initial, memory, ...unknown });",
    replace: "initial, memory });",
    killedBy: ["S2"],
    schedule: {
      seed: 1,
      even: true,
      setting: {
        ...peaceful,
        rollout: { difference: "memory", from: 3_000, to: 3_000, otherFirst: true, otherLast: false },
      },
      deeds: [
        { at: 1_000, deed: "scale" },
        { at: 5_000, deed: "mendSpec" },
      ],
      faults: { listed: [] },
      calmAt: 6_000,
      quietTicks: 1,
      past: "PATCH",
    },
  },
];
