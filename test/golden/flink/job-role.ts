import { join } from "node:path";
import { Document, isMap, isSeq } from "yaml";
import { jobRules, makeJobRole } from "../../../shared/flink/cluster/make-job-role.ts";

/** Where users find the role of their clusters' pods. */
export const jobRolePath = join(import.meta.dirname, "../../../examples/flink-job-role.yaml");

const about = [
  "The service account that spec.serviceAccount names, and what Flink itself does with it at the API server.",
  "A standalone cluster without high availability needs the account alone; with it, the first rule. Native mode needs all.",
  "Written by `node test/golden/flink/renew.ts`.",
];

/** The example as it is shipped: the reason of each rule stands above it. */
export function writeJobRole(): string {
  const documents = makeJobRole({ namespace: "flink-prod", name: "flink-sa" }).map((object) => {
    const document = new Document(object);
    const rules = document.get("rules");
    if (isSeq(rules)) {
      for (const [index, rule] of rules.items.entries())
        if (isMap(rule)) rule.commentBefore = ` ${jobRules[index]?.why}`;
    }
    return document.toString({ lineWidth: 0 });
  });
  return `${about.map((line) => `# ${line}\n`).join("")}${documents.join("---\n")}`;
}
