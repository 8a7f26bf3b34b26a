import type { TestProject } from "vitest/node";
import type { ControlPlaneAddress } from "./control-plane/access.ts";
import { startControlPlane } from "./control-plane/start-control-plane.ts";
import { whyNot } from "./why-not.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The control plane that all files of the project share; null where there can be none. */
    controlPlane: ControlPlaneAddress | null;
  }
}

/** Starts the control plane of the project `real`, or says in one line why its tests are skipped. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const reason = await whyNot("api");
  if (reason !== undefined) {
    if (process.env.CI === "true") throw new Error(reason);
    console.warn(`\nSKIPPED: the tests on a real control plane. ${reason}\n`);
    project.provide("controlPlane", null);
    return undefined;
  }
  const { url, ca, tokens, folder, close } = await startControlPlane();
  project.provide("controlPlane", { url, ca, tokens, folder });
  return close;
}
