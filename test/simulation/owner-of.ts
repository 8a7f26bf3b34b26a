import { at } from "../../shared/core/json.ts";

/** The uid of the resource that a deployment is marked with. */
export function ownerOf(deployment: unknown): string | undefined {
  const mark = at(deployment, "metadata", "annotations", "ververica.platform/cr-uid");
  return typeof mark === "string" ? mark : undefined;
}
