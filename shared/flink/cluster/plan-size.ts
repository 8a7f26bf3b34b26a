import type { JsonObject } from "../../core/json.ts";
import { type Reading, read, unreadable } from "../../core/notation/reading.ts";
import { readDouble, readInteger } from "../../core/notation/scalar.ts";
import type { Violation } from "../../core/rule.ts";
import type { Role } from "../flink-notation.ts";
import { type ContainerSize, findIdleRequests, judgeSize } from "./container-size.ts";
import type { OptionReader } from "./option-reader.ts";
import { mainContainerOf, objectAt } from "./pod-template.ts";
import { isProcessSized, readProcessSize } from "./process-size.ts";

/** The size of a role's container, and what is wrong with what it comes from. */
export interface SizePlan {
  readonly size: ContainerSize;
  readonly problems: readonly Violation[];
  readonly warnings: readonly Violation[];
}

/** Where things about the size of a role stand in the spec. */
export interface SizePaths {
  /** `resources` of the main container in the template that has it. */
  readonly template: string;
  /** The spec's own size of the role. */
  readonly resource: string;
}

/** The size of a role's container: Flink's options, within what the pod template allows. */
export function planSize(options: OptionReader, role: Role, template: JsonObject, paths: SizePaths): SizePlan {
  const memory = readProcessSize(options, role);
  const cores = readCores(options, role);
  const factor = (name: string) => options.read(`kubernetes.${role}.${name}.limit-factor`, readFactor);
  const source = {
    memory: memory ?? 0,
    cpu: Math.max(1, Math.round(cores * 1000)),
    factors: { memory: factor("memory"), cpu: factor("cpu") },
    template: objectAt(mainContainerOf(template), "resources"),
    path: paths.template,
    setBy: paths.resource,
  };
  const { size, problems } = judgeSize(source);
  if (memory !== undefined && memory > 0) return { size, problems, warnings: findIdleRequests(source) };
  const missing = { path: `${paths.resource}.memory`, message: whyNoMemory(memory) };
  const isToldAlready = memory === undefined && isProcessSized(options, role);
  return { size, problems: isToldAlready ? [] : [missing], warnings: [] };
}

function whyNoMemory(memory: number | undefined): string {
  return memory === undefined ? "Required value" : "is less than a mebibyte; write such as 2048m";
}

/** The cores of a role's container, as the configuration says. */
export function readCores(options: OptionReader, role: Role): number {
  return options.read(`kubernetes.${role}.cpu.amount`, readPositive) ?? usualCores(options, role);
}

/** A JobManager gets one core; a TaskManager one for each of its slots, which is Flink's own default. */
function usualCores(options: OptionReader, role: Role): number {
  return role === "jobmanager" ? 1 : (options.read("taskmanager.numberOfTaskSlots", readInteger) ?? 1);
}

function readPositive(text: string): Reading<number> {
  const number = readDouble(text);
  return number.ok && !(number.value > 0 && number.value <= 1e6) ? unreadable("is no number of cores") : number;
}

function readFactor(text: string): Reading<number> {
  const number = readDouble(text);
  if (!number.ok) return number;
  return number.value >= 1 ? read(number.value) : unreadable("is below 1: a limit is never below its request");
}
