import { flinkCaseKinds } from "./hostile-flink-cases.ts";
import { flinkKinds } from "./hostile-flink-kinds.ts";
import { measure } from "./hostile-ratios.ts";

/** One line for the list of benchmarks. */
export const summary = "CPU of hostile resources of Flink's kinds, pod templates, JAR addresses and answers of Flink";

/** What was made to be dear, and every case of the corpora. */
export async function run(pairs: number): Promise<void> {
  await measure("hostile-flink", [...flinkKinds(), ...flinkCaseKinds()], pairs);
}
