import type { Deployment, Tags } from "./objects.ts";
import { toTimestamp } from "./timestamp.ts";

const PREFIX = "com.dataartisans.appmanager.controller.deployment";

/** Counts the changes of `spec.template`, as text; jobs and savepoints carry the value they were made at. */
export const SPEC_VERSION = `${PREFIX}.spec.version`;

/** `"true"` while the deployment is TRANSITIONING, else absent. */
export const TRANSITIONING = `${PREFIX}.transitioning`;

/** When the current transition began, else absent. */
export const TRANSITIONING_SINCE = `${PREFIX}.transitioning.since`;

/** Annotations that only the platform writes. */
export const SERVER_ANNOTATIONS: readonly string[] = [SPEC_VERSION, TRANSITIONING, TRANSITIONING_SINCE];

/** The deployment shown as TRANSITIONING since `now`. */
export function showTransition(deployment: Deployment, now: number): Deployment {
  const marks = { [TRANSITIONING]: "true", [TRANSITIONING_SINCE]: toTimestamp(now) };
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations: { ...deployment.metadata.annotations, ...marks } },
    status: { state: "TRANSITIONING" },
  };
}

/** The deployment shown in a state it rests in. */
export function showRest(deployment: Deployment, status: Deployment["status"]): Deployment {
  const annotations = dropTags(deployment.metadata.annotations, [TRANSITIONING, TRANSITIONING_SINCE]);
  return { ...deployment, metadata: { ...deployment.metadata, annotations }, status };
}

/** The deployment after one more write: resourceVersion +1. */
export function touch(deployment: Deployment, now: number): Deployment {
  const resourceVersion = deployment.metadata.resourceVersion + 1;
  return { ...deployment, metadata: { ...deployment.metadata, resourceVersion, modifiedAt: toTimestamp(now) } };
}

/** Annotations as a client may set them, with the platform's own taken from the stored ones. */
export function keepServerTags(stored: Tags, sent: Tags): Tags {
  const own = Object.entries(stored).filter(([key]) => SERVER_ANNOTATIONS.includes(key));
  return { ...dropTags(sent, SERVER_ANNOTATIONS), ...Object.fromEntries(own) };
}

function dropTags(tags: Tags, keys: readonly string[]): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !keys.includes(key)));
}
