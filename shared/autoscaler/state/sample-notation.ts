import type { JobSample, ProcessSample } from "../sample/job-sample.ts";
import type { VertexSample } from "../sample/vertex-sample.ts";

/** Numbers of a vertex in the order in which they are noted; those that it does not have are null. */
const vertexNumbers = [
  "load",
  "accumulatedBusyTime",
  "recordsIn",
  "recordsOut",
  "lag",
  "inPerSecond",
  "observedRate",
  "runTime",
  "accumulatedBackPressure",
  "age",
  "skew",
] as const satisfies readonly (keyof VertexSample)[];

const processNumbers = [
  "slotsUsed",
  "gcPressure",
  "heapUsage",
  "heapUsed",
  "managedUsed",
  "metaspaceUsed",
] as const satisfies readonly (keyof ProcessSample)[];

/** Numbers in the order of one of those lists; those that JSON does not have as texts. */
export type Noted = readonly (number | string | null)[];

/** A window with every vertex named once: names are most of a sample, and all samples have the same. */
export interface NotedSamples {
  readonly vertices: readonly string[];
  /** Each with its moment, the numbers of each vertex in that order, and those of the processes. */
  readonly samples: readonly (readonly [at: number, vertices: readonly (Noted | null)[], processes: Noted])[];
}

/** A window as it is noted. */
export function toNotedSamples(samples: readonly JobSample[]): NotedSamples {
  const vertices = [...new Set(samples.flatMap((sample) => Object.keys(sample.vertices)))];
  const noted = samples.map(({ at, vertices: of, processes }) => {
    const each = vertices.map((id) => (of[id] === undefined ? null : noteOf(of[id], vertexNumbers)));
    return [at, each, noteOf(processes, processNumbers)] as const;
  });
  return { vertices, samples: noted };
}

/** The same window again; a number that was not noted is absent, or unknown where every sample has it. */
export function fromNotedSamples({ vertices, samples }: NotedSamples): readonly JobSample[] {
  return samples.map(([at, each, processes]) => ({
    at,
    vertices: Object.fromEntries(
      vertices.flatMap((id, index) => {
        const noted = each[index];
        return noted ? [[id, { ...unknownVertex, ...numbersOf<VertexSample>(noted, vertexNumbers) }] as const] : [];
      }),
    ),
    processes: { ...unknownProcesses, ...numbersOf<ProcessSample>(processes, processNumbers) },
  }));
}

const { NaN: nan } = Number;
const unknownVertex: VertexSample = { load: nan, accumulatedBusyTime: nan, recordsIn: nan, recordsOut: nan };
const unknownProcesses: ProcessSample = {
  ...{ slotsUsed: nan, gcPressure: nan, heapUsage: nan },
  ...{ heapUsed: nan, managedUsed: nan, metaspaceUsed: nan },
};

function noteOf<Name extends string>(of: Readonly<Partial<Record<Name, number>>>, names: readonly Name[]): Noted {
  return names.map((name) => noteNumber(of[name]));
}

/** JSON has no number but finite ones; others are texts. */
function noteNumber(value: number | undefined): Noted[number] {
  if (value === undefined) return null;
  return Number.isFinite(value) ? value : String(value);
}

function numbersOf<Of>(noted: Noted, names: readonly (keyof Of)[]): Partial<Of> {
  const numbers: Partial<Record<keyof Of, number>> = {};
  for (const [index, name] of names.entries()) {
    const value = noted[index];
    if (value !== undefined && value !== null) numbers[name] = Number(value);
  }
  return numbers as Partial<Of>;
}
