import { at } from "../../../shared/core/json.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

/**
 * The resources that stand for snapshots, such as `SAVEPOINT UPGRADE`, in the order of these words; one whose savepoint has
 * another already is told as `again`, and one whose savepoint is not there as `of nothing`.
 */
export function shownSnapshots({ objects, kubelet }: FlinkWorld): readonly string[] {
  const seen = new Set<unknown>();
  return objects
    .all("FlinkStateSnapshot")
    .map(({ metadata, spec }) => {
      const { labels = {} } = metadata;
      const path = at(spec, "savepoint", "path");
      const isDouble = path !== undefined && seen.has(path);
      seen.add(path);
      const isThere = path === undefined || kubelet.storage.has(String(path));
      const words = [labels["snapshot.type"], labels["snapshot.trigger-type"]];
      return [...words, ...(isDouble ? ["again"] : []), ...(isThere ? [] : ["of nothing"])].join(" ");
    })
    .sort();
}
