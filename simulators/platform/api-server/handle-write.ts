import type { Change, PatchType, Target, WriteOptions, WriteResult } from "./change.ts";
import { type Json, type JsonObject, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { ApiError, conflict, withWarnings } from "./status-error.ts";
import { Moved, type Store } from "./store.ts";
import type { Lister, ListQuery } from "./store-list.ts";
import type { User } from "./user.ts";
import { planCreate } from "./write-create.ts";
import { planDelete } from "./write-delete.ts";
import { planPatch } from "./write-patch.ts";
import { planUpdate } from "./write-update.ts";

/** Looks at a planned change before it happens. Returns warnings; throws to refuse. */
export type Admit = (change: Change, user: User) => Promise<readonly string[]>;

/** A write as a client asks for it. */
export interface WriteRequest {
  readonly target: Target;
  readonly options: WriteOptions;
  readonly user: User;
  /** Manager when the options name none. */
  readonly manager: string;
  readonly action:
    | { readonly verb: "create" | "update"; readonly body: Json }
    | { readonly verb: "patch"; readonly type: PatchType; readonly body: Json }
    | { readonly verb: "delete" };
}

/** How often a write is planned again because the object changed while admission looked at it. */
const maxAttempts = 8;

/** Plans, admits and commits a write. Throws `ApiError`. */
export async function carryOut(store: Store, admit: Admit, request: WriteRequest): Promise<WriteResult> {
  for (let attempt = 1; ; attempt += 1) {
    const change = plan(store, request);
    let warnings = change.warnings;
    try {
      warnings = [...warnings, ...(await admit(change, request.user))];
      const body = store.commit(change);
      return { body, created: change.operation === "CREATE", warnings };
    } catch (error) {
      if (error instanceof ApiError) throw withWarnings(error, warnings);
      if (!(error instanceof Moved)) throw error;
      if (attempt >= maxAttempts) throw conflict(request.target.resource, request.target.name);
    }
  }
}

/** The change that a request asks for. Throws `ApiError`. */
export function plan(store: Store, request: WriteRequest): Change {
  const { action } = request;
  switch (action.verb) {
    case "create":
      return planCreate(store, action.body, request);
    case "update":
      return planUpdate(store, action.body, request);
    case "patch":
      return planPatch(store, action.type, action.body, request);
    case "delete":
      return planDelete(store, request);
  }
}

/** Deletes everything a list finds, one by one. Returns the objects as they were listed. */
export async function deleteCollection(
  context: { store: Store; lister: Lister; admit: Admit },
  request: Omit<WriteRequest, "action">,
  query: ListQuery,
): Promise<{ items: readonly KubeObject[]; page: JsonObject }> {
  const { resource } = request.target;
  const page = context.lister.list(resource, query);
  for (const item of page.items) {
    const { namespace = "", name = "" } = item.metadata;
    const target = { ...request.target, namespace, name };
    await carryOut(context.store, context.admit, { ...request, target, action: { verb: "delete" } }).catch(
      ignoreMissing,
    );
  }
  return { items: page.items, page: { resourceVersion: page.resourceVersion } };
}

function ignoreMissing(error: unknown): void {
  const status = (error as { status?: Json }).status;
  if (textAt(status, "reason") !== "NotFound") throw error;
}
