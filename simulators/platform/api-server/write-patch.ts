import type { Change, PatchType } from "./change.ts";
import { decodePatched } from "./decode.ts";
import { isObject, type Json } from "./json.ts";
import { jsonPatch, mergePatch } from "./patch.ts";
import { ApiError, badRequest, notFound, otherNamespace } from "./status-error.ts";
import type { Store } from "./store.ts";
import { planApply } from "./write-apply.ts";
import type { WriteContext } from "./write-context.ts";
import { planChange } from "./write-update.ts";

/**
 * Plans a patch. Throws 400, 404, 409, 415, 422.
 *
 * Caveats: a strategic merge patch is treated as a merge patch; custom resources refuse it, as in the real server.
 */
export function planPatch(store: Store, type: PatchType, patch: Json, context: WriteContext): Change {
  const { resource, namespace, name } = context.target;
  if (type === "strategic" && resource.custom)
    throw unsupportedPatch(["json-patch+json", "merge-patch+json", "apply-patch+yaml"]);
  if (type === "apply") return planApply(store, patch, context);
  const before = store.get(resource, namespace, name);
  if (!before) throw notFound(resource, name);
  if (type !== "json" && !isObject(patch)) {
    const type = Array.isArray(patch) ? "array" : typeof patch;
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  }
  const patched = type === "json" ? jsonPatch(before, patch) : mergePatch(before, patch);
  const named = isObject(patched) && isObject(patched.metadata) ? patched.metadata.name : undefined;
  if (named !== name) {
    throw badRequest(`the name of the object (${String(named ?? "")}) does not match the name on the URL (${name})`);
  }
  const candidate = decodePatched(patched, context.target);
  const inBody = candidate.metadata.namespace;
  if (resource.namespaced && inBody !== undefined && inBody !== namespace) throw otherNamespace();
  return planChange(store, before, candidate, context, { patched: true });
}

/** 415 naming the patch types that would do. */
export function unsupportedPatch(accepted: readonly string[]): ApiError {
  const list = accepted.map((type) => `application/${type}`).join(", ");
  const message = `the body of the request was in an unknown format - accepted media types include: ${list}`;
  return new ApiError(415, "UnsupportedMediaType", message);
}
