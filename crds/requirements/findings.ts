import type { Section } from "../../docs/requirements/all.ts";
import type { Evidence } from "./evidence.ts";

/** What is wrong with the evidence, one line each: an id without a test, a test for an id that does not exist. */
export function findingsOf(sections: readonly Section[], evidence: readonly Evidence[]): string[] {
  const shown = new Set(evidence.map(({ id }) => id));
  const ids = sections.flatMap(({ requirements }) => Object.keys(requirements));
  const known = new Set(ids);
  return [
    ...ids.filter((id) => !shown.has(id)).map((id) => `${id} is shown by no test`),
    ...evidence
      .filter(({ id }) => !known.has(id))
      .map(({ id, file, test }) => `${id} does not exist; ${file} mentions it in "${test}"`),
  ];
}
