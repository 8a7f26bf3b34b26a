import { type JsonObject, type JsonValue, member } from "../../core/json.ts";
import { readQuantity } from "../../core/notation/memory-size.ts";
import type { Violation } from "../../core/rule.ts";
import { itemsAt, objectAt } from "./pod-template.ts";

/** What a main container gets: memory in MiB, cpu in thousandths of a core. */
export interface ContainerSize {
  readonly memory: Allotment;
  readonly cpu: Allotment;
}

/** What is set aside for a container, and how much it may take at most. */
export interface Allotment {
  readonly request: number;
  readonly limit: number;
}

/** Where the pieces of a size come from. */
export interface SizeSource {
  /** Process size in MiB and cores in thousandths, which Flink plans with. */
  readonly memory: number;
  readonly cpu: number;
  /** Factor between request and limit, where the configuration says one. */
  readonly factors: { readonly memory: number | undefined; readonly cpu: number | undefined };
  /** `resources` of the template's main container, and where in the spec they stand. */
  readonly template: JsonObject;
  readonly path: string;
  /** Where the process size and the cores are set, for sentences about them. */
  readonly setBy: string;
}

interface Measure {
  readonly name: "memory" | "cpu";
  /** Of the unit that is counted in: bytes of a MiB, parts of a core. */
  readonly unit: number;
  readonly write: (amount: number) => string;
  readonly why: string;
}

const measures: readonly [Measure, Measure] = [
  {
    name: "memory",
    unit: 2 ** 20,
    write: writeMemoryQuantity,
    why: "the process would be killed before it has what Flink plans with",
  },
  { name: "cpu", unit: 1 / 1000, write: writeCpuQuantity, why: "a limit is never below its request" },
];

/**
 * The size of a role's container.
 *
 * The request is what Flink plans with; the limit that times Flink's limit factor (1 unless set), or the limit of the pod
 * template, which Apache's operator drops silently: here it counts where it is no smaller than the request and no factor
 * says otherwise, and is refused else.
 */
export function judgeSize(source: SizeSource): { readonly size: ContainerSize; readonly problems: Violation[] } {
  const [memory, cpu] = measures.map((measure) => judgeAllotment(measure, source)) as [Judged, Judged];
  return {
    size: { memory: memory.allotment, cpu: cpu.allotment },
    problems: [...memory.problems, ...cpu.problems],
  };
}

interface Judged {
  readonly allotment: Allotment;
  readonly problems: readonly Violation[];
}

function judgeAllotment(measure: Measure, source: SizeSource): Judged {
  const request = source[measure.name];
  const factor = source.factors[measure.name];
  const byFactor = Math.floor(request * (factor ?? 1));
  const given = member(member(source.template, "limits"), measure.name);
  if (given === undefined) return { allotment: { request, limit: byFactor }, problems: [] };
  const amount = readQuantity(String(given));
  const limit = amount === undefined ? byFactor : Math.floor(amount / measure.unit);
  const problem = whyNotLimit(measure, source, given, amount === undefined ? undefined : { request, limit, byFactor });
  const path = `${source.path}.limits.${measure.name}`;
  return { allotment: { request, limit }, problems: problem === undefined ? [] : [{ path, message: problem }] };
}

function whyNotLimit(
  { name, write, why }: Measure,
  source: SizeSource,
  given: JsonValue,
  read: { request: number; limit: number; byFactor: number } | undefined,
): string | undefined {
  if (read === undefined) return `${JSON.stringify(given)} is no quantity; write ${write(source[name])} or more`;
  if (read.limit < read.request) {
    return `${given} is below the ${write(read.request)} of ${source.setBy}.${name}: ${why}. Write ${write(read.request)} or more`;
  }
  if (source.factors[name] !== undefined && read.limit !== read.byFactor) {
    return `${given} contradicts the limit factor of the configuration, which gives ${write(read.byFactor)}; set one of both`;
  }
  return undefined;
}

/** What a template asks for and does not get, as the request is always what Flink plans with. */
export function findIdleRequests({ template, path, setBy, memory, cpu }: SizeSource): Violation[] {
  return measures.flatMap(({ name, unit, write }) => {
    const given = member(member(template, "requests"), name);
    const wanted = name === "memory" ? memory : cpu;
    if (given === undefined || Math.floor((readQuantity(String(given)) ?? 0) / unit) === wanted) return [];
    const message = `${given} has no effect: ${setBy}.${name} sets aside ${write(wanted)}`;
    return [{ path: `${path}.requests.${name}`, message }];
  });
}

/** Amounts of resources by their names, as Kubernetes notes them. */
export interface Resources {
  readonly requests: JsonObject;
  readonly limits: JsonObject;
  /** Devices, by the names of the pod's resource claims. */
  readonly claims: readonly JsonObject[];
}

/** `resources` of a template with what the spec asks for besides. */
export function withOtherResources(template: JsonObject, { requests, limits, claims }: Resources): JsonObject {
  return {
    ...template,
    requests: { ...objectAt(template, "requests"), ...requests },
    limits: { ...objectAt(template, "limits"), ...limits },
    ...(claims.length === 0 ? {} : { claims: [...itemsAt(template, "claims"), ...claims] }),
  };
}

/** `resources` of a main container: cpu and memory as sized, everything else as the template and the spec ask for it. */
export function makeResources(template: JsonObject, { memory, cpu }: ContainerSize, other: Resources): JsonObject {
  const sized = (kind: keyof Allotment) => ({
    cpu: writeCpuQuantity(cpu[kind]),
    memory: writeMemoryQuantity(memory[kind]),
  });
  return withOtherResources(withOtherResources(template, other), {
    requests: sized("request"),
    limits: sized("limit"),
    claims: [],
  });
}

/** MiB as the API server itself writes a quantity: the largest unit that divides it. */
export function writeMemoryQuantity(mebibytes: number): string {
  const units = ["Mi", "Gi", "Ti"];
  let amount = mebibytes;
  while (units.length > 1 && amount > 0 && amount % 1024 === 0) {
    amount /= 1024;
    units.shift();
  }
  return `${amount}${units[0]}`;
}

/** Thousandths of a core as the API server itself writes a quantity. */
export function writeCpuQuantity(thousandths: number): string {
  return thousandths % 1000 === 0 ? String(thousandths / 1000) : `${thousandths}m`;
}

/**
 * The factor by which Flink itself computes this limit from the request; native mode hands it over for its TaskManagers.
 *
 * Flink multiplies and cuts off, so that a quotient that was rounded down would lose a MiB; it is then nudged up.
 */
export function toLimitFactor({ request, limit }: Allotment): number {
  const factor = limit / request;
  return Math.floor(request * factor) < limit ? factor + Number.EPSILON * factor * 2 : factor;
}
