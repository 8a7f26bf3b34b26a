import type { Target } from "../target.ts";
import { address } from "./address.ts";
import { event } from "./event.ts";
import { jar } from "./jar.ts";
import { memory } from "./memory.ts";
import { projection } from "./projection.ts";
import { review } from "./review.ts";

/** Every target, in the order in which a run without `--target` takes them. */
export const targets: readonly Target[] = [event, review, projection, memory, address, jar];
