import { measuringOptions } from "./measuring-options.ts";
import { memoryOptions } from "./memory-options.ts";
import type { AutoscalerOption } from "./option.ts";
import { scalingOptions } from "./scaling-options.ts";

/** Every option of the autoscaler, by the name of its value (3.1). */
export const autoscalerOptions = { ...measuringOptions, ...scalingOptions, ...memoryOptions } as const;

/** The name of an option's value. */
export type OptionName = keyof typeof autoscalerOptions;

type ValueOf<One> = One extends AutoscalerOption<infer Value> ? Value : never;

/** The values of all options: durations in milliseconds, memory in bytes. */
export type AutoscalerOptions = { readonly [Name in OptionName]: ValueOf<(typeof autoscalerOptions)[Name]> };

/** Names with their rows, in the order of the table. */
export const optionRows = Object.entries(autoscalerOptions) as unknown as readonly (readonly [
  OptionName,
  AutoscalerOption<unknown>,
])[];

/** Keys of the reference that name Java classes, and begin so; here they have no effect (1.2). */
export const javaPluginKeys: readonly string[] = [
  "metrics.custom-evaluator",
  "scaling.custom-executor",
  "scaling.parallelism-alignment.mode.",
];
