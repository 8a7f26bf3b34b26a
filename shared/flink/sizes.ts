import { readMemory, readQuantity, writeMemory } from "../core/notation/memory-size.ts";
import { type Reading, read, unreadable } from "../core/notation/reading.ts";
import type { Violation } from "../core/rule.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { SizedSpec } from "./deployment-spec.ts";
import type { Role } from "./flink-notation.ts";

/** Options that follow from the size of a role, and what of the size cannot be read. */
export interface SizeOptions {
  readonly options: FlinkConfiguration;
  readonly problems: readonly Violation[];
}

type Given = { readonly text: string; readonly path: string };
type Bounds = { readonly request: Given | undefined; readonly limit: Given | undefined };

/**
 * The options of a role's size (3.1): `resource`, or `resources`, whose limit becomes a factor of the request. A request
 * that is missing is the limit, as in Kubernetes.
 */
export function makeSizeOptions(role: Role, spec: SizedSpec | undefined, path: string): SizeOptions {
  const problems: Violation[] = [];
  const amount = (given: Given | undefined, reader: (text: string) => Reading<number>): number | undefined => {
    const reading = given === undefined ? undefined : reader(given.text);
    if (given === undefined || reading === undefined) return undefined;
    if (reading.ok && reading.value > 0) return reading.value;
    const why = reading.ok ? "is not more than 0" : reading.reason;
    problems.push({ path: given.path, message: `${JSON.stringify(given.text)} ${why}` });
    return undefined;
  };
  const memory = boundsOf("memory", spec, path);
  const cpu = boundsOf("cpu", spec, path);
  const options = {
    ...only(`${role}.memory.process.size`, amount(memory.request ?? memory.limit, readMemory), writeMemory),
    ...only(`kubernetes.${role}.cpu.amount`, amount(cpu.request ?? cpu.limit, readCpu), String),
    ...factor(`kubernetes.${role}.memory.limit-factor`, memory, readMemory),
    ...factor(`kubernetes.${role}.cpu.limit-factor`, cpu, readCpu),
  };
  return { options, problems };
}

function boundsOf(name: "cpu" | "memory", spec: SizedSpec | undefined, path: string): Bounds {
  const given = (place: string, value: string | number | undefined): Given | undefined =>
    value === undefined ? undefined : { text: String(value), path: `${path}.${place}` };
  const { requests, limits } = spec?.resources ?? {};
  const request = given(`resources.requests.${name}`, requests?.[name]);
  const limit = given(`resources.limits.${name}`, limits?.[name]);
  if (request !== undefined || limit !== undefined) return { request, limit };
  return { request: given(`resource.${name}`, spec?.resource?.[name]), limit: undefined };
}

function only(key: string, value: number | undefined, write: (value: number) => string): FlinkConfiguration {
  return value === undefined ? {} : { [key]: write(value) };
}

/** The factor between both bounds; a limit below the request is a rule's to refuse (FD-21), and no factor. */
function factor(
  key: string,
  { request, limit }: Bounds,
  reader: (text: string) => Reading<number>,
): FlinkConfiguration {
  if (request === undefined || limit === undefined) return {};
  const [from, to] = [reader(request.text), reader(limit.text)];
  return from.ok && to.ok && from.value > 0 && to.value >= from.value ? { [key]: String(to.value / from.value) } : {};
}

/** Cores, as a number or a Kubernetes quantity such as `500m`. */
function readCpu(text: string): Reading<number> {
  const cores = readQuantity(text.trim());
  return cores === undefined ? unreadable("is no number of cores; write such as 1, 0.5 or 500m") : read(cores);
}
