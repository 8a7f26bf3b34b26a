import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Cells of the only table of a page, header and rule left out. */
function rowsOf(page: string): string[][] {
  const lines = page.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}

/** Names in code marks. */
const named = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

const tests = (readdirSync(join(root, "test"), { recursive: true }) as string[])
  .filter((file) => /^(platform|unit|loopback|world)\/(?!real\/).*\.ts$/.test(file))
  .map((file) => read(join("test", file)))
  .join("\n");

describe("the README of the platform on one machine", () => {
  const rows = rowsOf(read("simulators/platform/README.md"));

  it.each(rows)("%s %s: exported from there, and started in a test", (folder = "", starts = "") => {
    const path = `simulators/platform/${named(folder)[0]}`;
    const files = readdirSync(join(root, path)).map((file) => read(join(path, file)));
    expect(named(starts)).not.toEqual([]);
    for (const name of named(starts)) {
      expect(
        files.some(
          (text) => text.includes(`export async function ${name}(`) || text.includes(`export function ${name}(`),
        ),
      ).toBe(true);
      expect(tests.includes(`${name}(`)).toBe(true);
    }
  });
});

describe("the README of the embedded API server", () => {
  const options = rowsOf(read("simulators/platform/api-server/README.md")).flatMap(([cell]) => named(cell));
  const [, members = ""] =
    /interface ApiServerOptions \{([\s\S]*?)\n\}/.exec(read("simulators/platform/api-server/server.ts")) ?? [];

  it("lists every option, and no other", () => {
    const known = [...members.matchAll(/^ {2}readonly (\w+)\?/gm)].map(([, name = ""]) => name);
    expect(known.length).toBeGreaterThan(8);
    expect([...options].sort()).toEqual(known.sort());
  });

  it.each(options)("a test sets %s", (option) => {
    expect(tests.search(new RegExp(`start(ApiServer|ed)\\(\\{[^;]{0,200}\\b${option}\\b`))).toBeGreaterThan(0);
  });
});
