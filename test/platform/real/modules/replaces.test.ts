import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeKubernetesModule } from "./replaces.ts";

const upstream = `module k8s.io/kubernetes

go 1.24.0

require k8s.io/api v0.0.0

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/client-go => ./staging/src/k8s.io/client-go
)
`;

it("replaces each staging module with its published copy", () => {
  expect(makeKubernetesModule("v1.34.9", upstream).split("\n")).toEqual([
    "module weir.dev/real/kubernetes",
    "",
    "go 1.24.0",
    "",
    "require k8s.io/kubernetes v1.34.9",
    "",
    "replace (",
    "\tk8s.io/api => k8s.io/api v0.34.9",
    "\tk8s.io/client-go => k8s.io/client-go v0.34.9",
    ")",
    "",
  ]);
});

it("refuses a go.mod without any", () => {
  expect(() => makeKubernetesModule("v1.34.9", "module x")).toThrow("names no staging modules");
});

it("is what the wrapper's go.mod was made with", () => {
  const text = readFileSync(new URL("kubernetes/go.mod", import.meta.url), "utf8");
  const version = /^require k8s\.io\/kubernetes (\S+)$/m.exec(text)?.[1] ?? "";
  const lines = [...text.matchAll(/^\s+(\S+) => \1 (\S+)$/gm)];
  expect(lines.length).toBeGreaterThan(25);
  expect(new Set(lines.map(([, , published]) => published))).toEqual(new Set([version.replace("v1.", "v0.")]));
});
