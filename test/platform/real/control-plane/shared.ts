import { describe, inject } from "vitest";
import type { ControlPlaneAddress } from "./access.ts";

/** The suites that need the shared control plane; skipped as a whole where there is none. */
export const describeReal = describe.skipIf(inject("controlPlane") === null);

/**
 * The control plane that the files of this project share, one after the other: a file leaves nothing behind in it.
 *
 * Throws where there is none, so call it inside of `describeReal`'s hooks and tests.
 */
export function controlPlane(): ControlPlaneAddress {
  const address = inject("controlPlane");
  if (address === null) throw new Error("there is no real control plane here");
  return address;
}
