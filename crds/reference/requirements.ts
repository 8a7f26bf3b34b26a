import type { Section } from "../../docs/requirements/all.ts";
import type { GeneratedFile } from "../manifest.ts";
import type { Evidence } from "../requirements/evidence.ts";
import { makePage } from "./markdown.ts";

/** The page of all requirements, with the tests that show each. */
export function makeRequirementsPage(sections: readonly Section[], evidence: readonly Evidence[]): GeneratedFile {
  return makePage("requirements", "Requirements", [
    "What is asked of a `VvpDeployment`, and the tests that show it. R1 to R134 are what the product's documents say of it, in " +
      "short; AMB-1 to AMB-33 are the places where they leave a choice, and what was chosen; F1 to F16 are the ways through " +
      "all of it, each played step by step on the embedded platform and on a real control plane.",
    "A test is listed where its title, or the `name` or `why` of its row, mentions the id.",
    ...sections.flatMap(({ title, requirements }) => [
      `## ${title}`,
      ...Object.entries(requirements).map(([id, sentence]) => requirement(id, sentence, evidence)),
    ]),
  ]);
}

function requirement(id: string, sentence: string, evidence: readonly Evidence[]): string {
  const own = evidence.filter((one) => one.id === id).map(({ file, test }) => `- ${link(file)}: ${plain(test)}`);
  return [`### ${id}`, plain(sentence), [...new Set(own)].join("\n")].join("\n\n");
}

function link(file: string): string {
  return `[${file.replace(/^test\//, "")}](../../${file})`;
}

function plain(text: string): string {
  return text.replace(/[\\`*[\]<]/g, "\\$&").replaceAll("\n", " ");
}
