import { progressDocs } from "../../shared/core/progress.ts";
import type { RegisteredKind } from "../../shared/kinds/index.ts";
import type { GeneratedFile } from "../manifest.ts";
import { code, makePage, makeTable } from "./markdown.ts";

/** The page of all conditions of all kinds, from their rows. */
export function makeConditionsPage(kinds: readonly RegisteredKind[]): GeneratedFile {
  return makePage("conditions", "Conditions", [
    "A condition says `True`, `False` or `Unknown`, with a reason, a message that is enough to act upon, and the time at " +
      "which its status changed last. A condition is *healthy* in the status that its heading gives; the first one " +
      "below each kind sums up the others.",
    "Reasons marked * are Weir's own, beyond those that the product's documents name.",
    ...kinds.flatMap(sections),
    "## For tools that wait",
    "`kubectl wait`, Flux, Argo CD and whatever else builds on kstatus know these without knowing the kind. Reason and " +
      "message are those of the conditions they come from, or `Progressing` while the platform is on its way, or " +
      "`JobFailed`. They do not count for the conditions above.",
    makeTable(
      ["Type", "Meaning"],
      progressDocs.map(({ type, summary }) => [code(type), summary]),
    ),
  ]);
}

function sections(kind: RegisteredKind): string[] {
  const { type, summary, allMet, severalFailing } = kind.aggregate;
  const aggregate = makeTable(
    ["Status", "Reason", "Meaning", "What to do"],
    [
      ["True", code(allMet), "Every condition is in its healthy status.", "Nothing."],
      ["False", "that of the condition", "One condition is not; reason and message are taken from it.", "See there."],
      ["False", code(severalFailing), "Several are not; the message lists them.", "See each of them."],
    ],
  );
  return [
    `## ${kind.names.kind}`,
    `### ${type} (healthy: True)`,
    `${summary} Wait for it with \`kubectl wait --for=condition=${type} ${kind.names.singular}/NAME\`.`,
    aggregate,
    ...kind.conditions.flatMap((row) => [
      `### ${row.type} (healthy: ${row.healthyWhen}${row.healthyWhen === "False" ? " or absent" : ""})`,
      row.summary,
      reasonTable(row.reasons),
    ]),
  ];
}

function reasonTable(reasons: RegisteredKind["conditions"][number]["reasons"]): string {
  const rows = Object.entries(reasons).map(([reason, { status, meaning, action, documented }]) => [
    status,
    `${code(reason)}${documented === false ? "*" : ""}`,
    meaning,
    action ?? "Nothing.",
  ]);
  return makeTable(["Status", "Reason", "Meaning", "What to do"], rows);
}
