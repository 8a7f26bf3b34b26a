import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type GeneratedFile, header } from "./manifest.ts";

/** A file that is not as the kinds say; `orphaned`: generated once, by nothing now. */
export interface Drift {
  readonly path: string;
  readonly state: "missing" | "stale" | "orphaned";
}

const places = [
  "crds",
  "crds/policies",
  "docs/reference",
  "knative/base",
  "knative/chart",
  "knative/chart/crds",
  "knative/chart/templates",
  "knative/components/alerts",
  "knative/components/cluster-room",
  "knative/components/kube-state-metrics",
  "knative/observability",
];

/** Compares the files below a root with what they should be; files without the generated header are nobody's business. */
export function findDrift(root: string, wanted: readonly GeneratedFile[]): Drift[] {
  const changed = wanted.flatMap(({ path, content }): Drift[] => {
    if (!existsSync(join(root, path))) return [{ path, state: "missing" }];
    return readFileSync(join(root, path), "utf8") === content ? [] : [{ path, state: "stale" }];
  });
  const paths = new Set(wanted.map(({ path }) => path));
  const orphaned = generatedFiles(root).filter((path) => !paths.has(path));
  return [...changed, ...orphaned.map((path): Drift => ({ path, state: "orphaned" }))];
}

function generatedFiles(root: string): string[] {
  return places.flatMap((place) => {
    if (!existsSync(join(root, place))) return [];
    const entries: Dirent[] = readdirSync(join(root, place), { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /\.(yaml|md|json)$/.test(entry.name));
    return files.map((entry) => `${place}/${entry.name}`).filter((path) => hasHeader(join(root, path)));
  });
}

function hasHeader(path: string): boolean {
  return readFileSync(path, "utf8").slice(0, 200).split("\n")[0]?.includes(header) === true;
}
