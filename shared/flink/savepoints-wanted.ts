import { oncePer } from "../core/once-per.ts";
import type { Settings } from "../core/settings.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { SavepointsWanted } from "./decide-savepoint.ts";
import { type OptionValues, readOptions } from "./options/read-options.ts";
import { optionOf } from "./spellings.ts";

/** Snapshots that record and status keep at most, however many a history may have: both are parts of one object. */
export const mostKept = 100;

/** What options and nonces say of savepoints of a job that runs on. */
export function savepointsWanted(
  configuration: FlinkConfiguration,
  values: OptionValues,
  { nonces, settings }: { readonly nonces: SavepointNonces; readonly settings: Settings },
): SavepointsWanted {
  const limits = limitsOf(settings);
  const { historyCountLimit: mostCount = Number.POSITIVE_INFINITY } = limits;
  const { historyAgeLimit: mostAgeMs = Number.POSITIVE_INFINITY } = limits;
  return {
    nonces: Object.fromEntries(Object.entries(nonces).filter(([, value]) => value !== undefined)),
    savepointDir: optionOf(configuration, "state.savepoints.dir"),
    savepointFormat: values.savepointFormat,
    savepointGraceMs: values.savepointGracePeriod,
    savepointPeriod: values.periodicSavepoint,
    ignoresPendingSavepoint: values.ignoresPendingSavepoint,
    checkpointPeriod: values.periodicCheckpoint,
    snapshots: {
      asResources: values.snapshotResources,
      disposes: values.disposeOnDelete,
      cleansUp: values.savepointCleanup,
    },
    history: {
      maxCount: Math.max(1, Math.min(values.historyMaxCount, mostCount, mostKept)),
      maxAgeMs: Math.min(values.historyMaxAge, mostAgeMs),
    },
  };
}

/** What the operator's own options allow at most. */
const limitsOf = oncePer(
  ({ flinkConfiguration: operator = {}, flinkDefaults: defaults = "guide" }: Settings): OptionValues =>
    readOptions(operator, { defaults, scope: "operator" }).values,
);

type SavepointNonces = { readonly [Name in keyof SavepointsWanted["nonces"]]: number | undefined };
