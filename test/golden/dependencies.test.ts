import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writePage } from "../../knative/image/dependencies.ts";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");

it("docs/dependencies.md lists what is in the bundles (to renew it: node knative/image/dependencies.ts)", () => {
  expect(existsSync(join(dist, "meta.json")), "npm run build comes first").toBe(true);
  expect(readFileSync(join(root, "docs/dependencies.md"), "utf8")).toBe(writePage(root, dist));
});
