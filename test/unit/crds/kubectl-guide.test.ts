import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The commands and outputs that were seen on a real API server, one after the other. */
const goldens = [
  "crds/golden/kubectl.txt",
  "crds/golden/explain.txt",
  "policies/golden/record.txt",
  "webhook/golden/preview.txt",
];
const seen = goldens.flatMap((path) =>
  read(`test/platform/real/${path}`)
    .split(/^(?=\$ )/m)
    .map((entry) => entry.trim()),
);
const shown = [...read("docs/guides/kubectl.md").matchAll(/```console\n([^`]*)```/g)].map(([, block = ""]) =>
  block.trim(),
);

it.each(shown)("the guide shows what kubectl printed: %s", (block) => {
  expect(seen).toContain(block);
});

it("the guide shows something", () => {
  expect(shown.length).toBeGreaterThan(8);
});
