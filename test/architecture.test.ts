import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const sources = tracked.filter(
  (file) => file.endsWith(".ts") && !file.startsWith("test/") && !file.includes(".generated."),
);
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** What a file imports: relative ones as paths from the root, packages by their name. */
function importsOf(file: string): string[] {
  const found = [...read(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target = ""]) => target);
  return found.map((target) => (target.startsWith(".") ? normalize(join(dirname(file), target)) : target));
}

/** The layers that files of a layer may import besides their own (design: import law). */
const law: Readonly<Record<string, readonly string[]>> = {
  "shared/core": [],
  "shared/ports": ["shared/core"],
  "shared/flink": ["shared/autoscaler", "shared/ports", "shared/core"],
  "shared/autoscaler": ["shared/core"],
  "shared/kinds": ["shared/flink", "shared/ports", "shared/core"],
  "shared/engine": ["shared/ports", "shared/core"],
  "shared/adapters": ["shared/autoscaler", "shared/ports", "shared/core"],
  "shared/runtime": ["shared/ports", "shared/core"],
  functions: ["shared/", "package.json"],
  simulators: ["shared/core", "shared/ports", "shared/kinds"],
};

const layerOf = (file: string) => Object.keys(law).find((layer) => file.startsWith(`${layer}/`));

describe("import law", () => {
  const rows = sources.flatMap((file) => {
    const layer = layerOf(file);
    return layer === undefined
      ? []
      : importsOf(file)
          .filter((one) => tracked.includes(one))
          .map((target) => ({ file, layer, target }));
  });

  it("finds the imports that it judges", () => {
    expect(rows.length).toBeGreaterThan(200);
  });

  it("every import stays in its layer or goes to one on its right", () => {
    const broken = rows.filter(
      ({ layer, target }) =>
        !target.startsWith(`${layer}/`) && !(law[layer] ?? []).some((allowed) => target.startsWith(allowed)),
    );
    expect(broken).toEqual([]);
  });

  it("no kind imports another kind", () => {
    const kindOf = (file: string) => /^shared\/kinds\/([^/]+)\//.exec(file)?.[1];
    const broken = rows.filter(({ file, target }) => kindOf(file) && kindOf(target) && kindOf(file) !== kindOf(target));
    expect(broken).toEqual([]);
  });

  it("only adapters, and simulators that no bundle holds, import the libraries that reach the world", () => {
    const reaching = ["got", "@kubernetes/client-node", "cloudevents", "undici"];
    const broken = sources
      .filter((file) => !file.startsWith("shared/adapters/") && !file.startsWith("simulators/"))
      .flatMap((file) =>
        importsOf(file)
          .filter((one) => reaching.includes(one))
          .map((one) => `${file}: ${one}`),
      );
    expect(broken).toEqual([]);
  });

  it("no file imports itself round a corner, type imports included", () => {
    const imports = new Map(sources.map((file) => [file, importsOf(file).filter((one) => sources.includes(one))]));
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): string[] => {
      if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(" -> ")];
      if (done.has(file)) return [];
      const circles = (imports.get(file) ?? []).flatMap((target) => visit(target, [...path, file]));
      done.add(file);
      return circles;
    };
    expect(sources.flatMap((file) => visit(file, []))).toEqual([]);
  });

  it("admission loads nothing that talks to a network before its key check asks for it (D11)", () => {
    const withoutLazy = (file: string) =>
      [...read(file).matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?"([^"]+)"/gm)].map(([, target = ""]) =>
        target.startsWith(".") ? normalize(join(dirname(file), target)) : target,
      );
    const seen = new Set<string>();
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const target of sources.includes(file) ? withoutLazy(file) : []) visit(target);
    };
    visit("functions/admission/index.ts");
    expect([...seen].filter((file) => file.startsWith("shared/adapters/"))).toEqual([]);
    expect([...seen]).toContain("functions/admission/api-keys.ts");
  });

  it("a simulator is in no function's bundle", () => {
    const broken = rows.filter(({ file, target }) => file.startsWith("functions/") && target.startsWith("simulators/"));
    expect(broken).toEqual([]);
  });
});

describe("house rules", () => {
  it("no source file is longer than 250 lines", () => {
    const long = sources
      .map((file) => ({ file, lines: read(file).split("\n").length - 1 }))
      .filter(({ lines }) => lines > 250);
    expect(long).toEqual([]);
  });

  it("every exported symbol says what the code cannot", () => {
    const bare = sources.flatMap((file) => {
      const lines = read(file).split("\n");
      return lines.flatMap((line, index) => {
        const name = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/.exec(line)?.[1];
        return name !== undefined && !/\*\/\s*$/.test(lines[index - 1] ?? "") ? [`${file}: ${name}`] : [];
      });
    });
    expect(bare).toEqual([]);
  });

  it("no file is a drawer", () => {
    const drawers = sources.filter((file) => /(^|\/)(utils?|helpers?|common|manager|misc)(\/|\.ts$)/.test(file));
    expect(drawers).toEqual([]);
  });

  it("nothing is left for later", () => {
    const marks = sources.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(read(file)));
    expect(marks).toEqual([]);
  });

  it("the lock file names no host to download from", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved": "https?:/);
  });
});
