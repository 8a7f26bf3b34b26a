import type { Mutant } from "../mutant.ts";

const adapter = "shared/adapters/app-manager";

/** Defects in how the platform is called. */
export const platform: readonly Mutant[] = [
  {
    name: "post-again",
    why: "A request that is not idempotent is repeated when its answer is lost.",
    file: `${adapter}/repeat-reads.ts`,
    find: 'request.method === "GET" && tries',
    replace: "tries",
    killedBy: ["S2"],
  },
];
