import type { LastSavepointWanted } from "../../flink/last-savepoint.ts";
import { lastSavepointOf, readWishes, type Willing } from "../../flink/last-wishes.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { configurationOf } from "../../flink/rules/review-configuration.ts";
import type { Wanted } from "./wanted.ts";

/** What the user wants done before a resource that is being deleted is let go (2.8). */
export interface LastWishes extends LastSavepointWanted {
  /** Of what was deployed. */
  readonly kind: "application" | "session";
  readonly awaitsSessionJobs: boolean;
  readonly awaitsUnmanagedJobs: boolean;
}

interface Deployed extends Omit<Willing, "configurationOf"> {
  readonly memory: FlinkMemory | undefined;
  readonly wanted: Wanted | undefined;
}

/** Reads the wishes of a resource, whatever else is wrong with its spec. */
export function readLastWishes({ memory, wanted, ...willing }: Deployed): LastWishes {
  const { settings } = willing;
  const wishes = readWishes({ ...willing, configurationOf: (object) => configurationOf({ object, settings }) });
  return {
    kind: memory?.jobId === undefined ? "session" : "application",
    ...lastSavepointOf(wishes, wanted),
    awaitsSessionJobs: wishes.wish("blocksOnSessionJobs"),
    awaitsUnmanagedJobs: wishes.wish("blocksOnUnmanagedJobs"),
  };
}
