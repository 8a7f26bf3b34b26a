import { reach } from "./reach.ts";
import type { PodRow } from "./row.ts";
import { standards } from "./standards.ts";

/** Every hostile pod template. */
export const podRows: readonly PodRow[] = [...standards, ...reach];
