import { type Entries, readMap, readMaps } from "../core/notation/list-and-map.ts";
import { type Reading, read, unreadable } from "../core/notation/reading.ts";
import { readInteger } from "../core/notation/scalar.ts";
import { oncePer } from "../core/once-per.ts";
import type { Violation } from "../core/rule.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import { environmentPrefix, namesOf, type Role } from "./flink-notation.ts";
import { isLabelKey, isLabelValue, isObjectName, isVariableName } from "./kubernetes-names.ts";

/** One toleration as Kubernetes has it. */
export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

/** What Flink's own options say about the pods of a role (3.4). */
export interface PodSettings {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly secretEnv: readonly { readonly name: string; readonly secret: string; readonly key: string }[];
  /** Path in the container by the name of the secret. */
  readonly mountedSecrets: Readonly<Record<string, string>>;
  readonly imagePullSecrets: readonly string[];
}

/** Settings, and what of the options Kubernetes would refuse; that is left out of them. */
export interface ReadPodSettings {
  readonly settings: PodSettings;
  readonly problems: readonly Violation[];
}

/**
 * Reads what the options say about the pods of a role.
 *
 * Assumptions: the configuration is in Flink's own notation (`toFlinkNotation`); where it is not, what cannot be read is a
 * problem.
 */
export function readPodSettings(
  configuration: FlinkConfiguration,
  role: Role,
  path = "spec.flinkConfiguration",
): ReadPodSettings {
  const problems: Violation[] = [];
  const valueIn = <T>(key: string, reading: Reading<T> | undefined, none: T): T => {
    if (reading === undefined) return none;
    if (reading.ok) return reading.value;
    problems.push({ path: `${path}.${key}`, message: reading.reason });
    return none;
  };
  const take = <T>(key: string, reader: (text: string) => Reading<T>, none: T): T =>
    valueIn(key, readingAt(configuration, key, reader), none);
  const { secretEnv, mountedSecrets, imagePullSecrets } = readForBoth(configuration);
  const settings: PodSettings = {
    labels: take(`kubernetes.${role}.labels`, readLabels, {}),
    annotations: take(`kubernetes.${role}.annotations`, readAnnotations, {}),
    nodeSelector: take(`kubernetes.${role}.node-selector`, readLabels, {}),
    tolerations: take(`kubernetes.${role}.tolerations`, readTolerations, []),
    env: readVariables(configuration, environmentPrefix[role], path, problems),
    secretEnv: valueIn(keyOf.secretEnv, secretEnv, []),
    mountedSecrets: valueIn(keyOf.mountedSecrets, mountedSecrets, {}),
    imagePullSecrets: valueIn(keyOf.imagePullSecrets, imagePullSecrets, []),
  };
  return { settings, problems };
}

/** Options about the pods of both roles. */
const keyOf = {
  secretEnv: "kubernetes.env.secretKeyRef",
  mountedSecrets: "kubernetes.secrets",
  imagePullSecrets: "kubernetes.container.image.pull-secrets",
} as const;

/** Read once for both roles, since one option may hold thousands. */
const readForBoth = oncePer((configuration: FlinkConfiguration) => ({
  secretEnv: readingAt(configuration, keyOf.secretEnv, readSecretEnv),
  mountedSecrets: readingAt(configuration, keyOf.mountedSecrets, readMountedSecrets),
  imagePullSecrets: readingAt(configuration, keyOf.imagePullSecrets, readPullSecrets),
}));

function readingAt<T>(
  configuration: FlinkConfiguration,
  key: string,
  reader: (text: string) => Reading<T>,
): Reading<T> | undefined {
  return Object.hasOwn(configuration, key) ? reader(configuration[key] ?? "") : undefined;
}

/** Labels, and node selectors, whose keys and values follow the same rule. */
function readLabels(text: string): Reading<Record<string, string>> {
  return checkedMap(text, ([key, value]) => {
    if (!isLabelKey(key)) return `has ${JSON.stringify(key)}, which is no key of a label`;
    return isLabelValue(value) ? undefined : `has ${JSON.stringify(value)} for ${key}, which is no value of a label`;
  });
}

