import { changeRows } from "../../shared/flink/change-rows.ts";
import type { GeneratedFile } from "../manifest.ts";
import { code, makePage, makeTable } from "./markdown.ts";

/** The page of what changes of a Flink resource ask for. */
export function makeFlinkChangesPage(): GeneratedFile {
  return makePage("flink-changes", "What a change of a Flink resource does", [
    "The greatest of these decides, from the first to the last: `IGNORE` touches nothing now, `APPLY` changes objects beside " +
      "the cluster, `SCALE` is handed to the running job where Flink takes it and is an upgrade otherwise, `UPGRADE` deploys " +
      "anew as the upgrade mode says, `SAVEPOINT_REDEPLOY` starts from `initialSavepointPath`. Every path that is not in the " +
      "table is an `UPGRADE`. Nothing has changed where only the way of writing has: nested or flat configuration, the older " +
      "or newer spelling of an option, a default that is now written out, null, and a nonce that was taken away.",
    makeTable(
      ["Path below spec", "Mode", "Class", "Because it", "Other than in Apache's operator"],
      changeRows.map((row) => [
        row.paths.map(code).join(", "),
        row.mode ?? "",
        code(row.class),
        row.why,
        row.better ?? "",
      ]),
    ),
  ]);
}
