import { at } from "../core/json.ts";
import type { KubeObject } from "../core/object.ts";
import type { Settings } from "../core/settings.ts";
import { configurationPath, type FlinkConfiguration, flatten } from "./configuration.ts";
import type { LastSavepointWanted } from "./last-savepoint.ts";
import { type OptionName, type OptionValues, options, readOptions } from "./options/read-options.ts";
import { optionOf } from "./spellings.ts";

/** What the wishes for the end of a resource are read from. */
export interface Willing {
  readonly object: KubeObject;
  /** The resource as it was deployed last; undefined where nobody vouches for that. */
  readonly former: KubeObject | undefined;
  readonly settings: Settings;
  /** All that holds for a resource, flat. */
  readonly configurationOf: (object: KubeObject) => FlinkConfiguration;
}

/** What options say, each of which was heard for itself. */
export interface Wishes {
  /** Of the present spec. */
  readonly configuration: FlinkConfiguration;
  readonly wish: <Name extends OptionName>(name: Name) => OptionValues[Name];
}

/**
 * Reads options of a resource whatever else is wrong with its spec: what protects a job does not end with a mistake in another
 * line, and what lifts the protection is heard all the same.
 *
 * Guarantees: total; an option that cannot be read, as all of a configuration of which a part was left out, is as it was
 * deployed last, or its default where nobody knows.
 */
export function readWishes({ object, former, settings, configurationOf }: Willing): Wishes {
  const read = (one: KubeObject) => readOne(one, configurationOf(one), settings);
  const { configuration, values, isReadable } = read(object);
  const before = former && read(former);
  return {
    configuration,
    wish: (name) => (before === undefined || isReadable(name) ? values : before.values)[name],
  };
}

function readOne(object: KubeObject, configuration: FlinkConfiguration, { flinkDefaults = "guide" }: Settings) {
  const { values, problems } = readOptions(configuration, { defaults: flinkDefaults, scope: "resource", path: "" });
  const own = at(object.spec, "flinkConfiguration");
  const isWhole = flatten(own).problems.every(({ path }) => path !== configurationPath);
  const unread = new Set(problems.map(({ path }) => path));
  return { configuration, values, isReadable: (name: OptionName) => isWhole && !unread.has(`.${options[name].key}`) };
}

/** What they say of the savepoint before the end; `wanted` is what the spec in force asks for. */
export function lastSavepointOf(
  { configuration, wish }: Wishes,
  wanted: Pick<LastSavepointWanted, "savepointDir" | "spec"> | undefined,
): LastSavepointWanted {
  return {
    savepointOnDeletion: wish("savepointOnDeletion"),
    savepointDir: wanted === undefined ? optionOf(configuration, "state.savepoints.dir") : wanted.savepointDir,
    drainsOnDeletion: wish("drainOnDeletion"),
    spec: wanted?.spec ?? "",
  };
}