/** Annotations: keys like those of labels, any value. */
function readAnnotations(text: string): Reading<Record<string, string>> {
  return checkedMap(text, ([key]) =>
    isLabelKey(key) ? undefined : `has ${JSON.stringify(key)}, which is no key of an annotation`,
  );
}

function readMountedSecrets(text: string): Reading<Record<string, string>> {
  return checkedMap(text, ([secret, place]) => {
    if (!isObjectName(secret)) return `has ${JSON.stringify(secret)}, which is no name of a secret`;
    return place.startsWith("/") ? undefined : `has ${JSON.stringify(place)} for ${secret}, which is no absolute path`;
  });
}

function checkedMap(
  text: string,
  faultOf: (entry: readonly [string, string]) => string | undefined,
): Reading<Record<string, string>> {
  const reading = readMap(text);
  if (!reading.ok) return reading;
  const fault = reading.value.map(faultOf).find((one) => one !== undefined);
  return fault === undefined ? read(Object.fromEntries(reading.value)) : unreadable(fault);
}

function readPullSecrets(text: string): Reading<readonly string[]> {
  const names = namesOf(text);
  const odd = names.find((name) => !isObjectName(name));
  return odd === undefined ? read(names) : unreadable(`has ${JSON.stringify(odd)}, which is no name of a secret`);
}

/** Each item of a list of maps as something else; the first that is none makes the whole list none. */
function readItems<T>(
  text: string,
  itemOf: (fields: ReadonlyMap<string, string>) => Reading<T>,
): Reading<readonly T[]> {
  const reading = readMaps(text);
  if (!reading.ok) return reading;
  const items: T[] = [];
  for (const entries of reading.value) {
    const item = itemOf(new Map(entries as Entries));
    if (!item.ok) return item;
    items.push(item.value);
  }
  return read(items);
}

const fieldsOfToleration = ["key", "operator", "value", "effect", "tolerationSeconds"];
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  operator: ["Exists", "Equal"],
  effect: ["NoSchedule", "PreferNoSchedule", "NoExecute", ""],
};

/** Tolerations, with the fields and words that Kubernetes knows. */
function readTolerations(text: string): Reading<readonly Toleration[]> {
  return readItems(text, (fields) => {
    for (const [field, value] of fields) {
      if (!fieldsOfToleration.includes(field))
        return unreadable(`has the field ${JSON.stringify(field)}, which no toleration has`);
      const words = wordsOf[field];
      if (words?.includes(value) === false)
        return unreadable(
          `has the ${field} ${JSON.stringify(value)}, which is none of ${words.join(", ").replace(/, $/, "")}`,
        );
    }
    const seconds = fields.get("tolerationSeconds");
    if (seconds === undefined) return read(Object.fromEntries(fields));
    const number = readInteger(seconds);
    return number.ok
      ? read({ ...Object.fromEntries(fields), tolerationSeconds: number.value })
      : unreadable(`has tolerationSeconds ${JSON.stringify(seconds)}, which ${number.reason}`);
  });
}

function readSecretEnv(text: string): Reading<PodSettings["secretEnv"]> {
  return readItems(text, (fields) => {
    const [name = "", secret = "", key = ""] = ["env", "secret", "key"].map((field) => fields.get(field));
    return isVariableName(name) && isObjectName(secret) && key !== ""
      ? read({ name, secret, key })
      : unreadable("has an item without env, secret and key; write env:NAME,secret:name,key:key");
  });
}

function readVariables(
  configuration: FlinkConfiguration,
  prefix: string,
  path: string,
  problems: Violation[],
): PodSettings["env"] {
  const keys = Object.keys(configuration).filter((key) => key.startsWith(prefix));
  const isSound = (key: string) => isVariableName(key.slice(prefix.length));
  for (const key of keys.filter((one) => !isSound(one))) {
    problems.push({ path: `${path}.${key}`, message: "ends in what is no name of an environment variable" });
  }
  return keys.filter(isSound).map((key) => ({ name: key.slice(prefix.length), value: configuration[key] ?? "" }));
}
