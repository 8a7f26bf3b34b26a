import type { Universe } from "../universe.ts";

/** Looks at a world at rest and says what is wrong with it, one line each, with the invariant that is broken. */
export type Oracle = (universe: Universe) => readonly string[];
