import { at } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Settings } from "../../core/settings.ts";
import { flatten } from "../../flink/configuration.ts";
import type { LastSavepointWanted } from "../../flink/last-savepoint.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { type OptionName, type OptionValues, options, readOptions } from "../../flink/options/read-options.ts";
import { configurationOf } from "../../flink/rules/review-configuration.ts";
import { optionOf } from "../../flink/spellings.ts";
import type { Wanted } from "./wanted.ts";

/** What the user wants done before a resource that is being deleted is let go (2.8). */
export interface LastWishes extends LastSavepointWanted {
  /** Of what was deployed. */
  readonly kind: "application" | "session";
  readonly awaitsSessionJobs: boolean;
  readonly awaitsUnmanagedJobs: boolean;
}

/** What the wishes are read from. */
export interface Willing {
  readonly object: KubeObject;
  /** The resource as it was deployed last; undefined where nobody vouches for that. */
  readonly former: KubeObject | undefined;
  readonly memory: FlinkMemory | undefined;
  readonly wanted: Wanted | undefined;
  readonly settings: Settings;
}

/**
 * Reads the wishes of a resource, whatever else is wrong with its spec: what protects a job does not end with a mistake in
 * another line, and what lifts the protection is heard all the same.
 *
 * Guarantees: total; an option that cannot be read is as it was deployed last, or its default where nobody knows.
 */
export function readLastWishes({ object, former, memory, wanted, settings }: Willing): LastWishes {
  const { configuration, values, isReadable } = read(object, settings);
  const before = former && read(former, settings);
  const wish = <Name extends OptionName>(name: Name): OptionValues[Name] =>
    (before === undefined || isReadable(name) ? values : before.values)[name];
  const savepointDir = wanted?.savepointDir ?? (wanted ? undefined : optionOf(configuration, "state.savepoints.dir"));
  return {
    kind: memory?.jobId === undefined ? "session" : "application",
    savepointOnDeletion: wish("savepointOnDeletion"),
    savepointDir,
    drainsOnDeletion: wish("drainOnDeletion"),
    awaitsSessionJobs: wish("blocksOnSessionJobs"),
    awaitsUnmanagedJobs: wish("blocksOnUnmanagedJobs"),
    spec: wanted?.spec ?? "",
  };
}

function read(object: KubeObject, settings: Settings) {
  const { flinkDefaults: defaults = "guide" } = settings;
  const configuration = configurationOf({ object, settings });
  const { values, problems } = readOptions(configuration, { defaults, scope: "resource", path: "" });
  const own = at(object.spec, "flinkConfiguration");
  const isMap = flatten(own, "").problems.every(({ path }) => path !== "");
  const unread = new Set(problems.map(({ path }) => path));
  return { configuration, values, isReadable: (name: OptionName) => isMap && !unread.has(`.${options[name].key}`) };
}
