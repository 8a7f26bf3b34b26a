import { clusterKinds } from "./hostile-cluster-kinds.ts";
import { hostileKinds } from "./hostile-kinds.ts";
import { measure } from "./hostile-ratios.ts";

/** One line for the list of benchmarks. */
export const summary = "CPU of hostile events, reviews and answers, against plain ones of their kind and size";

/** Everything that comes over a wire but what Flink says, which `hostile-flink` measures. */
export async function run(pairs: number): Promise<void> {
  await measure("hostile-wire", [...(await hostileKinds()), ...clusterKinds()], pairs);
}
