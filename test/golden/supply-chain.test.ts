import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./kustomization.ts";

interface Locked {
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const manifest = JSON.parse(read("package.json")) as Record<"dependencies" | "devDependencies", Record<string, string>>;
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path !== "");

describe("the lock file", () => {
  it("holds the hash of every package", () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? "")).map(([path]) => path)).toEqual([]);
  });

  it("has no production package that runs a script when it is installed", () => {
    expect(locked.filter(([, { dev, hasInstallScript }]) => hasInstallScript === true && dev !== true)).toEqual([]);
  });
});

it("package.json names one version of each package, and no range", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it.each([".ci/run", "knative/image/Dockerfile"])("%s installs what the lock file says, and nothing newer", (path) => {
  const text = read(path);
  expect(text).toMatch(/npm ci\b/);
  expect(text).not.toMatch(/npm (i|install|update|add)\b|npx --yes|curl|wget/);
});
