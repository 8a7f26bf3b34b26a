import type { JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { Resource } from "./resource.ts";

/** What a request is about. `name` is empty for a create that leaves it to the body. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: "" | "status";
}

/** Options of a write, as query parameters and `DeleteOptions` carry them. */
export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  /** Take over fields that another manager applied (server-side apply). */
  readonly force?: boolean;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** The four forms of a patch. */
export type PatchType = "merge" | "json" | "strategic" | "apply";

/**
 * A validated write that has not happened: what admission looks at and `Store.commit` carries out.
 *
 * `effect`: store `after`; remove the object; or nothing, because nothing would change.
 */
export interface Change {
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  readonly target: Target;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  readonly effect: "store" | "remove" | "none";
  readonly options: WriteOptions;
  readonly warnings: readonly string[];
}

/** What a finished write answers: the object, or a `Status` for a deletion that is complete. */
export interface WriteResult {
  readonly body: JsonObject;
  readonly created: boolean;
  readonly warnings: readonly string[];
}
