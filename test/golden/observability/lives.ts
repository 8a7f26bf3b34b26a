import { flinkLives } from "./flink-lives.ts";
import type { Life } from "./life.ts";
import { vvpLives } from "./vvp-lives.ts";

/** Lives of all kinds. */
export const lives: readonly Life[] = [...flinkLives, ...vvpLives];
