import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { temporaryFolders } from "./temporary-folders.ts";

const made: string[] = [];
// Hooks run last one first, so this one sees what the next line's leaves.
afterAll(() => {
  expect(made).toHaveLength(2);
  expect(made.filter((folder) => existsSync(folder))).toEqual([]);
});
const makeFolder = temporaryFolders();

it("makes a new folder each time, which is gone after the last test", () => {
  for (const name of ["one", "one"]) made.push(makeFolder(name));
  expect(new Set(made).size).toBe(2);
  for (const folder of made) writeFileSync(join(folder, "file"), "something");
});

/** Programs that also run without the test runner, and remove their folder themselves. */
const programs = ["test/round.ts", "test/simulation/mutants/index.ts", "test/bench/", "test/platform/real/"];

it("is the only way for a test to make one, so that none is left behind", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("test/**/*.ts", { cwd: root }).filter((file) => !programs.some((one) => file.startsWith(one)));
  expect(files.length).toBeGreaterThan(100);
  const making = files.filter((file) => /\bmkdtemp(Sync)?\(/.test(readFileSync(join(root, file), "utf8")));
  expect(making).toEqual(["test/temporary-folders.ts"]);
});
