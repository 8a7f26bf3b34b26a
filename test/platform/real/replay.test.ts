import { describe, inject } from "vitest";
import { replayOn } from "../replay-suite.ts";
import { onControlPlane } from "./world/start-real-platform.ts";

const address = inject("controlPlane");

describe.skipIf(address === null)("the recorded requests, on the real control plane", () => {
  if (address !== null) replayOn(() => onControlPlane(address));
});
