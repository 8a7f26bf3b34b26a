import type { KubeObject } from "../../core/object.ts";
import type { Settings } from "../../core/settings.ts";
import type { Caller } from "../../ports/app-manager.ts";
import { secretAnnotation } from "./names.ts";

/** Whose token the calls about a resource carry (R13). */
export function callerOf({ metadata }: KubeObject, { instanceId }: Pick<Settings, "instanceId">): Caller {
  return {
    instanceId,
    namespace: metadata.namespace ?? "",
    secretName: metadata.annotations?.[secretAnnotation],
  };
}
