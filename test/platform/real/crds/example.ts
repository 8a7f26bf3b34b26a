import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The guides' file. */
export const exampleFile = "examples/vvp-minimal-patch.yaml";

/** The namespace that it names. */
export const shownNamespace = "my-deploy-namespace";

/** What is in it, for another namespace. */
export function exampleIn(namespace: string): string {
  const text = readFileSync(join(import.meta.dirname, "../../../..", exampleFile), "utf8");
  return text.replace(`namespace: ${shownNamespace}`, `namespace: ${namespace}`);
}
