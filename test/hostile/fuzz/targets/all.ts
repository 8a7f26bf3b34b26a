import { finds } from "../finds.ts";
import type { Target } from "../target.ts";
import { address } from "./address.ts";
import { event } from "./event.ts";
import { flink } from "./flink.ts";
import { jar } from "./jar.ts";
import { memory } from "./memory.ts";
import { projection } from "./projection.ts";
import { review } from "./review.ts";

/** Every target, in the order in which a run without `--target` takes them, with what was found as seeds. */
export const targets: readonly Target[] = [event, review, projection, memory, flink, address, jar].map((one) => {
  const found = finds.filter(({ target }) => target === one.name).map(({ input }) => input);
  return { ...one, seeds: [...one.seeds, ...found] };
});
