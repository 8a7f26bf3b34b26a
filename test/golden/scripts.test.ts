import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const path = join(import.meta.dirname, "../../package.json");
const { scripts } = JSON.parse(readFileSync(path, "utf8")) as { scripts: Record<string, string> };

it.each([
  { name: "demo", why: "its --help and a wrong flag need no bundles" },
  { name: "dev", why: "a wrong --tick needs none either" },
  { name: "bench", why: "nor does a benchmark that is not there" },
])("npm run $name reads its flags before it builds ($why)", ({ name }) => {
  expect(scripts[name]).toMatch(/^node [\w/.-]+\.ts(?: [\w-]+)*$/);
});
