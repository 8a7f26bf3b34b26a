import type { StartPlatform } from "../../../../cli/demo/platform.ts";
import { startControlPlane } from "../control-plane/start-control-plane.ts";
import { onControlPlane } from "./start-real-platform.ts";

/** Starts a control plane for one world alone and ends it with that; rejects when a part is not built. */
export const startOwnControlPlane: StartPlatform = async (opened) => {
  const controlPlane = await startControlPlane({ opened });
  return onControlPlane(controlPlane)(opened);
};
