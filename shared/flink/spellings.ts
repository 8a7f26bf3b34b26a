import type { FlinkConfiguration } from "./configuration.ts";
import { atLeast, type FlinkVersionName } from "./versions.ts";

/** An option of Flink whose key was renamed. */
export interface Renaming {
  readonly key: string;
  readonly formerly: string;
  /** The first version that knows `key`. It may still know the former one, an older one knows nothing else. */
  readonly since: FlinkVersionName;
}

const renamed = (since: FlinkVersionName, keys: Readonly<Record<string, string>>): Renaming[] =>
  Object.entries(keys).map(([formerly, key]) => ({ key, formerly, since }));

/** The renamings that matter from 1.15 on: YAML-safe suffixes (FLINK-29372), state and checkpoints (FLINK-34255). */
export const renamings: readonly Renaming[] = [
  ...renamed("v1_17", {
    "high-availability": "high-availability.type",
    "restart-strategy": "restart-strategy.type",
    "state.backend": "state.backend.type",
    "execution.checkpointing.unaligned": "execution.checkpointing.unaligned.enabled",
    "env.java.opts": "env.java.opts.all",
    "kubernetes.container.image": "kubernetes.container.image.ref",
    "kubernetes.jobmanager.cpu": "kubernetes.jobmanager.cpu.amount",
    "kubernetes.taskmanager.cpu": "kubernetes.taskmanager.cpu.amount",
  }),
  ...renamed("v1_20", {
    "execution.savepoint.path": "execution.state-recovery.path",
    "execution.savepoint.ignore-unclaimed-state": "execution.state-recovery.ignore-unclaimed-state",
    "execution.savepoint-restore-mode": "execution.state-recovery.claim-mode",
    "state.checkpoints.dir": "execution.checkpointing.dir",
    "state.savepoints.dir": "execution.checkpointing.savepoint-dir",
    "state.checkpoints.num-retained": "execution.checkpointing.num-retained",
    "state.checkpoint-storage": "execution.checkpointing.storage",
    "state.backend.incremental": "execution.checkpointing.incremental",
  }),
];

const byFormer: ReadonlyMap<string, Renaming> = new Map(renamings.map((renaming) => [renaming.formerly, renaming]));
const byKey: ReadonlyMap<string, Renaming> = new Map(renamings.map((renaming) => [renaming.key, renaming]));

/** The newest spelling of a key, by which an option is the same one in every layer and version. */
export function currentKey(key: string): string {
  return byFormer.get(key)?.key ?? key;
}

/** The key as a version of Flink spells it, given in any spelling. */
export function keyFor(version: FlinkVersionName, key: string): string {
  const renaming = byKey.get(currentKey(key));
  return renaming !== undefined && !atLeast(version, renaming.since) ? renaming.formerly : currentKey(key);
}

/** The value of an option in whatever spelling it is set, the newest first as Flink reads it; undefined where it is unset. */
export function optionOf(configuration: FlinkConfiguration, key: string): string | undefined {
  const current = currentKey(key);
  if (Object.hasOwn(configuration, current)) return configuration[current];
  const former = byKey.get(current)?.formerly;
  return former !== undefined && Object.hasOwn(configuration, former) ? configuration[former] : undefined;
}

/**
 * The same options, each in its newest spelling, so that layers lie over each other whatever spelling each of them uses.
 *
 * Caveats: where both spellings of an option are set the newest wins, as in Flink.
 */
export function toCurrentKeys(configuration: FlinkConfiguration): FlinkConfiguration {
  return rekey(configuration, currentKey);
}

/** What Kubernetes is called as a type of high availability by those who name its class, which every version takes. */
export const kubernetesFactory = "org.apache.flink.kubernetes.highavailability.KubernetesHaServicesFactory";

/** Values that older versions know under another word: 1.15 takes Kubernetes only by the name of a class (FLINK-27808). */
const olderWords: readonly { key: string; word: string; before: FlinkVersionName; spelled: string }[] = [
  {
    key: "high-availability.type",
    word: "kubernetes",
    before: "v1_16",
    spelled: kubernetesFactory,
  },
];

/** The same options as a version of Flink spells them, keys and words. */
export function toDialect(configuration: FlinkConfiguration, version: FlinkVersionName): FlinkConfiguration {
  const current: Record<string, string> = { ...toCurrentKeys(configuration) };
  for (const { key, word, before, spelled } of olderWords) {
    if (!atLeast(version, before) && current[key]?.trim().toLowerCase() === word) current[key] = spelled;
  }
  return rekey(current, (key) => keyFor(version, key));
}

function rekey(configuration: FlinkConfiguration, rename: (key: string) => string): FlinkConfiguration {
  const moved = Object.keys(configuration).filter((key) => rename(key) !== key);
  if (moved.length === 0) return configuration;
  const former = new Set(moved);
  return Object.fromEntries([
    ...moved.map((key) => [rename(key), configuration[key] ?? ""] as const),
    ...Object.entries(configuration).filter(([key]) => !former.has(key)),
  ]);
}
