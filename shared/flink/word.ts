import type { Happening } from "../core/happening.ts";

/** What a Kubernetes Event says; the same id is the same Event. */
export type Word = Pick<Happening, "id" | "type" | "reason" | "message">;
