import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

describe("documentation", () => {
  it.each(pages.map((page) => ({ name: page, why: "a link that leads nowhere wastes the reader's trust" })))(
    "$name: every relative link leads to a file",
    ({ name }) => {
      const targets = [...read(name).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
      const files = targets.map((target) => target.replace(/#.*$/, ""));
      expect(files.filter((file) => !existsSync(join(root, dirname(name), file)))).toEqual([]);
    },
  );

  it.each(pages.map((page) => ({ name: page, why: "a command that does not exist" })))(
    "$name: every npm script that it names is there",
    ({ name }) => {
      const named = [...read(name).matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, script = ""]) => script);
      expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
    },
  );

  it.each(pages.map((page) => ({ name: page, why: "a path in code marks that is not there misleads" })))(
    "$name: every source path that it names is there",
    ({ name }) => {
      const paths = [
        ...read(name).matchAll(/`((?:shared|functions|crds|knative|cli|simulators|test|docs|examples)\/[\w./-]+)`/g),
      ];
      const gone = paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)));
      expect(gone).toEqual([]);
    },
  );

  it("the condition that CONTRIBUTING shows is the one in the code, letter for letter", () => {
    const shown = /```ts\n(export const parallelismAligned[^`]*)```/.exec(read("CONTRIBUTING.md"))?.[1];
    expect(shown).toBeDefined();
    expect(read("shared/kinds/vvp-deployment/parallelism-aligned.ts")).toContain(shown);
  });

  it("the files that CONTRIBUTING lists for a kind are the kind's files", () => {
    const listed = [...read("CONTRIBUTING.md").matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([\w-]+\.ts)`/g)].map(([, file = ""]) => file),
    );
    expect(listed.length).toBeGreaterThan(8);
    expect(listed.filter((file) => !existsSync(join(root, "shared/kinds/vvp-deployment", file)))).toEqual([]);
  });
});
