import { ownRecord } from "../../shared/core/kind.ts";
import type { Change } from "../world/memory-cluster.ts";
import { moreMember } from "./other-version.ts";

/** Sees whether a version of Weir drops what another one has put on record, and what it cannot know of. */
export class Forgetting {
  /** The uids of resources whose record the other version has written. */
  readonly #known = new Set<string>();

  /** S2: a request that is forgotten is done twice. */
  judge(changes: readonly Change[]): string[] {
    return changes.flatMap(({ type, object }) => {
      const { name, uid = "" } = object.metadata;
      const record = type === "delete" ? undefined : ownRecord(object);
      if (record === undefined) return [];
      const isThere = moreMember in record;
      if (isThere) this.#known.add(uid);
      return isThere || !this.#known.has(uid) ? [] : [`S2: what another version remembers of ${name} is dropped`];
    });
  }
}
